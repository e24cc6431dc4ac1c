// A feature map turns a state into a set of features. A state is a set of atom ids from one atom table, whichever
// engine made it; the table may grow while a map is in use. A feature is a dense id; the maps of a union draw theirs
// from one FeatureIds, so that their features are disjoint and one flat array can be indexed by all of them.
//
// The unit of work is an expansion: `open` a parent, then ask for the difference of each child. What holds:
// - all() of an opened state depends on its atoms alone, never on what was opened before;
// - the features of a child are all() without `lost`, with `gained`; nothing is in both, nothing gained was there
//   before, everything lost was. When the child is opened, all() has these, but for maps of steps (`wl-changes`).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isonova/state/state_space.hpp"

namespace isonova {

using FeatureId = std::uint32_t;

// Ids in the order in which features were first seen. Where it matters, they know which map of a union they come from.
class FeatureIds {
  public:
    FeatureId next() {
        if (with_maps_) maps_.push_back(map_);
        return size_++;
    }
    std::uint32_t size() const { return size_; }

    void remember_maps() { with_maps_ = true; }     // before the first id
    void set_map(std::uint8_t map) { map_ = map; }  // of the ids that come next
    std::uint8_t map(FeatureId feature) const { return maps_[feature]; }

  private:
    std::uint32_t size_ = 0;
    bool with_maps_ = false;
    std::uint8_t map_ = 0;
    std::vector<std::uint8_t> maps_;
};

struct FeatureDescription {
    std::string map;
    std::uint32_t iteration = none;  // of colours
    std::string name;                // the atom or the colour: the same in every state, task and run
    std::uint32_t count = 1;         // how often the state has it
};

struct FeatureCount {  // distinct features met so far
    std::string map;
    std::uint32_t iteration = none;
    std::uint64_t features = 0;
};

class FeatureMap {
  public:
    virtual ~FeatureMap() = default;

    // `atoms` are the fluent and derived atoms of a state, sorted. Later calls speak of this state.
    virtual void open(std::span<const AtomId> atoms) = 0;
    // Told of the whole expansion before differences are asked for: those of its children in their order, dead ends
    // left out. For maps that gain by looking at many states at once.
    virtual void expect(const Expansion&, std::span<const Value> /*h*/) {}
    // Its features, in no particular order; valid until the next call of open or all.
    virtual std::span<const FeatureId> all() = 0;
    // Appends the difference of a child that has `added` and lacks `removed` (a true difference, as in Child).
    virtual void diff(std::span<const AtomId> added, std::span<const AtomId> removed, std::vector<FeatureId>& gained,
                      std::vector<FeatureId>& lost) = 0;

    virtual void counts(std::vector<FeatureCount>& out) const = 0;  // appends
    virtual std::size_t bytes() const = 0;
    virtual std::uint64_t recoloured() const { return 0; }  // colours computed so far, where there are colours
    // What was computed so far, counted in colours or in what takes about as long. A run repeated has the same count.
    virtual std::uint64_t work() const = 0;
    // Nothing if the feature belongs to another map. Slow: for people, not for search.
    virtual std::optional<FeatureDescription> describe(FeatureId feature) const = 0;
};

}  // namespace isonova
