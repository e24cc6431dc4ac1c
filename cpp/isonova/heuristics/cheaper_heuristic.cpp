#include "isonova/heuristics/cheaper_heuristic.hpp"

#include <algorithm>
#include <bit>

namespace isonova {

CheaperHeuristic::CheaperHeuristic(const std::shared_ptr<const RelaxedGraph>& graph, const AtomTable& table,
                                   Relaxation kind, Limits& limits)
    : CheaperHeuristic(graph, table, kind, limits, Options{}) {}

CheaperHeuristic::CheaperHeuristic(const std::shared_ptr<const RelaxedGraph>& graph, const AtomTable& table,
                                   Relaxation kind, Limits& limits, const Options& options)
    : sweeps_(graph, table, kind, limits, options.sweeps), frontier_(graph, table, kind, limits), only_(options.only) {
    // As good as it gets: one sweep, all lanes filled.
    cost_[sweeps] = cost_[sweeps_ahead] = static_cast<double>(graph->edge_count()) / 16;
    cost_[frontier] = 0;
}

CheaperHeuristic::Way CheaperHeuristic::choose() {
    const auto order = [&](Way a, Way b) { return cost_[a] < cost_[b]; };
    std::array<Way, 3> ways{sweeps_ahead, sweeps, frontier};
    const auto end = ways.end();
    auto begin = ways.begin();
    if (!ahead_.follows()) ++begin;
    std::stable_sort(begin, end, order);
    // The dearer a way, the less often it is tried.
    const auto tried = [&](Way way) {
        const double ratio = cost_[way] < 64 * cost_[*begin] ? cost_[way] / cost_[*begin] : 64;
        return ~turn_ % std::bit_ceil(static_cast<std::uint64_t>(64 * ratio)) == way;
    };
    ++turn_;
    for (auto way = begin + 1; way != end; ++way)
        if (tried(*way)) return *way;
    return *begin;
}

void CheaperHeuristic::note(Way way, double edges, double states) {
    cost_[way] = 0.75 * cost_[way] + 0.25 * edges / states;
}

void CheaperHeuristic::evaluate(Way way, std::span<const Expansion* const> expansions, std::vector<Value>& out) {
    way == frontier ? frontier_.evaluate(expansions, out) : sweeps_.evaluate(expansions, out);
}

void CheaperHeuristic::evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out) {
    const bool follows = ahead_.follows() && expansions.size() == 1;
    std::size_t missing = 0;
    if (follows) {
        missing = ahead_.recall(*expansions[0], out);
    } else {
        for (const Expansion* expansion : expansions) missing += expansion->children.size();
    }
    if (missing == 0) return;
    const Way way = only_.value_or(choose());
    const double before = visits(way);
    if (!follows) {
        evaluate(way, expansions, out);
        return note(way, visits(way) - before, static_cast<double>(missing));
    }
    const std::size_t lanes = sweeps_.lanes();
    const std::size_t empty = (lanes - missing % lanes) % lanes;
    // Where less than a third of the lanes is empty there is little to gain, and states foreseen cost memory accesses
    // too.
    const bool looks = way == sweeps_ahead && 2 * empty >= missing;
    evaluate(way, ahead_.gather(looks ? empty : 0), values_);
    ahead_.keep(values_, out);
    // What is left of a foreseen expansion says nothing of the sweeps that would have had all of it.
    if (way == sweeps && missing != out.size()) return;
    double edges = visits(way) - before, states = static_cast<double>(missing);
    if (way == sweeps_ahead) {
        edges += static_cast<double>(ahead_.effort());
        states += ahead_.used() * static_cast<double>(ahead_.foreseen());
    }
    note(way, edges, states);
}

Value CheaperHeuristic::evaluate_atoms(std::span<const AtomId> atoms) {
    const double before = visits(frontier);
    const Value value = frontier_.evaluate_atoms(atoms);
    if (turn_ == 0) cost_[frontier] = visits(frontier) - before;
    return value;
}

}  // namespace isonova
