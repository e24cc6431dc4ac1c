// Times single steps of the planner on one task and prints CPU seconds as one line of JSON: parsing, grounding,
// building the relaxed graph, add and ff for a state, WL colours of a state and of a child, expansions in both engines.
// Heuristics and features are timed on the states of a walk, and count per state.
//
// Every step runs inside `isonova_measured`, so that callgrind can count the instructions of that function alone.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <string>

#include <time.h>

#include "isonova/features/hashed_wl.hpp"
#include "isonova/ground/ground.hpp"
#include "isonova/ground/ground_state_space.hpp"
#include "isonova/heuristics/lane_add_ff.hpp"
#include "isonova/lifted/lifted_state_space.hpp"
#include "isonova/pddl/syntax.hpp"
#include "isonova/planner/novelty_options.hpp"
#include "isonova/task/normalise.hpp"
#include "isonova/util/simd.hpp"

extern "C" __attribute__((noinline)) void isonova_measured(const std::function<void()>& work) {
    work();
    asm volatile("");  // no tail call: the function ends after the work
}

namespace {

using namespace isonova;

constexpr int walk_steps = 10;

// std::clock counts whole microseconds, which is too coarse for the shortest steps.
double cpu_seconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// CPU seconds of one run, as the least of runs that take so many seconds together; at least one.
double least_time(double seconds, const std::function<void()>& work) {
    double least = 1e9, total = 0;
    do {
        const double start = cpu_seconds();
        isonova_measured(work);
        const double taken = cpu_seconds() - start;
        least = std::min(least, taken);
        total += taken;
    } while (total < seconds);
    return least;
}

// The expansions along a walk that goes to the last child of each state.
std::vector<Expansion> walk(StateSpace& space) {
    std::vector<Expansion> found;
    StateId state = space.initial();
    for (int step = 0; step < walk_steps; ++step) {
        Expansion expansion;
        space.expand(state, expansion, nullptr);
        if (expansion.children.empty()) break;
        state = expansion.children.back().state;
        found.push_back(std::move(expansion));
    }
    return found;
}

int run(const char* domain, const char* problem, double seconds, const std::string& only) {
    Limits limits;
    std::string out;
    const auto measure = [&](const char* name, double divisor, const std::function<void()>& work) {
        if (!only.empty() && only != name) return;
        char text[80];
        std::snprintf(text, sizeof text, "\"%s\": %.9g, ", name, least_time(seconds, work) / divisor);
        out += text;
    };
    const auto read = [&] { return normalise(*pddl::parse(pddl::read_source(domain), pddl::read_source(problem))); };
    const TaskPtr task = read();
    measure("parse", 1, [&] { read(); });
    const auto ground_task = std::make_shared<const GroundTask>(ground(task, limits));
    measure("ground", 1, [&] { ground(task, limits); });
    const auto graph = build_relaxed_graph(*task, CostType::normal, limits);
    measure("graph", 1, [&] { build_relaxed_graph(*task, CostType::normal, limits); });

    GroundStateSpace space(ground_task, limits);
    const std::vector<Expansion> expansions = walk(space);
    double states = 0;
    for (const Expansion& expansion : expansions) states += static_cast<double>(expansion.children.size());
    measure("expand", states, [&] {
        GroundStateSpace fresh(ground_task, limits);
        walk(fresh);
    });
    measure("lifted", states, [&] {
        LiftedStateSpace fresh(task, limits);
        walk(fresh);
    });
    for (const auto kind : {Relaxation::add, Relaxation::ff}) {
        if (!graph) break;
        LaneAddFF heuristic(graph, ground_task->atoms, kind, limits);
        measure(kind == Relaxation::add ? "add" : "ff", states, [&] {
            std::vector<Value> values;
            for (const Expansion& expansion : expansions) {
                const Expansion* one = &expansion;
                heuristic.evaluate(std::span(&one, 1), values);
            }
        });
    }
    FeatureIds ids;
    HashedWl wl(*task, ground_task->atoms, wl_options(NoveltyOptions{}, true), ids);
    measure("colour", static_cast<double>(expansions.size()), [&] {
        for (const Expansion& expansion : expansions) wl.colour_fully(expansion.parent_atoms);
    });
    measure("child", states, [&] {
        std::vector<FeatureId> gained, lost;
        for (const Expansion& expansion : expansions) {
            wl.open(expansion.parent_atoms);
            for (const Child& child : expansion.children) {
                wl.diff(expansion.added(child), expansion.removed(child), gained, lost);
            }
        }
    });
    std::printf("{%s\"actions\": %u, \"edges\": %u, \"states\": %.0f, \"avx2\": %s}\n", out.c_str(),
                ground_task->action_count(), graph ? graph->edge_count() : 0, states,
                simd() == Simd::avx2 ? "true" : "false");
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4 || argc > 5) {
        std::fprintf(stderr, "usage: %s DOMAIN PROBLEM SECONDS [STEP]\n", argv[0]);
        return 2;
    }
    try {
        return run(argv[1], argv[2], std::atof(argv[3]), argc > 4 ? argv[4] : "");
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 30;
    }
}
