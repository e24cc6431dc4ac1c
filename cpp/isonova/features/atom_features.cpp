#include "isonova/features/atom_features.hpp"

namespace isonova {

AtomFeatures::AtomFeatures(const Task& task, const AtomTable& atoms, bool statics, FeatureIds& ids,
                           bool nullary_statics)
    : atoms_(atoms), ids_(ids) {
    for (const Predicate& predicate : task.predicates) invented_.push_back(predicate.invented);
    for (std::size_t i = 0; i < task.init.size(); ++i) {
        if (task.predicates[task.init.predicate(i)].kind != PredicateKind::fixed) continue;
        if (statics || (nullary_statics && task.init.args(i).empty())) opened_.push_back(ids_.next());
    }
    count_ = statics_ = static_cast<std::uint32_t>(opened_.size());
}

FeatureId AtomFeatures::feature(AtomId atom) {
    if (atom >= features_.size()) features_.resize(atoms_.size(), none);
    FeatureId& feature = features_[atom];
    if (feature == none) {
        if (invented_[atoms_.predicate(atom)]) return feature = hidden;
        feature = ids_.next();
        ++count_;
    }
    return feature;
}

void AtomFeatures::append(std::span<const AtomId> atoms, std::vector<FeatureId>& out) {
    for (const AtomId atom : atoms) {
        if (const FeatureId each = feature(atom); each != hidden) out.push_back(each);
    }
}

void AtomFeatures::open(std::span<const AtomId> atoms) {
    opened_.resize(statics_);
    append(atoms, opened_);
}

void AtomFeatures::diff(std::span<const AtomId> added, std::span<const AtomId> removed, std::vector<FeatureId>& gained,
                        std::vector<FeatureId>& lost) {
    append(added, gained);
    append(removed, lost);
}

void AtomFeatures::counts(std::vector<FeatureCount>& out) const {
    out.push_back({"at", none, count_});
}

std::size_t AtomFeatures::bytes() const {
    return (features_.capacity() + opened_.capacity()) * sizeof(FeatureId) + invented_.capacity() / 8;
}

std::optional<FeatureDescription> AtomFeatures::describe(FeatureId feature) const {
    for (AtomId atom = 0; atom < features_.size(); ++atom) {
        if (features_[atom] == feature) return FeatureDescription{"at", none, atom, 1};
    }
    // Static atoms are in no table: none of them has an id.
    for (std::uint32_t i = 0; i < statics_; ++i) {
        if (opened_[i] == feature) return FeatureDescription{"at", none, none, 1};
    }
    return std::nullopt;
}

}  // namespace isonova
