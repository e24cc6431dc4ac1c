#include "python_novelty.hpp"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <iterator>

#include "hashable.hpp"
#include "with_python.hpp"

namespace isonova::bindings {

nb::object AtomNames::operator[](AtomId atom) {
    if (names_.size() <= atom) names_.resize(atoms_.size());
    if (!names_[atom].is_valid()) {
        nb::list parts;
        parts.append(task_.predicates[atoms_.predicate(atom)].name.c_str());
        for (const ObjectId object : atoms_.args(atom)) parts.append(task_.objects[object].name.c_str());
        names_[atom] = nb::tuple(parts);
    }
    return names_[atom];
}

nb::object AtomNames::state(std::span<const AtomId> atoms) {
    nb::list listed;
    for (const AtomId atom : atoms) {
        if (!is_invented(atom)) listed.append((*this)[atom]);
    }
    nb::object state = nb::steal(PyFrozenSet_New(listed.ptr()));
    if (!state.is_valid()) throw nb::python_error();
    return state;
}

PythonFeatures::PythonFeatures(nb::handle function, const Task& task, const AtomTable& atoms, FeatureIds& ids)
    : function_(function), ids_(ids) {
    nb::gil_scoped_acquire gil;
    names_ = new AtomNames(task, atoms);
    known_ = nb::dict().release().ptr();
}

PythonFeatures::~PythonFeatures() {
    nb::gil_scoped_acquire gil;
    delete names_;
    Py_DECREF(known_);
}

void PythonFeatures::features(const std::vector<AtomId>& atoms, std::vector<FeatureId>& out) {
    out.clear();
    with_python([&] {
        auto known = nb::borrow<nb::dict>(known_);
        for (const nb::handle each : nb::iter(function_(names_->state(atoms)))) {
            const nb::handle before = look_up(known, each, "a feature");
            if (before.is_valid()) {
                out.push_back(nb::cast<FeatureId>(before));
            } else {
                const FeatureId id = ids_.next();
                ++count_;
                known[each] = id;
                out.push_back(id);
            }
        }
    });
    listed_ += atoms.size() + out.size();
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
}

void PythonFeatures::open(std::span<const AtomId> atoms) {
    atoms_.assign(atoms.begin(), atoms.end());
    features(atoms_, opened_);
}

void PythonFeatures::diff(std::span<const AtomId> added, std::span<const AtomId> removed,
                          std::vector<FeatureId>& gained, std::vector<FeatureId>& lost) {
    atoms_of_child(atoms_, added, removed, child_atoms_);
    features(child_atoms_, child_);
    std::set_difference(child_.begin(), child_.end(), opened_.begin(), opened_.end(), std::back_inserter(gained));
    std::set_difference(opened_.begin(), opened_.end(), child_.begin(), child_.end(), std::back_inserter(lost));
}

void PythonFeatures::counts(std::vector<FeatureCount>& out) const {
    out.push_back({"python", none, count_});
}

std::size_t PythonFeatures::bytes() const {
    // Python's own memory is not counted.
    return (opened_.capacity() + child_.capacity() + atoms_.capacity() + child_atoms_.capacity()) * sizeof(FeatureId);
}

std::optional<FeatureDescription> PythonFeatures::describe(FeatureId feature) const {
    nb::gil_scoped_acquire gil;
    for (const auto& [thing, id] : nb::borrow<nb::dict>(known_)) {
        if (nb::cast<FeatureId>(id) == feature)
            return FeatureDescription{"python", none, nb::cast<std::string>(nb::repr(thing)), 1};
    }
    return std::nullopt;
}

namespace {

nb::list listed(std::span<const FeatureId> features) {
    nb::list result;
    for (const FeatureId feature : features) result.append(feature);
    return result;
}

}  // namespace

void PythonNovelty::open(std::span<const FeatureId> features, Value h) {
    with_python([&] { object_.attr("open")(listed(features), h); });
}

Key PythonNovelty::score_and_insert(std::span<const FeatureId> features, Value h) {
    open({}, h);
    return score_and_insert(features, {}, h);
}

Key PythonNovelty::score_and_insert(std::span<const FeatureId> gained, std::span<const FeatureId> lost, Value h) {
    return with_python([&]() -> Key {
        const nb::object key = object_.attr("score_and_insert")(listed(gained), listed(lost), h);
        const auto number = [](nb::handle part) {
            Value value;
            if (!nb::try_cast(part, value)) throw nb::type_error("a key of novelty is an integer, or a tuple of two");
            return value;
        };
        if (nb::isinstance<nb::tuple>(key) && nb::len(key) == 2) return {number(key[0]), number(key[1])};
        return {number(key)};
    });
}

}  // namespace isonova::bindings
