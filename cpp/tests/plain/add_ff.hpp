// h_add and h_FF over ground actions (Bonet and Geffner, 2001; Hoffmann and Nebel, 2001, with h_add's best supporters
// as in Keyder and Geffner, 2008).
//
// h_FF's relaxed plan takes for every node it needs the lowest-numbered operator that supports it, so it does not
// depend on the order in which nodes were reached. A PDDL action (its name and declared parameters) counts once,
// however many of its conditional effects or of the schemata it was split into take part; axioms cost nothing. Hence
// h_FF <= h_add, and without conditional effects h_max <= h_FF (with them, a relaxed plan may need one action twice,
// one effect for the other).
#pragma once

#include <optional>

#include "isonova/heuristics/heuristic.hpp"
#include "plain/additive_exploration.hpp"

namespace isonova::testing {

// What the two share: explorations in 32 bits, done again in 64 where a sum was too large.
class PlainAddFF : public Heuristic {
  public:
    PlainAddFF(const GroundTask& task, std::vector<std::int64_t> costs, Limits& limits);
    void evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                  std::vector<ActionNumber>* = nullptr) override;
    Value evaluate_atoms(std::span<const AtomId> atoms) override;
    const RelaxedTask& relaxed_task() const { return relaxed_; }

  protected:
    // From an exploration that found the goal, whose h_add value is given.
    virtual Value value(const AdditiveExploration<std::uint32_t>& exploration, Value additive) = 0;
    virtual Value value(const AdditiveExploration<std::uint64_t>& exploration, Value additive) = 0;

    const GroundTask& task_;
    std::vector<std::int64_t> costs_;  // of actions
    RelaxedTask relaxed_;

  private:
    Value child(std::span<const AtomId> parent, std::span<const AtomId> added, std::span<const AtomId> removed);
    void open(std::span<const AtomId> parent);

    Limits& limits_;
    AdditiveExploration<std::uint32_t> narrow_;
    std::optional<AdditiveExploration<std::uint64_t>> wide_;
    bool wide_open_ = false;
    bool always_wide_;
};

class PlainAdd : public PlainAddFF {
  public:
    using PlainAddFF::PlainAddFF;

  protected:
    Value value(const AdditiveExploration<std::uint32_t>&, Value additive) override { return additive; }
    Value value(const AdditiveExploration<std::uint64_t>&, Value additive) override { return additive; }
};

struct GroundRelaxedPlan {
    Value cost = 0;                 // `dead_end` if there is none
    std::vector<ActionId> actions;  // one for each PDDL action in it
};

class PlainFF : public PlainAddFF {
  public:
    PlainFF(const GroundTask& task, std::vector<std::int64_t> costs, Limits& limits);
    GroundRelaxedPlan relaxed_plan(std::span<const AtomId> atoms);

  protected:
    Value value(const AdditiveExploration<std::uint32_t>& exploration, Value additive) override;
    Value value(const AdditiveExploration<std::uint64_t>& exploration, Value additive) override;

  private:
    template <class Cost>
    Value extract(const AdditiveExploration<Cost>& exploration);

    std::vector<std::uint32_t> identity_;          // of the PDDL action behind each ground action
    std::vector<std::uint32_t> needed_, counted_;  // stamps of the current extraction, per node and per identity
    std::uint32_t stamp_ = 0;
    std::vector<NodeId> stack_;
    std::vector<ActionId> plan_;
};

}  // namespace isonova::testing
