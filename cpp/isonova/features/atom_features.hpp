// `at`: the atoms true in a state, but for predicates that normalisation invented.
#pragma once

#include "isonova/features/feature_map.hpp"

namespace isonova {

class AtomFeatures : public FeatureMap {
  public:
    // With `statics` the static atoms are features too: kept by every child, they count where h falls below all before.
    // With `nullary_statics` those without arguments are, in any case.
    // `task`, `atoms` and `ids` must outlive the map.
    AtomFeatures(const Task& task, const AtomTable& atoms, bool statics, FeatureIds& ids, bool nullary_statics = false);

    void open(std::span<const AtomId> atoms) override;
    std::span<const FeatureId> all() override { return opened_; }
    void diff(std::span<const AtomId> added, std::span<const AtomId> removed, std::vector<FeatureId>& gained,
              std::vector<FeatureId>& lost) override;
    void counts(std::vector<FeatureCount>& out) const override;
    std::size_t bytes() const override;
    std::uint64_t work() const override { return listed_ / 16; }  // an atom is looked up much faster than a colour
    std::optional<FeatureDescription> describe(FeatureId feature) const override;

  private:
    static constexpr FeatureId hidden = none - 1;
    FeatureId feature(AtomId atom);
    void append(std::span<const AtomId> atoms, std::vector<FeatureId>& out);

    const Task& task_;
    const AtomTable& atoms_;
    FeatureIds& ids_;
    std::vector<FeatureId> features_;   // by atom: `none` where not met yet, `hidden` where invented
    std::vector<FeatureId> opened_;     // static ones first
    std::vector<std::size_t> statics_;  // in task.init
    std::uint64_t count_ = 0;
    std::uint64_t listed_ = 0;
};

}  // namespace isonova
