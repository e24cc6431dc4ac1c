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

struct OrderedDatalog::Source {
    OrderedDatalog& datalog;

    std::size_t node_count() const { return datalog.facts_.size(); }
    const std::vector<std::uint32_t>& goal() const { return datalog.goal_facts_; }
    Cost cost(std::uint32_t fact) const { return datalog.facts_[fact].cost; }
    bool holds(std::uint32_t fact) const { return datalog.facts_[fact].initial; }
    std::uint32_t supporter(std::uint32_t fact) const { return datalog.facts_[fact].supporter; }
    const std::vector<std::uint32_t>& body(std::uint32_t supporter) {
        const Instance& instance = datalog.supporters_[supporter];
        Cost ignored = 0;
        datalog.collect_body(datalog.group_of_[instance.rule], datalog.values_.data() + instance.values, nullptr,
                             ignored);
        return datalog.body_facts_;
    }
    ActionNumber action(std::uint32_t supporter, AtomTable& actions, Cost& cost) {
        const Instance& instance = datalog.supporters_[supporter];
        const std::uint32_t source = datalog.program_.rules[instance.rule].source;
        if (source == none || datalog.rules_.origins[source].unit >= datalog.task_.schemata.size()) return none;
        const relaxation::Origin& origin = datalog.rules_.origins[source];
        datalog.objects_.clear();
        const std::size_t place = datalog.resolve(instance, cost);
        const ObjectId* arguments = datalog.ground(origin.declared, datalog.objects_.data() + place);
        return actions.intern(datalog.task_.schemata[origin.unit].action, {arguments, origin.declared.size()});
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
    return extractor_.extract(Source{*this}, plan);
}

}  // namespace isonova
