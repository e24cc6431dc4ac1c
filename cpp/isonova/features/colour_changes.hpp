// `wl-changes`: what a step does to the colours of objects. A feature is a pair (colour before, colour after), of an
// object whose colour of the last iteration the step has changed, with how many objects changed in this way. So a step
// is new if no step before did the same to any object. A state by itself has no such features: only a child has, and
// another parent may give it others.
#pragma once

#include "isonova/features/hashed_wl.hpp"

namespace isonova {

class ColourChanges : public FeatureMap {
  public:
    ColourChanges(const Task& task, const AtomTable& atoms, const WlOptions& options, FeatureIds& ids,
                  const Limits* limits = nullptr)
        : wl_(task, atoms, options, colours_of_states_, limits), histogram_(options.counts, 0, ids, limits) {}

    void open(std::span<const AtomId> atoms) override;
    std::span<const FeatureId> all() override { return {}; }
    void diff(std::span<const AtomId> added, std::span<const AtomId> removed, std::vector<FeatureId>& gained,
              std::vector<FeatureId>& lost) override;

    void counts(std::vector<FeatureCount>& out) const override;
    std::size_t bytes() const override;
    std::uint64_t recoloured() const override { return wl_.recoloured(); }
    std::uint64_t work() const override { return wl_.work(); }
    std::optional<FeatureDescription> describe(FeatureId feature) const override;

  private:
    ColourId change_of(ColourId before, ColourId after);

    FeatureIds colours_of_states_;  // its features are not used
    HashedWl wl_;
    ColourHistogram histogram_;  // of changes, as if they were colours
    boost::unordered_flat_map<std::uint64_t, ColourId> changes_;
    std::vector<HashedWl::Change> found_;
};

}  // namespace isonova
