#include "isonova/heuristics/cheaper_heuristic.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace isonova {

CheaperHeuristic::CheaperHeuristic(const std::shared_ptr<const RelaxedGraph>& graph, const AtomTable& table,
                                   Relaxation kind, Limits& limits)
    : CheaperHeuristic(graph, table, kind, limits, Options{}) {}

CheaperHeuristic::CheaperHeuristic(const std::shared_ptr<const RelaxedGraph>& graph, const AtomTable& table,
                                   Relaxation kind, Limits& limits, const Options& options)
    : sweeps_(graph, table, kind, limits, options.sweeps),
      frontier_(graph, table, kind, limits, sweeps_.plans()),
      only_(options.only) {
    // As good as it gets: one sweep, all lanes filled.
    siblings_.cost[sweeps] = siblings_.cost[sweeps_ahead] = static_cast<double>(graph->edge_count()) / 16;
    states_.cost[sweeps] = static_cast<double>(graph->edge_count());
}

CheaperHeuristic::Way CheaperHeuristic::Estimates::choose(std::span<Way> ways, const std::array<double, 3>& units) {
    const auto total = [&](Way way) { return cost[way] * units[way]; };
    std::stable_sort(ways.begin(), ways.end(), [&](Way a, Way b) { return total(a) < total(b); });
    const double least = total(ways.front());
    // The dearer a way, the less often it is tried.
    const auto tried = [&](Way way) {
        const double ratio = total(way) < 64 * least ? total(way) / least : 64;
        return ~turn % std::bit_ceil(static_cast<std::uint64_t>(64 * ratio)) == way;
    };
    ++turn;
    for (const Way way : ways.subspan(1))
        if (tried(way)) return way;
    return ways.front();
}

void CheaperHeuristic::Estimates::note(Way way, double edges, double units) {
    cost[way] = 0.75 * cost[way] + 0.25 * edges / units;
}

void CheaperHeuristic::evaluate(Way way, std::span<const Expansion* const> expansions, std::vector<Value>& out,
                                std::span<std::vector<ActionNumber>* const> plans) {
    way == frontier ? frontier_.evaluate_with_plans(expansions, out, plans)
                    : sweeps_.evaluate_with_plans(expansions, out, plans);
}

void CheaperHeuristic::evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                                std::vector<ActionNumber>* parent_plan) {
    const bool follows = ahead_.follows() && expansions.size() == 1;
    std::size_t all = parent_plan != nullptr;
    for (const Expansion* expansion : expansions) all += expansion->children.size();
    const std::size_t missing = follows ? ahead_.recall(*expansions[0], out, parent_plan) : all;
    if (missing == 0) return out.resize(all - (parent_plan != nullptr));
    std::array<Way, 3> ways{sweeps_ahead, sweeps, frontier};
    const Way way = only_.value_or(siblings_.choose(std::span(ways).subspan(ahead_.follows() ? 0 : 1), {1, 1, 1}));
    const double before = visits(way);
    if (!follows) {
        evaluate(way, expansions, out, {&parent_plan, parent_plan ? 1u : 0u});
        return siblings_.note(way, visits(way) - before, static_cast<double>(missing));
    }
    const std::size_t lanes = sweeps_.lanes();
    const std::size_t empty = (lanes - missing % lanes) % lanes;
    // Where less than a third of the lanes is empty there is little to gain, and states foreseen cost memory accesses
    // too.
    const bool looks = way == sweeps_ahead && 2 * empty >= missing;
    const auto gathered = ahead_.gather(looks ? empty : 0);
    foreseeing_ += ahead_.effort();
    evaluate(way, gathered, values_, ahead_.plans());
    ahead_.keep(values_, out);
    // What is left of a foreseen expansion says nothing of the sweeps that would have had all of it.
    if (way == sweeps && missing != all) return;
    double edges = visits(way) - before, states = static_cast<double>(missing);
    if (way == sweeps_ahead) {
        edges += static_cast<double>(ahead_.effort());
        states += ahead_.used() * static_cast<double>(ahead_.foreseen());
    }
    siblings_.note(way, edges, states);
}

Value CheaperHeuristic::evaluate_atoms(std::span<const AtomId> atoms) {
    const double before = visits(frontier);
    const Value value = frontier_.evaluate_atoms(atoms);
    for (Estimates* estimates : {&siblings_, &states_})
        if (estimates->turn == 0) estimates->cost[frontier] = visits(frontier) - before;
    return value;
}

void CheaperHeuristic::evaluate_states(std::span<const std::span<const AtomId>> states, std::vector<Value>& out,
                                       std::vector<std::vector<ActionNumber>>* plans) {
    const auto count = static_cast<double>(states.size());
    const double batches = std::ceil(count / sweeps_.lanes());
    const std::array<double, 3> units{batches, batches, count};
    std::array<Way, 2> ways{sweeps, frontier};
    const Way way = only_.value_or(states_.choose(ways, units));
    const double before = visits(way);
    way == frontier ? frontier_.evaluate_states(states, out, plans) : sweeps_.evaluate_states(states, out, plans);
    if (!states.empty()) states_.note(way, visits(way) - before, units[way]);
}

}  // namespace isonova
