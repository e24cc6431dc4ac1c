// Best-first search with several queues, greedy or by path costs, written down as plainly as possible: queues are lists
// that are searched from end to end, and everything known of a state is in a map. What the search proper is compared
// with.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "isonova/evaluators/evaluator.hpp"
#include "isonova/features/stable_colouring.hpp"
#include "isonova/search/search.hpp"

namespace isonova::testing {

class SlowSearch : private ExpansionListener {
  public:
    SlowSearch(StateSpace& space, std::vector<Evaluator*> evaluators, const SearchOptions& options)
        : space_(space), evaluators_(std::move(evaluators)), options_(options), queues_(options.queues.size()) {}

    // The states expanded, in order; the last one is a goal if one was found.
    std::vector<StateId> run(std::size_t most) {
        std::vector<StateId> expanded;
        const StateId initial = space_.initial();
        std::vector<AtomId> atoms;
        space_.atoms(initial, atoms);
        std::vector<Value> h;
        std::vector<Key> keys;
        for (Evaluator* evaluator : evaluators_) {
            const Evaluation first = is_lazy(*evaluator) ? Evaluation{} : evaluator->evaluate_initial(initial, atoms);
            h.push_back(first.h);
            keys.push_back(first.key);
        }
        enter(initial, h, keys, false);
        for (;;) {
            std::vector<StateId> batch;
            const std::size_t together = std::min<std::size_t>(options_.pop, most - expanded.size());
            for (StateId state; batch.size() < together && (state = pop()) != none;) {
                if (space_.is_goal(state)) {
                    expanded.push_back(state);
                    return expanded;
                }
                batch.push_back(state);
            }
            if (batch.empty()) return expanded;
            // Values first, as they are without each other.
            std::vector<std::vector<Value>> values;
            for (const StateId state : batch) values.push_back(lazy_values(state));
            for (std::size_t i = 0; i < batch.size(); ++i) {
                if (expanded.size() == most) return expanded;
                Node& node = nodes_[batch[i]];
                if (std::count(values[i].begin(), values[i].end(), dead_end)) {
                    node.dead = true;
                    continue;
                }
                bool beyond = false;
                for (std::size_t e = 0; e < evaluators_.size(); ++e)
                    beyond |= is_lazy(*evaluators_[e]) && evaluators_[e]->traits().admissible &&
                              node.g + values[i][e] >= options_.max_cost;
                if (beyond) continue;
                for (std::size_t e = 0; e < evaluators_.size(); ++e)
                    if (is_lazy(*evaluators_[e])) note(e, values[i][e]);
                expanded.push_back(batch[i]);
                expand(batch[i], values[i]);
            }
        }
    }

  private:
    using Action = std::pair<std::uint32_t, std::vector<ObjectId>>;
    struct Node {
        std::vector<Value> h;  // of a deferred evaluator: the lowest h of a parent
        std::int64_t g = 0;
        bool expanded = false, preferred = false, dead = false, begun = false, coloured = false, back = false;
    };
    struct Entry {
        Key key;
        StateId state;
    };
    struct Duplicate {
        StateId child;
        ActionId action;
        std::int64_t cost;
    };

    bool is_lazy(const Evaluator& evaluator) const {
        return options_.evaluate == Evaluate::lazy && evaluator.traits().may_be_deferred;
    }
    void duplicate(StateId, StateId child, ActionId action, std::int64_t cost) override {
        duplicates_.push_back({child, action, cost});
    }
    std::uint64_t many(StateId parent) override {
        constexpr auto never = std::numeric_limits<std::uint64_t>::max();
        if (options_.helpful_first == 0 || nodes_[parent].begun) return never;
        for (const QueueOptions& queue : options_.queues)
            if (!queue.preferred && is_lazy(*evaluators_[queue.evaluator])) return options_.helpful_first;
        return never;
    }
    bool wants(StateId parent, ActionId action) override { return is_helpful(helpful(parent), parent, action); }
    bool is_helpful(const std::set<Action>& plan, StateId parent, ActionId action) {
        ActionInstance instance;
        space_.action(parent, action, instance);
        return plan.contains({instance.action, instance.arguments});
    }

