#include <algorithm>

#include "isonova/relaxation/ordered_datalog.hpp"

namespace isonova {

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

// One state: lane 0.
struct OrderedDatalog::Source {
    OrderedDatalog& datalog;

    std::size_t node_count() const { return datalog.facts_.size(); }
    const std::vector<std::uint32_t>& goal() const { return datalog.goal_facts_; }
    LaneMask unmet(std::uint32_t fact, LaneMask written) const {
        return datalog.facts_[fact].cost != 0 || (written && !datalog.facts_[fact].initial);
    }
    LaneMask equal(std::uint32_t fact, std::uint32_t other) const {
        return datalog.facts_[fact].cost == datalog.facts_[other].cost;
    }
    template <class Function>
    void for_each_supporter(std::uint32_t fact, LaneMask lanes, Function function) const {
        if (const std::uint32_t supporter = datalog.facts_[fact].supporter; supporter != none)
            function(supporter, lanes);
    }
    const std::vector<std::uint32_t>& body(std::uint32_t supporter) {
        const Instance& instance = datalog.supporters_[supporter];
        Cost ignored = 0;
        datalog.collect_body(datalog.group_of_[instance.rule], datalog.values_.data() + instance.values, nullptr,
                             ignored);
        return datalog.body_facts_;
    }
    template <class Function>
    void for_each_action(std::uint32_t supporter, LaneMask lanes, AtomTable& actions, Function function) {
        const Instance& instance = datalog.supporters_[supporter];
        const std::uint32_t source = datalog.program_.rules[instance.rule].source;
        if (source == none || datalog.rules_.origins[source].unit >= datalog.task_.schemata.size()) return;
        const relaxation::Origin& origin = datalog.rules_.origins[source];
        datalog.objects_.clear();
        Cost cost = 0;
        const std::size_t place = datalog.resolve(instance, cost);
        const ObjectId* arguments = datalog.ground(origin.declared, datalog.objects_.data() + place);
        const std::uint32_t action = datalog.task_.schemata[origin.unit].action;
        function(actions.intern(action, {arguments, origin.declared.size()}), cost, lanes);
    }
    template <class Function>
    void for_each_sure_add(ActionNumber number, const AtomTable& actions, Function function) {
        for (const AddedAtom& atom : datalog.adds_[actions.predicate(number)]) {
            const auto arguments = actions.args(number);
            const std::uint32_t fact = datalog.known(atom.predicate, datalog.ground(atom.args, arguments.data()));
            if (fact != none) function(fact);
        }
    }
};

Value OrderedDatalog::ff_value(std::vector<ActionNumber>* plan) {
    PlanBatch batch;
    batch.lanes = 1;
    batch.plans[0] = plan;
    extractor_.extract(Source{*this}, batch);
    return batch.values[0];
}

}  // namespace isonova
