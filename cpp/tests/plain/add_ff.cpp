#include "plain/add_ff.hpp"

#include <algorithm>
#include <map>

namespace isonova::testing {

namespace {

// Ground actions of the same PDDL action and declared arguments get the same number. Where every schema is the only one
// of its action and shows all its variables, these are the action's own numbers.
std::vector<std::uint32_t> identities(const GroundTask& ground) {
    const auto& schemata = ground.task->schemata;
    std::vector<std::uint32_t> uses(ground.task->actions.size(), 0);
    for (const Schema& schema : schemata) ++uses[schema.action];
    std::vector<bool> unique(schemata.size());
    for (std::size_t i = 0; i < schemata.size(); ++i) {
        std::vector<bool> shown(schemata[i].arity(), false);
        for (const Term term : schemata[i].declared) {
            if (term.is_variable()) shown[term.variable()] = true;
        }
        unique[i] = uses[schemata[i].action] == 1 && std::find(shown.begin(), shown.end(), false) == shown.end();
    }
    std::vector<std::uint32_t> out(ground.action_count());
    std::map<std::vector<std::uint32_t>, std::uint32_t> seen;
    std::vector<std::uint32_t> key;
    for (ActionId a = 0; a < ground.action_count(); ++a) {
        out[a] = a;
        if (unique[ground.schema[a]]) continue;
        const Schema& schema = schemata[ground.schema[a]];
        key.assign(1, schema.action);
        for (const Term term : schema.declared) {
            key.push_back(term.is_variable() ? ground.arguments[a][term.variable()] : term.object());
        }
        out[a] = seen.emplace(key, a).first->second;
    }
    return out;
}

}  // namespace

PlainAddFF::PlainAddFF(const GroundTask& task, std::vector<std::int64_t> costs, Limits& limits)
    : task_(task), costs_(std::move(costs)), relaxed_(task, costs_), limits_(limits), narrow_(relaxed_, limits) {
    constexpr std::int64_t large = 1 << 20;  // sums of such costs leave 32 bits too often to try those first
    always_wide_ =
        !AdditiveExploration<std::uint32_t>::fits(relaxed_) ||
        std::any_of(relaxed_.cost.begin(), relaxed_.cost.end(), [](std::int64_t cost) { return cost > large; });
}

void PlainAddFF::open(std::span<const AtomId> parent) {
    if (!always_wide_) narrow_.open(parent);
    wide_open_ = false;
}

Value PlainAddFF::child(std::span<const AtomId> parent, std::span<const AtomId> added,
                        std::span<const AtomId> removed) {
    if (task_.goal_unreachable) return dead_end;
    if (!always_wide_) {
        const Value additive = narrow_.explore(added, removed);
        if (!narrow_.saturated()) return additive == dead_end ? dead_end : value(narrow_, additive);
    }
    if (!wide_) wide_.emplace(relaxed_, limits_);
    if (!wide_open_) wide_->open(parent);
    wide_open_ = true;
    const Value additive = wide_->explore(added, removed);
    return additive == dead_end ? dead_end : value(*wide_, additive);
}

void PlainAddFF::evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                          std::vector<ActionNumber>*) {
    out.clear();
    for (const Expansion* expansion : expansions) {
        if (expansion->children.empty()) continue;
        open(expansion->parent_atoms);
        for (const Child& each : expansion->children) {
            if (const Halt halt = limits_.check(); halt != Halt::go_on) throw Halted{halt};
            out.push_back(child(expansion->parent_atoms, expansion->added(each), expansion->removed(each)));
        }
    }
}

Value PlainAddFF::evaluate_atoms(std::span<const AtomId> atoms) {
    open(atoms);
    return child(atoms, {}, {});
}

PlainFF::PlainFF(const GroundTask& task, std::vector<std::int64_t> costs, Limits& limits)
    : PlainAddFF(task, std::move(costs), limits),
      identity_(identities(task)),
      needed_(relaxed_.node_count, 0),
      counted_(task.action_count(), 0) {}

template <class Cost>
Value PlainFF::extract(const AdditiveExploration<Cost>& exploration) {
    if (++stamp_ == 0) {
        std::fill(needed_.begin(), needed_.end(), 0);
        std::fill(counted_.begin(), counted_.end(), 0);
        stamp_ = 1;
    }
    plan_.clear();
    stack_.clear();
    const auto need = [&](NodeId node) {
        if (needed_[node] == stamp_ || exploration.true_in_state(node)) return;
        needed_[node] = stamp_;
        stack_.push_back(node);
    };
    for (const NodeId node : relaxed_.goal) need(node);
    std::uint64_t sum = 0;
    while (!stack_.empty()) {
        const NodeId node = stack_.back();
        stack_.pop_back();
        const auto achievers = relaxed_.achievers[node];
        const auto op = std::find_if(achievers.begin(), achievers.end(),
                                     [&](OperatorId each) { return exploration.supports(each, node); });
        if (op == achievers.end()) continue;  // only where even 64 bits were too few and values were clamped
        for (const NodeId other : relaxed_.body[*op]) need(other);
        const ActionId action = relaxed_.action[*op];
        if (action == none || counted_[identity_[action]] == stamp_) continue;
        counted_[identity_[action]] = stamp_;
        plan_.push_back(action);
        sum = std::min(sum + static_cast<std::uint64_t>(costs_[action]), static_cast<std::uint64_t>(dead_end) - 1);
    }
    return static_cast<Value>(sum);
}

Value PlainFF::value(const AdditiveExploration<std::uint32_t>& exploration, Value) {
    return extract(exploration);
}
Value PlainFF::value(const AdditiveExploration<std::uint64_t>& exploration, Value) {
    return extract(exploration);
}

GroundRelaxedPlan PlainFF::relaxed_plan(std::span<const AtomId> atoms) {
    GroundRelaxedPlan out;
    plan_.clear();
    out.cost = evaluate_atoms(atoms);
    if (out.cost == dead_end) return out;
    out.actions = plan_;
    std::sort(out.actions.begin(), out.actions.end());
    return out;
}

}  // namespace isonova::testing
