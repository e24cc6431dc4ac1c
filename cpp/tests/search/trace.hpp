// What a search did, for comparisons: the states it expanded and the new ones among their successors, in order. States
// are told apart by the names of their atoms, so that searches of both engines can be compared.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "isonova/evaluators/heuristic_evaluator.hpp"
#include "isonova/heuristics/heuristic.hpp"
#include "isonova/search/search.hpp"

namespace isonova::testing {

struct Trace {
    Status status = Status::unsolvable;
    std::int64_t cost = 0;
    Value initial_h = 0;
    std::uint64_t expansions = 0, evaluations = 0, dead_ends = 0, states = 0;
    std::vector<std::uint64_t> expanded;  // those with new children, each followed by the children with their costs
    friend bool operator==(const Trace&, const Trace&) = default;
};

inline std::uint64_t mixed(std::uint64_t x) {  // splitmix64
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

inline std::uint64_t fingerprint(const AtomTable& table, std::span<const AtomId> atoms) {
    std::uint64_t sum = 0;
    for (const AtomId atom : atoms) {
        std::uint64_t hash = mixed(table.predicate(atom));
        for (const ObjectId object : table.args(atom)) hash = mixed(hash ^ object);
        sum += hash;
    }
    return sum;
}

class TracingEvaluator : public HeuristicEvaluator {
  public:
    TracingEvaluator(std::unique_ptr<Heuristic> heuristic, const StateSpace& space, std::vector<std::uint64_t>& out)
        : HeuristicEvaluator(std::move(heuristic)), space_(space), out_(out) {}

    void evaluate(const Expansion& expansion, bool with_preferred, Evaluations& out) override {
        const AtomTable& table = space_.atom_table();
        space_.atoms(expansion.parent, atoms_);
        const std::uint64_t parent = fingerprint(table, atoms_);
        out_.push_back(parent);
        for (const Child& child : expansion.children) {
            const std::uint64_t state =
                parent + fingerprint(table, expansion.added(child)) - fingerprint(table, expansion.removed(child));
            out_.push_back(state ^ mixed(static_cast<std::uint64_t>(child.cost)));
        }
        HeuristicEvaluator::evaluate(expansion, with_preferred, out);
    }

  private:
    const StateSpace& space_;
    std::vector<std::uint64_t>& out_;
    std::vector<AtomId> atoms_;
};

inline Trace trace(StateSpace& space, std::unique_ptr<Heuristic> heuristic, std::uint64_t max_evaluations,
                   Limits& limits) {
    Trace out;
    TracingEvaluator evaluator(std::move(heuristic), space, out.expanded);
    SearchOptions options;
    options.max_evaluations = max_evaluations;
    const SearchResult found = search(space, evaluator, options, limits);
    const SearchStatistics& statistics = found.statistics;
    out.status = found.status;
    out.cost = found.cost;
    out.initial_h = statistics.initial_h;
    out.expansions = statistics.expansions;
    out.evaluations = statistics.evaluations;
    out.dead_ends = statistics.dead_ends;
    out.states = statistics.states;
    return out;
}

}  // namespace isonova::testing
