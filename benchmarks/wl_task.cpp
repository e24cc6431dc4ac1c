// Times WL features on the states of a search (gc with wl) and prints the figures as one line of JSON. The search runs
// first and is written down; then the same expansions are coloured again, by differences and from scratch, under a
// clock of CPU time. What benchmarks/novelty_speed.py runs.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <fstream>
#include <string>

#include "isonova/features/hashed_wl.hpp"
#include "isonova/ground/ground.hpp"
#include "isonova/ground/ground_state_space.hpp"
#include "isonova/pddl/syntax.hpp"
#include "isonova/evaluators/novelty_evaluator.hpp"
#include "isonova/planner/novelty_options.hpp"
#include "isonova/planner/plan.hpp"
#include "isonova/task/normalise.hpp"

namespace {

using namespace isonova;

// Keeps a copy of every expansion.
class Recorder : public Evaluator {
  public:
    explicit Recorder(Evaluator& evaluator) : evaluator_(evaluator) {}
    Evaluation evaluate_initial(StateId state, std::span<const AtomId> atoms) override {
        return evaluator_.evaluate_initial(state, atoms);
    }
    void evaluate(const Expansion& expansion, bool with_preferred, Evaluations& out) override {
        expansions.push_back(expansion);
        evaluator_.evaluate(expansion, with_preferred, out);
    }
    EvaluatorTraits traits() const override { return evaluator_.traits(); }

    std::vector<Expansion> expansions;

  private:
    Evaluator& evaluator_;
};

template <class Work>
double cpu_seconds(Work work) {
    const std::clock_t start = std::clock();
    work();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

void write_states(const char* path, const std::vector<Expansion>& expansions, const GroundTask& task,
                  std::size_t most) {
    std::ofstream file(path);
    for (std::size_t i = 0; i < std::min(most, expansions.size()); ++i) {
        const char* between = "";
        for (const AtomId atom : expansions[i].parent_atoms) {
            file << between << task.task->predicates[task.atoms.predicate(atom)].name;
            for (const ObjectId object : task.atoms.args(atom)) file << ' ' << task.task->objects[object].spelling;
            between = ";";
        }
        file << '\n';
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 5) {
        std::fprintf(stderr, "usage: %s DOMAIN PROBLEM EVALUATIONS keep|drop [STATES_FILE STATES]\n", argv[0]);
        return 2;
    }
    try {
        Limits limits;
        const auto tree = pddl::parse(pddl::read_source(argv[1]), pddl::read_source(argv[2]));
        const auto task = std::make_shared<const GroundTask>(ground(normalise(*tree), limits));
        GroundStateSpace space(task, limits);
        NoveltyOptions options;
        options.features = {FeatureMapKind::wl};
        options.wl_statics = kind_of("treatment of static atoms", argv[4], keep_names);
        auto search_ids = std::make_unique<FeatureIds>();
        auto map = make_features(options, true, *task->task, task->atoms, *search_ids);
        auto novelty = make_novelty(options, *search_ids);
        NoveltyEvaluator evaluator(make_heuristic(*task, HeuristicKind::gc, CostType::normal, limits), std::move(search_ids), std::move(map),
                                   std::move(novelty), limits);
        Recorder recorder(evaluator);
        SearchOptions search_options;
        search_options.max_evaluations = std::strtoull(argv[3], nullptr, 10);
        search(space, recorder, search_options, limits);
        const std::size_t most = argc > 6 ? std::strtoull(argv[6], nullptr, 10) : 1000;
        if (argc > 5) write_states(argv[5], recorder.expansions, *task, most);

        const WlOptions wl_wanted = wl_options(options, true);
        double by_difference = 1e9, from_scratch = 1e9;
        std::uint64_t children = 0, recoloured = 0, colours = 0;
        const std::size_t scratch = std::min(most, recorder.expansions.size());
        for (int repeat = 0; repeat < 5; ++repeat) {
            FeatureIds ids;
            HashedWl wl(*task->task, task->atoms, wl_wanted, ids);
            std::vector<FeatureId> gained, lost;
            children = 0;
            by_difference =
                std::min(by_difference, cpu_seconds([&] {
                             for (const Expansion& expansion : recorder.expansions) {
                                 wl.open(expansion.parent_atoms);
                                 gained.clear();
                                 lost.clear();
                                 for (const Child& child : expansion.children) {
                                     wl.diff(expansion.added(child), expansion.removed(child), gained, lost);
                                 }
                                 children += expansion.children.size();
                             }
                         }));
            recoloured = wl.recoloured();
            from_scratch = std::min(from_scratch, cpu_seconds([&] {
                                        for (std::size_t i = 0; i < scratch; ++i)
                                            wl.colour_fully(recorder.expansions[i].parent_atoms);
                                    }));
            colours = wl.recoloured() - recoloured;
        }
        std::printf(
            "{\"expansions\": %zu, \"children\": %llu, \"recoloured\": %llu, \"child_ns\": %.1f, "
            "\"recoloured_ns\": %.2f, \"states\": %zu, \"full_ns\": %.1f, \"full_colour_ns\": %.2f}\n",
            recorder.expansions.size(), static_cast<unsigned long long>(children),
            static_cast<unsigned long long>(recoloured), 1e9 * by_difference / static_cast<double>(children),
            1e9 * by_difference / static_cast<double>(recoloured), scratch,
            1e9 * from_scratch / static_cast<double>(scratch), 1e9 * from_scratch / static_cast<double>(colours));
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 30;
    }
}
