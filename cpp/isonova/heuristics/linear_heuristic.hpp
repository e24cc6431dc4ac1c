// A linear function of WL colours as a heuristic (as in GOOSE: Chen, Trevizan and Thiébaux, ICAPS 2024): a bias plus,
// for each colour, a weight times how many nodes have it. Children are evaluated by differences.
//
// Weights are kept as multiples of 2^-20, so that sums are exact and a value depends on the state alone, however it was
// computed. Values are whole numbers, at least 0.
#pragma once

#include <string>
#include <vector>

#include "isonova/features/hashed_wl.hpp"
#include "isonova/heuristics/heuristic.hpp"

namespace isonova {

struct LinearModel {
    struct Weight {
        std::uint32_t iteration = 0;
        std::string colour;  // its name, as WlFeatures::colour_name has it
        double weight = 0;
    };
    WlOptions wl;
    std::vector<Weight> weights;
    double bias = 0;
    double scale = 1;  // of values, before they are rounded

    void check() const;  // throws std::invalid_argument on names that are none and numbers out of range
};

class LinearHeuristic : public Heuristic {
  public:
    // `task`, `atoms` and `limits` must outlive it. Throws std::invalid_argument as LinearModel::check.
    LinearHeuristic(const LinearModel& model, const Task& task, const AtomTable& atoms, Limits& limits);

    void evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                  std::vector<ActionNumber>* parent_plan = nullptr) override;
    Value evaluate_atoms(std::span<const AtomId> atoms) override;
    std::uint64_t work() const override { return features_.work(); }

  private:
    Value value(std::int64_t sum) const;

    Limits& limits_;
    FeatureIds ids_;  // colours alone are looked at
    HashedWl features_;
    std::vector<std::int64_t> weights_;  // by colour
    std::int64_t bias_ = 0;
};

}  // namespace isonova
