// Options that are enums in C++ and names in Python: an unknown name is a ValueError when it is set.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "isonova/planner/names.hpp"

namespace isonova::bindings {

namespace nb = nanobind;

// Names with what they stand for.
template <class Kind, std::size_t n>
std::vector<std::pair<std::string, std::string>> table(const Name<Kind> (&names)[n]) {
    std::vector<std::pair<std::string, std::string>> result;
    for (const auto& each : names) result.emplace_back(each.name, each.about);
    return result;
}

template <class Options, class Kind, std::size_t n>
void bind_named(nb::class_<Options>& options, const char* attribute, Kind Options::* member, const char* what,
                const Name<Kind> (&names)[n]) {
    options.def_prop_rw(
        attribute, [member, &names](const Options& o) { return std::string(name_of(o.*member, names)); },
        [member, what, &names](Options& o, const std::string& name) { o.*member = kind_of(what, name, names); });
}

template <class Options, class Kind, std::size_t n>
void bind_named(nb::class_<Options>& options, const char* attribute, std::optional<Kind> Options::* member,
                const char* what, const Name<Kind> (&names)[n]) {
    options.def_prop_rw(
        attribute,
        [member, &names](const Options& o) -> std::optional<std::string> {
            if (!(o.*member)) return std::nullopt;
            return std::string(name_of(*(o.*member), names));
        },
        [member, what, &names](Options& o, const std::optional<std::string>& name) {
            o.*member = name ? std::optional(kind_of(what, *name, names)) : std::nullopt;
        },
        nb::for_setter(nb::arg("name").none()));
}

}  // namespace isonova::bindings
