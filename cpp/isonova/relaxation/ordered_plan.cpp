#include <algorithm>

#include "isonova/relaxation/ordered_datalog.hpp"

namespace isonova::relaxation {

using datalog::Atom;
using datalog::Rule;

// The values of all variables of the instance's rule at the end of objects_; returns where, and adds its cost and that
// of the auxiliary tuples joined in it.
std::size_t OrderedDatalog::resolve(const Instance& instance, Cost& cost) {
    const Rule& rule = program_.rules[instance.rule];
    const std::size_t place = objects_.size(), width = rule.domains.size();
    const auto first = values_.begin() + instance.values;
    objects_.insert(objects_.end(), first, first + static_cast<std::ptrdiff_t>(width));
    objects_.resize(place + width + rule.projected, none);
    cost = std::min(cost + rule_cost(rule), most);
    for (const Atom& atom : rule.body) {
        const bool changes = program_.changes[atom.relation];
        if (atom.relation < rules_.first_auxiliary && (changes || weight_[atom.relation].empty())) continue;
        const std::uint32_t tuple = relations_[atom.relation].find(ground(atom.args, objects_.data() + place));
        const std::size_t variables = atom.variables.size();
        if (!changes) {
            if (!weight_[atom.relation].empty()) cost = std::min(cost + weight_[atom.relation][tuple], most);
            for (std::size_t v = 0; v < variables; ++v)
                objects_[place + atom.variables[v]] = choice_[atom.relation][tuple * variables + v];
            continue;
        }
        const Fact& below = facts_[fact_of_settled_[atom.relation][tuple]];
        const std::size_t there = resolve(supporters_[below.supporter], cost);
        for (std::size_t v = 0; v < variables; ++v) objects_[place + atom.variables[v]] = objects_[there + v];
        objects_.resize(there);
    }
    return place;
}

Value OrderedDatalog::ff_value(RelaxedPlan* plan) {
    actions_.clear();
    needed_.assign(facts_.size(), false);
    added_.assign(facts_.size(), false);
    wanted_facts_.clear();
    // What costs nothing adds nothing to the cost of the plan, but its actions belong there.
    const auto need = [&](std::uint32_t id) {
        if (needed_[id] || facts_[id].initial || (facts_[id].cost == 0 && !plan)) return;
        needed_[id] = true;
        wanted_facts_.push_back(id);
    };
    for (const std::uint32_t id : goal_facts_) need(id);
    Cost sum = 0;
    for (std::size_t next = 0; next < wanted_facts_.size(); ++next) {
        const std::uint32_t fact = wanted_facts_[next];
        if (added_[fact]) continue;
        const Instance instance = supporters_[facts_[fact].supporter];
        const Rule& rule = program_.rules[instance.rule];
        Cost ignored = 0;
        collect_body(group_of_[instance.rule], values_.data() + instance.values, nullptr, ignored);
        for (const std::uint32_t each : body_facts_) need(each);
        if (rule.source == none || rules_.origins[rule.source].unit >= task_.schemata.size()) continue;
        objects_.clear();
        Cost cost = 0;
        const std::size_t place = resolve(instance, cost);
        const Origin& origin = rules_.origins[rule.source];
        const std::uint32_t action = task_.schemata[origin.unit].action;
        if (!actions_.insert(action, origin.declared, objects_.data() + place)) continue;
        sum = std::min(sum + cost, static_cast<Cost>(dead_end) - 1);
        const auto arguments = actions_.newest();
        // As on the graph: what it adds at this very cost needs no other action. Without a cost, what it adds might
        // be needed for it.
        if (cost > 0)
            for (const AddedAtom& atom : adds_[action]) {
                const std::uint32_t other = known(atom.predicate, ground(atom.args, arguments.data()));
                if (other != none && facts_[other].cost == facts_[fact].cost) added_[other] = true;
            }
        if (!plan) continue;
        plan->actions.push_back({action, {arguments.begin(), arguments.end()}});
        plan->preferred.push_back(std::all_of(body_facts_.begin(), body_facts_.end(),
                                              [&](std::uint32_t each) { return facts_[each].cost == 0; }));
    }
    if (plan) plan->cost = static_cast<Value>(sum);
    return static_cast<Value>(sum);
}

}  // namespace isonova::relaxation
