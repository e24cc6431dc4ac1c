#include "isonova/heuristics/linear_heuristic.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>
#include <set>

#include "features/vocabulary.hpp"
#include "isonova/features/exact_wl.hpp"

using namespace isonova;
using namespace isonova::testing;

namespace {

using State = std::set<AtomId>;

// The value by its definition: every node of the graph, every iteration, colours by their names.
Value plain_value(const LinearModel& model, ExactWl& wl, const State& state) {
    std::map<std::pair<std::uint32_t, std::string>, double> weights;
    for (const auto& [iteration, colour, weight] : model.weights) weights[{iteration, colour}] = weight;
    double sum = model.bias;
    wl.open(std::vector<AtomId>(state.begin(), state.end()));
    for (const ColouredNode& node : wl.nodes()) {
        for (std::uint32_t i = 0; i < node.colours.size(); ++i) {
            const auto found = weights.find({i, wl.colour_name(node.colours[i])});
            if (found != weights.end()) sum += found->second;
        }
    }
    return std::max<Value>(0, std::llround(std::floor(sum * model.scale + 0.5)));
}

// Weights for some of the colours of a few states. Quarters, so that sums are exact in floating point, too.
LinearModel any_model(Vocabulary& words, const WlOptions& options) {
    LinearModel model;
    model.wl = options;
    model.bias = words.below(40) / 4.0;
    model.scale = 1 + words.below(4);
    FeatureIds ids;
    ExactWl wl(words.task, words.atoms, options, ids);
    std::set<std::pair<std::uint32_t, std::string>> known;
    for (int states = 0; states < 5; ++states) {
        State state;
        for (int i = 0; i < 6; ++i) state.insert(words.any_fluent());
        wl.open(std::vector<AtomId>(state.begin(), state.end()));
        for (const ColouredNode& node : wl.nodes())
            for (std::uint32_t i = 0; i < node.colours.size(); ++i)
                if (words.below(3)) known.insert({i, wl.colour_name(node.colours[i])});
    }
    for (const auto& [iteration, colour] : known)
        model.weights.push_back({iteration, colour, (static_cast<double>(words.below(33)) - 12) / 4});
    return model;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(linear_heuristic)

BOOST_AUTO_TEST_CASE(values_on_walks_are_as_defined) {
    std::size_t positive = 0;
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        Vocabulary words(seed);
        WlOptions options;
        options.iterations = seed % 5;
        options.statics = seed % 2;
        const LinearModel model = any_model(words, options);
        Limits limits;
        LinearHeuristic heuristic(model, words.task, words.atoms, limits);
        FeatureIds ids;
        ExactWl wl(words.task, words.atoms, options, ids);
        State state;
        for (int i = 0; i < 8; ++i) state.insert(words.any_fluent());
        for (int step = 0; step < 10; ++step) {
            Expansion expansion;
            expansion.parent_atoms.assign(state.begin(), state.end());
            std::vector<State> children;
            for (std::uint32_t count = words.below(5); count-- > 0;) {
                State child = state;
                for (std::uint32_t changes = words.below(5); changes-- > 0;)
                    if (const AtomId atom = words.any_fluent(); !child.erase(atom)) child.insert(atom);
                Child entry;
                entry.first = static_cast<std::uint32_t>(expansion.pool.size());
                std::set_difference(child.begin(), child.end(), state.begin(), state.end(),
                                    std::back_inserter(expansion.pool));
                entry.added = static_cast<std::uint32_t>(expansion.pool.size()) - entry.first;
                std::set_difference(state.begin(), state.end(), child.begin(), child.end(),
                                    std::back_inserter(expansion.pool));
                entry.removed = static_cast<std::uint32_t>(expansion.pool.size()) - entry.first - entry.added;
                expansion.children.push_back(entry);
                children.push_back(std::move(child));
            }
            const Expansion* twice[] = {&expansion, &expansion};
            std::vector<Value> values;
            heuristic.evaluate(twice, values);
            BOOST_REQUIRE_EQUAL(values.size(), 2 * children.size());
            BOOST_TEST(heuristic.evaluate_atoms(expansion.parent_atoms) == plain_value(model, wl, state));
            for (std::size_t i = 0; i < children.size(); ++i) {
                const Value expected = plain_value(model, wl, children[i]);
                positive += expected > 0;
                BOOST_TEST(values[i] == expected);
                BOOST_TEST(values[children.size() + i] == expected);
            }
            if (!children.empty()) state = children.back();
        }
    }
    BOOST_TEST(positive > 200u);
}

BOOST_AUTO_TEST_CASE(what_is_no_model_is_refused) {
    const std::string colour = "0123456789abcdef01234567";
    const auto refused = [](const LinearModel& model, const std::string& why) {
        BOOST_CHECK_EXCEPTION(model.check(), std::invalid_argument, [&](const std::exception& e) {
            return std::string(e.what()).find(why) != std::string::npos;
        });
    };
    LinearModel model;
    model.weights = {{2, colour, 1.5}};
    model.check();
    for (const std::string name : {"", "0123", "0123456789abcdef0123456g", "0123456789abcdef012345678"}) {
        model.weights[0].colour = name;
        refused(model, "is not the name of a colour");
    }
    model.weights = {{3, colour, 1.5}};
    refused(model, "is of iteration 3, the model has 2");
    model.weights = {{0, colour, std::nan("")}};
    refused(model, "must be a number");
    model.weights = {{0, colour, 1e7}};
    refused(model, "after scaling");
    model.weights.clear();
    model.bias = INFINITY;
    refused(model, "the bias");
}

BOOST_AUTO_TEST_SUITE_END()