    StateId pop() {
        for (;;) {
            std::size_t next = queues_.size();
            for (std::size_t q = 0; q < queues_.size(); ++q)
                if (!queues_[q].empty() && (next == queues_.size() || uses_[q] < uses_[next])) next = q;
            if (next == queues_.size()) return pop_back();
            ++uses_[next];
            auto& queue = queues_[next];
            const auto first = std::min_element(queue.begin(), queue.end(),
                                                [](const Entry& a, const Entry& b) { return a.key < b.key; });
            const StateId state = first->state;
            const Value primary = first->key.primary;
            queue.erase(first);
            if (nodes_[state].expanded || is_beyond(state)) continue;
            if (goes_back(state, primary)) continue;
            nodes_[state].expanded = true;
            return state;
        }
    }

    // Whether it looks like a state that was expanded, when its turn comes first.
    bool goes_back(StateId state, Value primary) {
        if (options_.symmetric == Symmetric::keep) return false;
        Node& node = nodes_[state];
        if (node.coloured) return node.back;
        std::vector<AtomId> atoms;
        space_.atoms(state, atoms);
        node.coloured = true;
        node.back = !colourings_.insert(colouring_(atoms)).second;
        if (node.back) back_.push_back({{primary}, state});
        return node.back;
    }
    StateId pop_back() {
        while (!back_.empty()) {
            const auto first = std::min_element(back_.begin(), back_.end(),
                                                [](const Entry& a, const Entry& b) { return a.key < b.key; });
            const StateId state = first->state;
            back_.erase(first);
            if (is_beyond(state)) continue;
            nodes_[state].back = false;
            nodes_[state].expanded = true;
            return state;
        }
        return none;
    }

    void note(std::size_t evaluator, Value h) {
        const auto [known, is_first] = best_.try_emplace(evaluator, h);
        if (is_first || h >= known->second) return;
        known->second = h;
        for (std::size_t q = 0; q < queues_.size(); ++q)
            if (options_.queues[q].preferred) uses_[q] -= options_.boost;
    }

    void push(std::size_t q, Key key, Value h, StateId state) {
        if (options_.weight) key = {nodes_[state].g + static_cast<Value>(*options_.weight) * h, h};
        queues_[q].push_back({key, state});
    }

    bool is_beyond(StateId state) {
        const Node& node = nodes_[state];
        Value at_least = 0;
        for (std::size_t e = 0; e < evaluators_.size(); ++e)
            if (evaluators_[e]->traits().admissible && !is_lazy(*evaluators_[e]))
                at_least = std::max(at_least, node.h[e]);
        return node.g + at_least >= options_.max_cost;
    }

    void enter(StateId state, const std::vector<Value>& h, const std::vector<Key>& keys, bool preferred) {
        Node& node = nodes_[state];
        node.h = h;
        node.preferred = preferred;
        if (std::count(h.begin(), h.end(), dead_end)) {
            node.expanded = node.dead = true;
            return;
        }
        if (is_beyond(state)) return;
        for (std::size_t q = 0; q < queues_.size(); ++q)
            if (preferred || !options_.queues[q].preferred) {
                const std::size_t e = options_.queues[q].evaluator;
                push(q, keys[e], h[e], state);
            }
        for (std::size_t e = 0; e < evaluators_.size(); ++e)
            if (!is_lazy(*evaluators_[e])) note(e, h[e]);
    }

    std::vector<Value> lazy_values(StateId state) {
        std::vector<Value> values(evaluators_.size(), 0);
        std::vector<AtomId> atoms;
        space_.atoms(state, atoms);
        const std::span<const AtomId> one(atoms);
        for (std::size_t e = 0; e < evaluators_.size(); ++e) {
            if (!is_lazy(*evaluators_[e])) continue;
            std::vector<Value> out;
            evaluators_[e]->evaluate_states(std::span(&one, 1), out, nullptr);
            values[e] = out[0];
        }
        return values;
    }

    // The actions of the relaxed plans of a state.
    std::set<Action> helpful(StateId state) {
        std::set<Action> found;
        std::vector<AtomId> atoms;
        space_.atoms(state, atoms);
        const std::span<const AtomId> one(atoms);
        for (Evaluator* evaluator : evaluators_) {
            if (!evaluator->actions() || !evaluator->traits().may_be_deferred) continue;
            std::vector<Value> out;
            std::vector<std::vector<ActionNumber>> plans;
            evaluator->evaluate_states(std::span(&one, 1), out, &plans);
            for (const ActionNumber number : plans[0]) {
                const auto args = evaluator->actions()->args(number);
                found.insert({evaluator->actions()->predicate(number), {args.begin(), args.end()}});
            }
        }
        return found;
    }

