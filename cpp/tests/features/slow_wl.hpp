// WL features as they are defined: the graph is built node by node, every iteration colours all of it, a colour is the
// number of the (colour, multiset) it stands for. Shares nothing with the library but the task.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "isonova/features/wl_options.hpp"
#include "isonova/state/atom_table.hpp"

namespace isonova::testing {

class SlowWl {
  public:
    using Feature = std::pair<std::uint32_t, std::uint32_t>;  // colour and count

    SlowWl(const Task& task, const AtomTable& atoms, const WlOptions& options)
        : task_(task), atoms_(atoms), options_(options) {}

    std::set<Feature> operator()(const std::set<AtomId>& state) {
        nodes_.clear();
        object_node_.clear();
        for (ObjectId o = 0; o < task_.objects.size(); ++o) {
            const Object& object = task_.objects[o];
            const bool is_special = options_.constants && object.is_constant;
            object_node_.push_back(nodes_.size());
            nodes_.push_back({start("ob " + (is_special ? object.name : "")), {}});
        }
        std::set<GroundAtom> true_atoms;
        for (const AtomId atom : state)
            true_atoms.insert({atoms_.predicate(atom), {atoms_.args(atom).begin(), atoms_.args(atom).end()}});
        std::set<GroundAtom> statics;
        for (std::size_t i = 0; i < task_.init.size(); ++i)
            if (task_.predicates[task_.init.predicate(i)].kind == PredicateKind::fixed)
                statics.insert({task_.init.predicate(i), {task_.init.args(i).begin(), task_.init.args(i).end()}});
        const auto holds = [&](const GroundAtom& atom) { return true_atoms.count(atom) || statics.count(atom); };

        std::vector<Literal> goal = task_.goal;
        if (options_.static_goals) goal.insert(goal.end(), task_.static_goal.begin(), task_.static_goal.end());
        std::set<GroundAtom> goals;
        for (const bool negated : {false, true})
            for (const Literal& literal : goal) {
                GroundAtom atom{literal.predicate, {}};
                for (const Term term : literal.args) atom.args.push_back(term.object());
                if (literal.negated != negated || !goals.insert(atom).second) continue;
                const char* kinds[] = {"ug", "ag", "fn", "tn"};
                add(kinds[2 * negated + holds(atom)], atom);
            }
        for (const GroundAtom& atom : true_atoms)
            if (!goals.count(atom)) add("ap", atom);
        if (options_.statics)
            for (const GroundAtom& atom : statics)
                if (!goals.count(atom)) add("ap", atom);
        if (options_.types)
            for (TypeId type = 1; type < task_.types.size(); ++type)
                for (const ObjectId object : task_.set(task_.types[type].objects))
                    add_node("ap type " + task_.types[type].name, {object});
        return colour();
    }

  private:
    struct Node {
        std::uint32_t colour;
        std::vector<std::pair<std::size_t, std::uint32_t>> edges;  // node and label
    };

    void add(const std::string& kind, const GroundAtom& atom) {
        if (task_.predicates[atom.predicate].invented) return;
        add_node(kind + " " + task_.predicates[atom.predicate].name, atom.args);
    }
    void add_node(const std::string& colour, const std::vector<ObjectId>& args) {
        const std::size_t node = nodes_.size();
        nodes_.push_back({start(colour), {}});
        for (std::uint32_t i = 0; i < args.size(); ++i) {
            nodes_[node].edges.push_back({object_node_[args[i]], i});
            nodes_[object_node_[args[i]]].edges.push_back({node, i});
        }
    }
    std::uint32_t start(const std::string& name) {
        return first_.try_emplace(name, static_cast<std::uint32_t>(first_.size())).first->second;
    }
    std::set<Feature> colour() {
        std::map<std::uint32_t, std::uint32_t> counts;
        for (const Node& node : nodes_) ++counts[node.colour];
        for (std::uint32_t l = 1; l <= options_.iterations; ++l) {
            std::vector<std::uint32_t> next;
            for (const Node& node : nodes_) {
                Around around{node.colour, {}};
                for (const auto& [other, label] : node.edges) around.second.insert({nodes_[other].colour, label});
                // Far from the first colours, so that the numbers differ.
                next.push_back(
                    around_.try_emplace(around, 1000000 + static_cast<std::uint32_t>(around_.size())).first->second);
            }
            for (std::size_t i = 0; i < nodes_.size(); ++i) ++counts[nodes_[i].colour = next[i]];
        }
        std::set<Feature> result;
        for (const auto& [colour, count] : counts) result.insert({colour, options_.counts ? count : 1});
        return result;
    }

    using Around = std::pair<std::uint32_t, std::multiset<std::pair<std::uint32_t, std::uint32_t>>>;
    const Task& task_;
    const AtomTable& atoms_;
    WlOptions options_;
    std::vector<Node> nodes_;
    std::vector<std::size_t> object_node_;
    std::map<std::string, std::uint32_t> first_;
    std::map<Around, std::uint32_t> around_;
};

}  // namespace isonova::testing
