#include "isonova/lifted/lifted_state_space.hpp"

#include <algorithm>
#include <iterator>

namespace isonova {

namespace {

void sort_unique(std::vector<AtomId>& atoms) {
    std::sort(atoms.begin(), atoms.end());
    atoms.erase(std::unique(atoms.begin(), atoms.end()), atoms.end());
}

}  // namespace

LiftedStateSpace::LiftedStateSpace(TaskPtr task, Limits& limits)
    : task_(std::move(task)),
      atoms_(static_cast<std::uint32_t>(task_->predicates.size())),
      fixed_(*task_),
      relations_(*task_, atoms_),
      child_relations_(*task_, atoms_),
      derivation_(fixed_, atoms_, limits),
      applicable_(fixed_, limits),
      tree_(limits),
      limits_(limits) {
    for (const Schema& schema : task_->schemata) effects_.emplace_back(schema, fixed_, atoms_, limits);
    intern_init_and_goal();
}

void LiftedStateSpace::intern_init_and_goal() {
    for (std::size_t i = 0; i < task_->init.size(); ++i)
        if (task_->predicates[task_->init.predicate(i)].kind == PredicateKind::fluent)
            init_.push_back(atoms_.intern(task_->init.predicate(i), task_->init.args(i)));
    std::sort(init_.begin(), init_.end());
    goal_impossible_ = task_->goal_false;
    std::vector<ObjectId> args;
    for (const Literal& literal : task_->goal) {
        args.clear();
        for (const Term term : literal.args) args.push_back(term.object());
        const PredicateKind kind = task_->predicates[literal.predicate].kind;
        if (kind == PredicateKind::fixed) {
            const bool holds = fixed_.relations[literal.predicate].find(args.data()) != none;
            if (holds == literal.negated) goal_impossible_ = true;
            continue;
        }
        (literal.negated ? negative_goal_ : goal_).push_back(atoms_.intern(literal.predicate, args));
        goal_has_derived_ |= kind == PredicateKind::derived;
    }
    sort_unique(goal_);
    sort_unique(negative_goal_);
    for (const AtomId atom : goal_)
        if (std::binary_search(negative_goal_.begin(), negative_goal_.end(), atom)) goal_impossible_ = true;
}

StateId LiftedStateSpace::initial() {
    return insert(init_);
}

StateId LiftedStateSpace::insert(std::span<const AtomId> fluents) {
    return tree_.insert(tree_.toggle(StateTree::empty, fluents)).state;
}

StateId LiftedStateSpace::restart(std::span<const AtomId> fluents) {
    tree_ = StateTree(limits_);
    loaded_ = applicable_in_ = none;
    return insert(fluents);
}

void LiftedStateSpace::load(StateId state) const {
    if (loaded_ == state) return;
    loaded_ = none;
    buffer_.clear();
    tree_.atoms(tree_.root(state), buffer_);
    relations_.clear();
    for (const AtomId atom : buffer_) relations_.insert(atom);
    derivation_.derive(relations_);
    loaded_ = state;
}

bool LiftedStateSpace::is_goal(StateId state) const {
    if (goal_impossible_) return false;
    if (goal_has_derived_) load(state);
    const StateTree::Node root = tree_.root(state);
    const auto holds = [&](AtomId atom) {
        return goal_has_derived_ ? relations_.holds(atom) : tree_.contains(root, atom);
    };
    return std::all_of(goal_.begin(), goal_.end(), holds) &&
           std::none_of(negative_goal_.begin(), negative_goal_.end(), holds);
}

void LiftedStateSpace::atoms(StateId state, std::vector<AtomId>& out) const {
    load(state);
    out.assign(relations_.atoms().begin(), relations_.atoms().end());
    if (!derivation_.empty()) std::sort(out.begin(), out.end());
}

// Join orders follow the mean sizes of relations in a few states, more and more apart.
void LiftedStateSpace::learn_sizes() {
    constexpr std::uint64_t last_sample = 4096;
    const std::uint64_t count = ++expansions_;
    if (count > last_sample || (count & (count - 1)) != 0) return;
    const double weight = 1.0 / ++samples_;
    for (PredicateId predicate = 0; predicate < task_->predicates.size(); ++predicate) {
        if (fixed_.is_static(predicate)) continue;
        const datalog::Estimate now = relations_.measure(predicate);
        datalog::Estimate& mean = fixed_.estimates[predicate];
        mean.size += (now.size - mean.size) * weight;
        for (std::size_t i = 0; i < now.distinct.size(); ++i)
            mean.distinct[i] += (now.distinct[i] - mean.distinct[i]) * weight;
    }
    applicable_.order();
}

void LiftedStateSpace::add_derived_difference() {
    child_relations_.clear();
    const lifted::StateRelations& parent = relations_;
    for (const AtomId atom : parent.atoms())
        if (task_->predicates[atoms_.predicate(atom)].kind == PredicateKind::fluent &&
            !std::binary_search(removed_.begin(), removed_.end(), atom))
            child_relations_.insert(atom);
    for (const AtomId atom : added_) child_relations_.insert(atom);
    derivation_.derive(child_relations_);
    added_.clear();
    removed_.clear();
    for (const AtomId atom : child_relations_.atoms())
        if (!parent.holds(atom)) added_.push_back(atom);
    for (const AtomId atom : parent.atoms())
        if (!child_relations_.holds(atom)) removed_.push_back(atom);
    std::sort(added_.begin(), added_.end());
    std::sort(removed_.begin(), removed_.end());
}

void LiftedStateSpace::open(StateId parent, Expansion& out) {
    out.clear();
    out.parent = parent;
    load(parent);
    if (out.with_parent_atoms) atoms(parent, out.parent_atoms);
}

void LiftedStateSpace::find_applicable(StateId state) {
    applicable_in_ = none;
    applicable_.find(relations_);
    applicable_in_ = state;
}

template <class Visit>
void LiftedStateSpace::visit_successors(Expansion& out, const Visit& visit) {
    out.generated = applicable_.size();
    Child child;
    for (const auto& group : applicable_.groups()) {
        for (std::uint32_t i = 0; i < group.count; ++i, ++child.action) {
            if (child.action % 64 == 63) {
                if (const Halt halt = limits_.check(); halt != Halt::go_on) throw Halted{halt};
            }
            child.cost = applicable_.cost(group, i);
            if (!visit(effects_[group.schema], applicable_.values(group, i), child)) continue;
            child.first = static_cast<std::uint32_t>(out.pool.size());
            child.added = static_cast<std::uint32_t>(added_.size());
            child.removed = static_cast<std::uint32_t>(removed_.size());
            out.pool.insert(out.pool.end(), added_.begin(), added_.end());
            out.pool.insert(out.pool.end(), removed_.begin(), removed_.end());
            out.children.push_back(child);
        }
    }
}

bool LiftedStateSpace::more_change_than(std::uint64_t many) {
    if (applicable_.size() <= many) return false;
    std::uint64_t count = 0;
    for (const auto& group : applicable_.groups()) {
        for (std::uint32_t i = 0; i < group.count && count <= many; ++i) {
            const bool known =
                effects_[group.schema].try_to_apply(applicable_.values(group, i), relations_, added_, removed_);
            count += !known || !added_.empty() || !removed_.empty();  // an atom that is not known is not true
        }
    }
    return count > many;
}

std::span<const AtomId> LiftedStateSpace::changed() {
    changed_.clear();
    std::merge(added_.begin(), added_.end(), removed_.begin(), removed_.end(), std::back_inserter(changed_));
    return changed_;
}

void LiftedStateSpace::expand(StateId parent, Expansion& out, ExpansionListener* listener) {
    open(parent, out);
    learn_sizes();
    find_applicable(parent);
    const StateTree::Node root = tree_.root(parent);
    const bool chooses = listener && more_change_than(listener->many(parent));
    visit_successors(out, [&](lifted::SchemaEffects& effects, const ObjectId* values, Child& child) {
        if (chooses && !listener->wants(parent, child.action)) {
            ++out.left_out;
            return false;
        }
        effects.apply(values, relations_, added_, removed_);
        const StateTree::Found found = tree_.insert(tree_.toggle(root, changed()));
        child.state = found.state;
        if (!found.is_new && listener) listener->duplicate(parent, found.state, child.action, child.cost);
        if (found.is_new && !derivation_.empty()) add_derived_difference();
        return found.is_new;
    });
    out.generated -= out.left_out;
}

std::uint64_t LiftedStateSpace::foresee(StateId state, Expansion& out) {
    if (!derivation_.empty()) return 0;
    open(state, out);
    find_applicable(state);
    const StateTree::Node root = tree_.root(state);
    visit_successors(out, [&](lifted::SchemaEffects& effects, const ObjectId* values, const Child&) {
        return effects.try_to_apply(values, relations_, added_, removed_) && !tree_.contains_toggled(root, changed());
    });
    return 8 + 6 * out.generated;
}

LiftedStateSpace::Instance LiftedStateSpace::find(StateId parent, ActionId action) {
    if (applicable_in_ != parent) {
        load(parent);
        find_applicable(parent);
    }
    const auto* group = applicable_.groups().data();
    for (; action >= group->count; ++group) action -= group->count;
    return {group, action};
}

void LiftedStateSpace::action(StateId parent, ActionId action, ActionInstance& out) {
    const auto [group, number] = find(parent, action);
    out.assign(task_->schemata[group->schema], applicable_.values(*group, number));
}

std::int64_t LiftedStateSpace::action_cost(StateId parent, ActionId action) {
    const auto [group, number] = find(parent, action);
    return applicable_.cost(*group, number);
}

}  // namespace isonova
