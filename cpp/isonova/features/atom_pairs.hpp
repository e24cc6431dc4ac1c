// `at2`: the pairs of atoms true in a state, but for static atoms and predicates that normalisation invented.
//
// Pair {i, j} of atom ids, i < j, has the number j(j - 1)/2 + i. Numbers below a budget have a feature each. A number
// past it shares the feature of another by a hash: then a new pair may go unnoticed, as in approximate novelty search
// (Singh, Lipovetzky, Ramirez and Segovia-Aguas, ICAPS 2021). Each engine numbers atoms in its own way, so past the
// budget the two see different collisions.
#pragma once

#include "isonova/features/colour_histogram.hpp"
#include "isonova/features/feature_map.hpp"

namespace isonova {

class AtomPairs : public FeatureMap {
  public:
    static constexpr std::uint32_t default_budget = 1u << 22;  // every pair of 2,896 atoms

    // `task`, `atoms` and `ids` must outlive the map. Growing asks `limits`, if given, and throws Halted where they do
    // not allow it.
    AtomPairs(const Task& task, const AtomTable& atoms, FeatureIds& ids, const Limits* limits = nullptr,
              std::uint32_t budget = default_budget)
        : task_(task), atoms_(atoms), budget_(budget), histogram_(false, 0, ids, limits) {}

    void open(std::span<const AtomId> atoms) override;
    std::span<const FeatureId> all() override { return histogram_.features(); }
    void diff(std::span<const AtomId> added, std::span<const AtomId> removed, std::vector<FeatureId>& gained,
              std::vector<FeatureId>& lost) override;
    void counts(std::vector<FeatureCount>& out) const override;
    std::size_t bytes() const override { return histogram_.bytes() + opened_.capacity() * sizeof(AtomId); }
    std::uint64_t work() const override { return listed_ / 8; }  // a pair is looked up faster than a colour
    std::optional<FeatureDescription> describe(FeatureId feature) const override;

  private:
    void list(std::span<const AtomId> atoms, std::vector<AtomId>& out) const;  // those that count
    void change(AtomId a, AtomId b, std::int32_t by);
    void change(std::span<const AtomId> added, std::span<const AtomId> removed);

    const Task& task_;
    const AtomTable& atoms_;
    std::uint32_t budget_;
    ColourHistogram histogram_;  // a pair is a colour; how many pairs of the state share it is its count
    std::vector<AtomId> opened_, next_, added_, removed_, kept_;
    std::uint64_t listed_ = 0;
};

}  // namespace isonova
