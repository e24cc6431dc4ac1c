// h_add and h_FF of one state without any graph: the split rules are evaluated in order of cost (Dijkstra's algorithm,
// as Knuth generalised it) until every goal is reached. For tasks whose relaxed graph is too large. Every instance is
// found once, when the last tuple of its body is settled.
//
// What holds of it: the values are those over ground actions, inequalities included, and depend on the set of atoms
// alone. Of several cheapest instances that derive a tuple, the one of the lowest rule and then of the smallest objects
// supports it; among tuples of equal cost, rounds keep supporters well-founded.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "isonova/datalog/semi_naive.hpp"
#include "isonova/relaxation/plan_extractor.hpp"
#include "isonova/relaxation/split_rules.hpp"
#include "isonova/relaxation/sure_adds.hpp"

#include "isonova/util/bucket_queue.hpp"

namespace isonova {

class OrderedDatalog {
  public:
    // Without inequalities nothing is exact, but rules have few variants and are all split.
    OrderedDatalog(const Task& task, CostType cost_type, Limits& limits, bool inequalities = true);

    void clear();  // to the state in which nothing is true
    void add(PredicateId predicate, std::span<const ObjectId> args);
    // Whether the goal can be reached from the state, within so many instances. Supporters are kept only where asked
    // for. Throws Halted.
    bool run(bool with_supporters, std::uint64_t most_instances = std::numeric_limits<std::uint64_t>::max());
    // Whether the goal is reached from the task's initial state, within so many instances.
    bool reaches_goal_initially(std::uint64_t most_instances);
    Value add_value() const;
    // After a run with supporters; as PlanExtractor::extract.
    Value ff_value(std::vector<ActionNumber>* plan = nullptr);
    const AtomTable& actions() const { return extractor_.actions(); }

    std::uint64_t instances() const { return instances_; }  // so far, of all states

  private:
    using Cost = std::uint64_t;
    static constexpr Cost infinity = Cost{1} << 63;
    static constexpr Cost most = Cost{1} << 61;

    struct Fact {  // a tuple that has been derived, or is wanted by the goal
        datalog::RelationId relation;
        std::uint32_t tuple;  // in known_[relation]
        Cost cost = infinity;
        std::uint32_t round = 0;         // among facts of equal cost
        std::uint32_t supporter = none;  // in supporters_
        std::uint32_t waiting = none;    // in waiting_: instances that need it to become false
        bool settled = false;
        bool initial = false;
        bool is_goal = false;
    };
    struct Instance {
        std::uint32_t rule;    // or the group of rules
        std::uint32_t values;  // in values_
        std::uint32_t next = none;
    };
    struct Group {
        const datalog::Rule* body;
        std::vector<std::uint32_t> rules;      // of the program
        std::vector<std::uint32_t> positions;  // of body atoms that may cost something
        bool is_whole = false;                 // a tuple may stand at two places
    };
    struct Source;  // of relaxed plans
    struct Goal {   // over a predicate, or over what says that an atom of it has become false
        datalog::RelationId relation;
        std::vector<ObjectId> args;
    };

    void evaluate_static_rules();
    void make_goal();
    const ObjectId* ground(const std::vector<Term>& terms, const ObjectId* values);
    std::uint32_t fact(datalog::RelationId relation, const ObjectId* args);         // made where there is none
    std::uint32_t known(datalog::RelationId relation, const ObjectId* args) const;  // or `none`
    // The fact, if it is a fluent that is true in the state, that an instance needs to become false; or `none`.
    std::uint32_t in_the_way(const datalog::Atom& atom, const ObjectId* values);
    std::uint32_t negation(std::uint32_t fact) const;  // the fact that it has become false, or `none`
    void expand(std::uint32_t fact);
    void fire(std::uint32_t group, const ObjectId* values, const std::uint32_t* matched);
    // The facts that the body of an instance stands for, to body_facts_, and the cost of what never changes. False
    // where one has still to become false: the instance waits for that, or does not exist.
    bool collect_body(std::uint32_t group, const ObjectId* values, const std::uint32_t* matched, Cost& cost);
    void improve(std::uint32_t rule, const ObjectId* values, Cost cost);
    void support(Fact& fact, std::uint32_t rule, const ObjectId* values);
    std::size_t resolve(const Instance& instance, Cost& cost);
    Cost rule_cost(const datalog::Rule& rule) const;

    const Task& task_;
    Limits& limits_;
    relaxation::SplitRules split_;
    const relaxation::WholeRules& rules_ = split_.whole;
    const datalog::Program& program_ = split_.program;
    datalog::ObjectBits sets_;
    datalog::Relations relations_;  // settled tuples; those that never change are there all the time
    std::vector<Group> groups_;
    std::vector<std::uint32_t> group_of_;      // per rule
    std::vector<datalog::Triggers> triggers_;  // per relation
    std::vector<std::vector<Cost>> weight_;    // per relation that never changes: of each tuple; empty: none
    std::vector<std::vector<std::uint32_t>>
        choice_;                    // per auxiliary relation that never changes: variables of each tuple
    std::vector<Instance> always_;  // groups of rules over what never changes, with values in always_values_
    std::vector<ObjectId> always_values_;
    std::vector<bool> wanted_;  // predicates of which atoms matter
    std::vector<Goal> goal_;
    bool goal_unreachable_ = false;

    // Of the state at hand.
    datalog::Relations known_;
    std::vector<std::vector<std::uint32_t>> fact_of_known_, fact_of_settled_;  // per relation and tuple
    std::vector<Fact> facts_;
    std::vector<Instance> supporters_, waiting_;
    std::vector<ObjectId> values_;
    BucketQueue<Cost> queue_;
    Cost current_ = 0;
    std::uint32_t round_ = 0;
    std::size_t goals_left_ = 0;
    std::vector<std::uint32_t> goal_facts_;
    bool with_supporters_ = false;

    std::vector<ObjectId> args_, instance_;
    std::vector<std::uint32_t> body_facts_;
    std::vector<ObjectId> objects_;
    SureAdds adds_;
    PlanExtractor extractor_;
    std::uint64_t instances_ = 0;
};

}  // namespace isonova
