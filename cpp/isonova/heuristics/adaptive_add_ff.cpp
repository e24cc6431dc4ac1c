#include "isonova/heuristics/adaptive_add_ff.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace isonova {

AdaptiveAddFF::AdaptiveAddFF(std::shared_ptr<const RelaxedGraph> graph, const AtomTable& table, Relaxation kind,
                             Limits& limits)
    : AdaptiveAddFF(std::move(graph), table, kind, limits, Options{}) {}

AdaptiveAddFF::AdaptiveAddFF(std::shared_ptr<const RelaxedGraph> graph, const AtomTable& table, Relaxation kind,
                             Limits& limits, const Options& options)
    : lanes_(std::move(graph), table, kind, limits, options.lanes),
      dijkstra_(lanes_.workspace(), kind, limits),
      only_(options.only) {
    // As good as it gets: one sweep, all lanes filled.
    const auto edges = static_cast<double>(lanes_.relaxation()->edges);
    siblings_.cost[lanes] = siblings_.cost[lanes_ahead] = edges / 16;
    states_.cost[lanes] = edges;
}

AdaptiveAddFF::Algorithm AdaptiveAddFF::Estimates::choose(std::span<Algorithm> algorithms,
                                                          const std::array<double, 3>& units) {
    const auto total = [&](Algorithm each) { return cost[each] * units[each]; };
    std::stable_sort(algorithms.begin(), algorithms.end(), [&](auto a, auto b) { return total(a) < total(b); });
    const double least = total(algorithms.front());
    const auto has_its_turn = [&](Algorithm each) {
        const double ratio = total(each) < 64 * least ? total(each) / least : 64;
        return ~turn % std::bit_ceil(static_cast<std::uint64_t>(64 * ratio)) == each;
    };
    ++turn;
    for (const Algorithm each : algorithms.subspan(1))
        if (has_its_turn(each)) return each;
    return algorithms.front();
}

void AdaptiveAddFF::Estimates::note(Algorithm algorithm, double edges, double units) {
    cost[algorithm] = 0.75 * cost[algorithm] + 0.25 * edges / units;
}

// Lanes are not prepared before Dijkstra's algorithm has taken as long as that would: in a huge graph, a search may be
// over by then.
AdaptiveAddFF::Algorithm AdaptiveAddFF::choose(Estimates& estimates, std::span<Algorithm> algorithms,
                                               const std::array<double, 3>& units, std::size_t states) const {
    constexpr double visits_to_prepare = 16;  // of each edge
    if (only_) return *only_;
    const double soon = static_cast<double>(dijkstra_.work()) + static_cast<double>(states) * estimates.cost[dijkstra];
    if (!lanes_.is_prepared() && soon < visits_to_prepare * lanes_.relaxation()->edges) return dijkstra;
    return estimates.choose(algorithms, units);
}

void AdaptiveAddFF::evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                             std::vector<ActionNumber>* parent_plan) {
    const bool follows = ahead_.follows() && expansions.size() == 1;
    std::size_t all = parent_plan != nullptr;
    for (const Expansion* expansion : expansions) all += expansion->children.size();
    const std::size_t missing = follows ? ahead_.recall(*expansions[0], out, parent_plan) : all;
    if (missing == 0) return out.resize(all - (parent_plan != nullptr));
    std::array<Algorithm, 3> algorithms{lanes_ahead, lanes, dijkstra};
    const auto possible = std::span(algorithms).subspan(ahead_.follows() ? 0 : 1);
    const Algorithm algorithm = choose(siblings_, possible, {1, 1, 1}, missing);
    const std::uint64_t before = work();
    const auto edges = [&] { return static_cast<double>(work() - before); };
    if (!follows) {
        run_by(algorithm).evaluate(expansions, out, parent_plan);
        return siblings_.note(algorithm, edges(), static_cast<double>(missing));
    }
    const std::size_t width = lanes_.lanes();
    const std::size_t empty = (width - missing % width) % width;
    // Where less than a third of the lanes is empty there is little to gain, and states ahead cost memory accesses too.
    const bool looks = algorithm == lanes_ahead && 2 * empty >= missing;
    const auto batch = ahead_.gather(looks ? empty : 0);
    run_by(algorithm).evaluate_with_plans(batch, values_, ahead_.plans());
    ahead_.store(values_, out);
    // What look-ahead left of an expansion says nothing of lanes that would have had all of it.
    if (algorithm == lanes && missing != all) return;
    siblings_.note(algorithm, edges(), static_cast<double>(missing) + ahead_.expected_use());
}

Value AdaptiveAddFF::evaluate_atoms(std::span<const AtomId> atoms) {
    const std::uint64_t before = work();
    const Value value = dijkstra_.evaluate_atoms(atoms);
    for (Estimates* estimates : {&siblings_, &states_})
        if (estimates->turn == 0) estimates->cost[dijkstra] = static_cast<double>(work() - before);
    return value;
}

void AdaptiveAddFF::evaluate_states(std::span<const std::span<const AtomId>> states, std::vector<Value>& out,
                                    std::vector<std::vector<ActionNumber>>* plans) {
    const auto count = static_cast<double>(states.size());
    const double batches = std::ceil(count / lanes_.lanes());
    const std::array<double, 3> units{batches, batches, count};
    std::array<Algorithm, 2> algorithms{lanes, dijkstra};
    const Algorithm algorithm = choose(states_, algorithms, units, states.size());
    const std::uint64_t before = work();
    run_by(algorithm).evaluate_states(states, out, plans);
    if (!states.empty()) states_.note(algorithm, static_cast<double>(work() - before), units[algorithm]);
}

}  // namespace isonova