    void expand(StateId state, const std::vector<Value>& own) {
        Expansion expansion;
        duplicates_.clear();
        space_.expand(state, expansion, this);
        const std::set<Action> plan = helpful(state);
        const std::int64_t g = nodes_[state].g;
        for (const Child& child : expansion.children) nodes_[child.state].g = g + child.cost;
        std::vector<StateId> cheaper;
        for (const Duplicate& each : duplicates_) {
            if (g + each.cost >= nodes_[each.child].g) continue;
            nodes_[each.child].g = g + each.cost;
            cheaper.push_back(each.child);
        }
        std::vector<Evaluations> found(evaluators_.size());
        for (std::size_t e = 0; e < evaluators_.size(); ++e)
            if (!is_lazy(*evaluators_[e]) && !expansion.children.empty()) {
                expansion.parent_h = nodes_[state].h[e];
                evaluators_[e]->evaluate(expansion, true, found[e]);
            }
        for (std::size_t i = 0; i < expansion.children.size(); ++i) {
            std::vector<Value> h;
            std::vector<Key> keys;
            bool preferred = is_helpful(plan, state, expansion.children[i].action);
            for (std::size_t e = 0; e < evaluators_.size(); ++e) {
                h.push_back(is_lazy(*evaluators_[e]) ? own[e] : found[e].h[i]);
                keys.push_back(is_lazy(*evaluators_[e]) ? Key{own[e]} : found[e].keys[i]);
                preferred |= !found[e].preferred.empty() && found[e].preferred[i];
            }
            enter(expansion.children[i].state, h, keys, preferred);
        }
        for (const Duplicate& each : duplicates_) {
            bool preferred = is_helpful(plan, state, each.action);
            for (Evaluator* evaluator : evaluators_)
                if (evaluator->traits().follows_paths) preferred |= evaluator->reached_again(state, each.child);
            Node& node = nodes_[each.child];
            if (options_.evaluate != Evaluate::lazy || node.expanded) continue;
            const bool newly = preferred && !node.preferred;
            node.preferred |= preferred;
            for (std::size_t q = 0; q < queues_.size(); ++q) {
                const std::size_t e = options_.queues[q].evaluator;
                if (!is_lazy(*evaluators_[e])) continue;
                const bool better = own[e] < node.h[e];
                if (options_.queues[q].preferred ? newly || (better && node.preferred) : better)
                    push(q, Key{own[e]}, own[e], each.child);
            }
            for (std::size_t e = 0; e < evaluators_.size(); ++e)
                if (is_lazy(*evaluators_[e])) node.h[e] = std::min(node.h[e], own[e]);
        }
        const bool follows = options_.weight || options_.reopen || options_.max_cost != no_max_cost;
        for (const StateId each : cheaper) {
            Node& node = nodes_[each];
            if (!follows || node.dead || (node.expanded && !options_.reopen)) continue;
            node.expanded = false;
            if (is_beyond(each)) continue;
            for (std::size_t q = 0; q < queues_.size(); ++q) {
                const Value h = node.h[options_.queues[q].evaluator];
                if (node.preferred || !options_.queues[q].preferred) push(q, Key{h}, h, each);
            }
        }
        if (expansion.left_out == 0) return;
        nodes_[state].begun = true;
        nodes_[state].expanded = false;
        for (std::size_t q = 0; q < queues_.size(); ++q)
            if (const std::size_t e = options_.queues[q].evaluator;
                !options_.queues[q].preferred && is_lazy(*evaluators_[e]))
                push(q, Key{own[e]}, own[e], state);
    }

    StateSpace& space_;
    std::vector<Evaluator*> evaluators_;
    SearchOptions options_;
    std::vector<std::vector<Entry>> queues_;
    std::map<std::size_t, std::int64_t> uses_;
    std::map<StateId, Node> nodes_;
    std::map<std::size_t, Value> best_;
    std::vector<Duplicate> duplicates_;
    StableColouring colouring_{space_.task(), space_.atom_table()};
    std::set<std::uint64_t> colourings_;
    std::vector<Entry> back_;
};

}  // namespace isonova::testing
