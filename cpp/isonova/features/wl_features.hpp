// `wl`: the colours that L iterations of the Weisfeiler-Leman algorithm give to the nodes of a state's ILG, of all
// iterations, each with how often it occurs. The colour of a node after an iteration stands for its colour before and
// the multiset of (colour, label) over its edges. Colours cannot tell symmetric states apart.
#pragma once

#include <memory>
#include <string>

#include "isonova/features/colour_hash.hpp"
#include "isonova/features/colour_histogram.hpp"
#include "isonova/features/feature_map.hpp"
#include "isonova/features/ilg.hpp"
#include "isonova/util/limits.hpp"

namespace isonova {

struct ColouredNode {
    NodeKind kind;
    std::string symbol;             // predicate or type; name of a constant with a colour of its own
    std::vector<ObjectId> args;     // of an object itself
    std::vector<ColourId> colours;  // after 0, 1, ... iterations
};

class WlFeatures : public FeatureMap {
  public:
    WlFeatures(const Task& task, const AtomTable& atoms, const WlOptions& options, FeatureIds& ids,
               const Limits* limits = nullptr)
        : options_(options),
          limits_(limits),
          ilg_(task, atoms, options),
          histogram_(options.counts, options.iterations, ids, limits) {}

    std::span<const FeatureId> all() override { return histogram_.features(); }
    void counts(std::vector<FeatureCount>& out) const override;
    std::optional<FeatureDescription> describe(FeatureId feature) const override;

    // The graph of the opened state: objects, then atoms.
    virtual std::vector<ColouredNode> nodes() const = 0;
    // 24 hexadecimal digits, the same for a colour in every state, task and run.
    std::string colour_name(ColourId colour) const;
    const WlOptions& options() const { return options_; }
    const char* name() const;  // of the map
    std::uint32_t colour_count() const { return histogram_.colour_count(); }
    std::uint64_t recoloured() const override { return recoloured_; }
    std::uint64_t work() const override { return recoloured_; }

  protected:
    ColouredNode object_node(ObjectId object) const;
    ColouredNode atom_node(AtomNodeId node, bool is_true) const;
    // The colour before the first iteration, of a class of atoms or of an object by its colour.
    ColourHash first_hash(NodeKind kind, std::uint32_t symbol) const;
    // Of each colour, as next_colour and label_factor make it; the upper half of `hi` is of no interest.
    virtual std::vector<ColourHash> hashes() const = 0;

    WlOptions options_;
    const Limits* limits_;
    Ilg ilg_;
    ColourHistogram histogram_;
    std::uint64_t recoloured_ = 0;

  private:
    // Filled when they are asked for.
    mutable std::vector<ColourHash> hashes_of_colours_;
    mutable boost::unordered_flat_map<FeatureId, ColourHistogram::Counted> meaning_;
};

// Growing asks `limits`, if given, and throws Halted where they do not allow it.
std::unique_ptr<WlFeatures> make_wl_features(const Task& task, const AtomTable& atoms, const WlOptions& options,
                                             FeatureIds& ids, const Limits* limits = nullptr);

}  // namespace isonova
