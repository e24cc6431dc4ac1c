#include "isonova/features/atom_features.hpp"

#include "isonova/features/atom_text.hpp"

namespace isonova {

AtomFeatures::AtomFeatures(const Task& task, const AtomTable& atoms, bool statics, FeatureIds& ids,
                           bool nullary_statics)
    : task_(task), atoms_(atoms), ids_(ids) {
    for (std::size_t i = 0; i < task.init.size(); ++i) {
        if (task.predicates[task.init.predicate(i)].kind != PredicateKind::fixed) continue;
        if (!statics && !(nullary_statics && task.init.args(i).empty())) continue;
        opened_.push_back(ids_.next());
        statics_.push_back(i);
    }
    count_ = statics_.size();
}

FeatureId AtomFeatures::feature(AtomId atom) {
    if (atom >= features_.size()) features_.resize(atoms_.size(), none);
    FeatureId& feature = features_[atom];
    if (feature == none) {
        if (task_.predicates[atoms_.predicate(atom)].invented) return feature = hidden;
        feature = ids_.next();
        ++count_;
    }
    return feature;
}

void AtomFeatures::append(std::span<const AtomId> atoms, std::vector<FeatureId>& out) {
    listed_ += atoms.size();
    for (const AtomId atom : atoms) {
        if (const FeatureId each = feature(atom); each != hidden) out.push_back(each);
    }
}

void AtomFeatures::open(std::span<const AtomId> atoms) {
    opened_.resize(statics_.size());
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
    return (features_.capacity() + opened_.capacity()) * sizeof(FeatureId) + statics_.capacity() * sizeof(statics_[0]);
}

std::optional<FeatureDescription> AtomFeatures::describe(FeatureId feature) const {
    for (AtomId atom = 0; atom < features_.size(); ++atom) {
        if (features_[atom] == feature)
            return FeatureDescription{"at", none, atom_text(task_, atoms_.predicate(atom), atoms_.args(atom)), 1};
    }
    for (std::size_t i = 0; i < statics_.size(); ++i) {
        if (opened_[i] != feature) continue;
        return FeatureDescription{"at", none,
                                  atom_text(task_, task_.init.predicate(statics_[i]), task_.init.args(statics_[i])), 1};
    }
    return std::nullopt;
}

}  // namespace isonova
