// Landmarks and orders of a relaxed graph beside those of the ground actions, counted.
#pragma once

#include "isonova/ground/ground_state_space.hpp"
#include "relaxation/slow_landmarks.hpp"

namespace isonova::testing {

struct LandmarkComparison {
    std::size_t landmarks = 0, disjunctive = 0, natural = 0, greedy_necessary = 0;
    std::size_t unsound = 0, missing = 0, unsound_orders = 0, missing_orders = 0;

    LandmarkComparison& operator+=(const LandmarkComparison& other) {
        for (auto member :
             {&LandmarkComparison::landmarks, &LandmarkComparison::disjunctive, &LandmarkComparison::natural,
              &LandmarkComparison::greedy_necessary, &LandmarkComparison::unsound, &LandmarkComparison::missing,
              &LandmarkComparison::unsound_orders, &LandmarkComparison::missing_orders})
            this->*member += other.*member;
        return *this;
    }
};

inline LandmarkComparison compare_landmarks(const std::shared_ptr<const GroundTask>& task,
                                            const RelaxedGraphOptions& options, Limits& limits) {
    LandmarkComparison out;
    GroundStateSpace space(task, limits);
    std::vector<AtomId> initial;
    space.atoms(space.initial(), initial);
    const auto graph = build_relaxed_graph(*task->task, CostType::normal, limits, options);
    AtomNodes nodes(*graph, task->atoms);
    const auto found = find_landmarks(*graph, true_nodes(*graph, nodes, initial), limits);
    const SlowLandmarks slow(*task, initial);
    if (found->goal_unreachable) return out;

    std::vector<SlowLandmarks::Facts> facts;
    std::vector<std::vector<bool>> without;
    std::set<Node> single;
    for (LandmarkId landmark = 0; landmark < found->size(); ++landmark) {
        facts.push_back(facts_of(*found, landmark, *graph, task->atoms));
        without.push_back(slow.reachable_without(facts.back()));
        out.unsound += SlowLandmarks::all(slow.goal(), without.back());
        out.unsound +=
            bool(found->is_goal[landmark]) != (facts.back().size() == 1 && slow.goal().contains(*facts.back().begin()));
        out.disjunctive += facts.back().size() > 1;
        if (facts.back().size() == 1) single.insert(*facts.back().begin());
    }
    for (AtomId atom = 0; atom < task->atoms.size(); ++atom)
        for (const bool positive : {true, false})
            if ((positive || atom < task->fluent_count) && !single.contains({atom, positive}))
                out.missing += slow.is_landmark({{atom, positive}});
    out.landmarks = found->size();

    for (LandmarkId one = 0; one < found->size(); ++one) {
        const bool is_initial =
            std::any_of(facts[one].begin(), facts[one].end(), [&](const Node& node) { return slow.is_initial(node); });
        const auto first = slow.first_achievers(facts[one], without[one]);
        for (LandmarkId two = 0; two < found->size(); ++two) {
            if (one == two) continue;
            const auto has = [](std::span<const LandmarkId> row, LandmarkId each) {
                return std::find(row.begin(), row.end(), each) != row.end();
            };
            const bool natural = has(found->before[one], two), necessary = has(found->needed_for[two], one);
            const bool is_natural = !SlowLandmarks::any(facts[one], without[two]);
            const bool is_necessary = !is_initial && std::all_of(first.begin(), first.end(), [&](const Operator* each) {
                return SlowLandmarks::meets(facts[two], each->body);
            });
            out.natural += natural;
            out.greedy_necessary += necessary;
            out.unsound_orders += (natural && !is_natural) + (necessary && !is_necessary);
            out.missing_orders += (!natural && is_natural) + (!necessary && is_necessary);
        }
    }
    return out;
}

}  // namespace isonova::testing
