// Semi-naive evaluation of a program: a queue of new tuples per relation; each new tuple is joined, at every body atom
// it can stand for, with the tuples published before it, so that every instance of a rule fires exactly once. Relations
// that no rule changes are complete from the start, so that rules are triggered by what changes and only look into the
// rest.
#pragma once

#include <cstddef>
#include <functional>
#include <unordered_map>
#include <vector>

#include "isonova/datalog/join.hpp"
#include "isonova/datalog/relation.hpp"
#include "isonova/datalog/rule.hpp"
#include "isonova/util/limits.hpp"

namespace isonova::datalog {

// Rules of equal bodies, which fire together.
using RuleGroup = std::vector<const Rule*>;
std::vector<RuleGroup> group_rules(const Program& program);

// One body atom of some rules that new tuples of its relation may stand for.
struct Trigger {
    Join join;
    std::uint32_t group;
};

// The triggers of one relation. Those whose atom has a constant are kept by that constant: a domain written out action
// by action has thousands of them, and a tuple concerns only a few.
class Triggers {
  public:
    void add(const Atom& atom, Trigger trigger);

    template <class Visit>
    void for_each(const Relation& relation, std::uint32_t id, Visit&& visit) {
        for (Trigger& trigger : always_) visit(trigger);
        for (std::size_t column = 0; column < by_constant_.size(); ++column) {
            const auto found = by_constant_[column].find(relation.tuple(id)[column]);
            if (found == by_constant_[column].end()) continue;
            for (Trigger& trigger : found->second) visit(trigger);
        }
    }

  private:
    std::vector<Trigger> always_;
    std::vector<std::unordered_map<ObjectId, std::vector<Trigger>>> by_constant_;  // per column
};

class SemiNaive {
  public:
    // Hears the bytes in use now and then and may throw to end the evaluation.
    using Watch = std::function<void(std::size_t)>;
    // Hears of every instance: the number of its group, and a value for each variable.
    using Fired = std::function<void(std::uint32_t, const ObjectId*)>;

    // `loaded` holds the facts, as `load` makes them. Auxiliary rules come before the rules that use them.
    SemiNaive(const Program& program, const Estimates& estimates, Relations loaded, Limits& limits);

    void run(const Watch& watch = {}, const Fired& fired = {});  // to the fixpoint; throws Halted
    Relations& relations() { return relations_; }
    const std::vector<RuleGroup>& groups() const { return groups_; }

  private:
    void prepare();
    void derive(std::uint32_t group, const ObjectId* values);
    void pause(const Watch& watch);

    const Program& program_;
    const Estimates& estimates_;
    Limits& limits_;
    ObjectBits sets_;
    Relations relations_;
    std::vector<RuleGroup> groups_;
    std::vector<Triggers> triggers_;  // per relation
    std::vector<ObjectId> head_;
    const Fired* fired_ = nullptr;
};

}  // namespace isonova::datalog
