#include "isonova/pddl/type_hierarchy.hpp"

#include <algorithm>

namespace isonova::pddl {

TypeHierarchy::TypeHierarchy(Domain& domain, NameTable& names, Diagnostics& diagnostics)
    : object_(names.intern("object")) {
    declare(object_);
    places_.push_back(0);
    for (const TypedName& type : domain.types) {
        if (declare(type.ident.name) == places_.size()) places_.push_back(type.ident.at);
    }
    std::vector<TypedName> implicit;
    for (const TypedName& type : domain.types) {
        const std::uint32_t lower = index(type.ident.name);
        for (const Ident& supertype : type.types) {
            if (lower == 0 && supertype.name != object_) {
                diagnostics.error(
                    domain.source, supertype.at,
                    "'object' is given the supertype " + quoted(supertype.name->text) + ", but it is above all types");
                continue;
            }
            if (!has(supertype.name)) {
                declare(supertype.name);
                places_.push_back(supertype.at);
                implicit.push_back({supertype, {}});
                diagnostics.suspicion(
                    domain.source, supertype.at,
                    "the supertype " + quoted(supertype.name->text) + " is not declared; taken as a subtype of object");
            }
            if (lower != 0) above_[lower].push_back(index(supertype.name));
        }
    }
    domain.types.insert(domain.types.end(), implicit.begin(), implicit.end());
    report_cycles(domain, diagnostics);
}

std::uint32_t TypeHierarchy::declare(Name type) {
    if (index_.size() <= type->id) index_.resize(type->id + 1, none);
    if (index_[type->id] == none) {
        index_[type->id] = static_cast<std::uint32_t>(all_.size());
        all_.push_back(type);
        above_.emplace_back();
    }
    return index_[type->id];
}

std::uint32_t TypeHierarchy::index(Name type) const {
    return type->id < index_.size() ? index_[type->id] : none;
}

bool TypeHierarchy::has(Name type) const {
    return index(type) != none;
}

void TypeHierarchy::report_cycles(const Domain& domain, Diagnostics& diagnostics) const {
    enum : std::uint8_t { fresh, open, done };
    std::vector<std::uint8_t> state(all_.size(), fresh);
    std::vector<std::uint32_t> depth(all_.size(), 0);
    std::vector<std::pair<std::uint32_t, std::size_t>>
        path;  // a type and how many of its supertypes have been followed
    for (std::uint32_t start = 0; start < all_.size(); ++start) {
        if (state[start] != fresh) continue;
        path.emplace_back(start, 0);
        state[start] = open;
        while (!path.empty()) {
            auto& [type, followed] = path.back();
            if (followed == above_[type].size()) {
                for (const std::uint32_t upper : above_[type]) depth[type] = std::max(depth[type], depth[upper] + 1);
                if (depth[type] == depth_limit) {
                    diagnostics.error(
                        domain.source, places_[type],
                        "the types are nested more than " + std::to_string(depth_limit) + " levels deep here");
                }
                state[type] = done;
                path.pop_back();
                continue;
            }
            const std::uint32_t upper = above_[type][followed++];
            if (state[upper] == fresh) {
                state[upper] = open;
                path.emplace_back(upper, 0);
            } else if (state[upper] == open) {
                std::string cycle = quoted(all_[upper]->text);
                std::size_t shown = 0;
                auto from =
                    std::find_if(path.begin(), path.end(), [&](const auto& step) { return step.first == upper; });
                for (++from; from != path.end() && shown < 5; ++from, ++shown)
                    cycle += " - " + quoted(all_[from->first]->text);
                if (from != path.end()) cycle += " - ...";
                diagnostics.error(domain.source, places_[upper],
                                  "the types form a cycle: " + cycle + " - " + quoted(all_[upper]->text));
            }
        }
    }
}

bool TypeHierarchy::is_subtype(Name lower, Name upper) {
    const std::uint32_t from = index(lower), to = index(upper);
    if (from == to || to == 0) return true;
    if (from == none || to == none) return false;
    const auto [entry, is_new] = known_.try_emplace((std::uint64_t{from} << 32) | to, false);
    if (!is_new) return entry->second;
    std::vector<std::uint32_t> queue{from};
    std::vector<bool> seen(all_.size());
    seen[from] = true;
    while (!queue.empty()) {
        const std::uint32_t type = queue.back();
        queue.pop_back();
        if (type == to) return entry->second = true;
        for (const std::uint32_t supertype : above_[type]) {
            if (!seen[supertype]) queue.push_back(supertype);
            seen[supertype] = true;
        }
    }
    return false;
}

bool TypeHierarchy::fits(const TypedName& object, const TypedName& parameter) {
    if (parameter.types.empty()) return true;
    for (const Ident& wanted : parameter.types) {
        if (object.types.empty() && index(wanted.name) == 0) return true;
        for (const Ident& type : object.types) {
            if (is_subtype(type.name, wanted.name)) return true;
        }
    }
    return false;
}

bool TypeHierarchy::may_overlap(const TypedName& a, const TypedName& b) {
    if (fits(a, b) || fits(b, a)) return true;
    return std::any_of(all_.begin(), all_.end(), [&](Name type) {
        const TypedName below{{}, {{type, 0}}};
        return fits(below, a) && fits(below, b);
    });
}

}  // namespace isonova::pddl
