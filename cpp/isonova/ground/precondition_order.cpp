#include "isonova/ground/precondition_order.hpp"

#include <algorithm>
#include <random>

#include "isonova/ground/axiom_evaluator.hpp"
#include "isonova/state/bits.hpp"
#include "isonova/state/state_space.hpp"

namespace isonova {

namespace {

using State = std::vector<Word>;

bool holds(const State& state, std::span<const AtomId> positive, std::span<const AtomId> negative) {
    return std::all_of(positive.begin(), positive.end(), [&](AtomId atom) { return test(state.data(), atom); }) &&
           std::none_of(negative.begin(), negative.end(), [&](AtomId atom) { return test(state.data(), atom); });
}

State apply(const GroundTask& task, ActionId action, const State& state) {
    State out(state.size(), 0);
    for (AtomId atom = 0; atom < task.fluent_count; ++atom) {
        if (test(state.data(), atom)) insert(out.data(), atom);
    }
    const auto write = [&](std::span<const AtomId> atoms, bool now) {
        for (const AtomId atom : atoms) {
            if (test(out.data(), atom) != now) toggle(out.data(), atom);
        }
    };
    for (const bool now : {false, true}) {
        write((now ? task.adds : task.deletes)[action], now);
        for (std::uint32_t e = task.effect_start[action]; e < task.effect_start[action + 1]; ++e) {
            if (!holds(state, task.effect_condition[e], task.effect_negative_condition[e])) continue;
            write((now ? task.effect_adds : task.effect_deletes)[e], now);
        }
    }
    return out;
}

// States of a random walk with as many steps as a bounded number of tests allows; the initial one at least.
std::vector<State> sample(const GroundTask& task) {
    constexpr std::size_t samples = 8, stride = 5, tests = 2'000'000;
    AxiomEvaluator axioms(task);
    State state(words_for(task.atoms.size()), 0);
    for (const AtomId atom : task.init) insert(state.data(), atom);
    if (!axioms.empty()) axioms.derive(state.data());
    std::vector<State> out{state};
    std::mt19937 random(1);
    const std::size_t steps = std::min(samples * stride, tests / (task.action_count() + 1));
    for (std::size_t step = 1; step <= steps; ++step) {
        std::uint32_t seen = 0;
        ActionId chosen = none;
        for (ActionId action = 0; action < task.action_count(); ++action) {
            if (!holds(state, task.precondition[action], task.negative_precondition[action])) continue;
            if (random() % ++seen == 0) chosen = action;
        }
        if (chosen == none) break;
        state = apply(task, chosen, state);
        if (!axioms.empty()) axioms.derive(state.data());
        if (step % stride == 0) out.push_back(state);
    }
    return out;
}

// The actions first .. last of one schema as a table: the atom of each of the schema's literals in each action.
class SchemaTable {
  public:
    SchemaTable(const GroundTask& task, ActionId first, ActionId last) : first_(first), last_(last) {
        const Schema& schema = task.task->schemata[task.schema[first]];
        std::vector<const Literal*> literals;
        for (const Literal& literal : schema.precondition.literals) {
            if (!literal.negated && task.task->predicates[literal.predicate].kind != PredicateKind::fixed) {
                literals.push_back(&literal);
            }
        }
        columns_ = literals.size();
        atoms_.assign(columns_ * (last - first), none);
        for (ActionId action = first; action < last; ++action) {
            const auto arguments = task.arguments[action];
            for (std::size_t column = 0; column < columns_; ++column) {
                const Literal& literal = *literals[column];
                const auto matches = [&](AtomId atom) {
                    if (task.atoms.predicate(atom) != literal.predicate) return false;
                    const auto args = task.atoms.args(atom);
                    for (std::size_t i = 0; i < args.size(); ++i) {
                        const Term term = literal.args[i];
                        if (args[i] != (term.is_variable() ? arguments[term.variable()] : term.object())) return false;
                    }
                    return true;
                };
                const auto row = task.precondition[action];
                const auto found = std::find_if(row.begin(), row.end(), matches);
                if (found != row.end()) at(action, column) = *found;
            }
        }
    }

    std::size_t columns() const { return columns_; }
    AtomId& at(ActionId action, std::size_t column) { return atoms_[(action - first_) * columns_ + column]; }

    std::vector<std::size_t> order(const std::vector<State>& states) {
        struct Match {  // an action of which all literals chosen so far hold in a state
            std::uint32_t state, path;
            ActionId action;
        };
        std::vector<Match> matches;
        std::vector<std::size_t> out, left;
        for (std::size_t column = 0; column < columns_; ++column) left.push_back(column);
        std::vector<std::uint64_t> paths;
        const auto count = [&](std::size_t column) {
            paths.clear();
            for (const Match& match : matches) {
                const AtomId atom = at(match.action, column);
                if (atom == none || test(states[match.state].data(), atom)) {
                    paths.push_back(std::uint64_t{match.path} << 32 | atom);
                }
            }
            std::sort(paths.begin(), paths.end());
            paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
            return paths.size();
        };
        // A first literal is chosen by its own instances alone: all actions as matches would be too many.
        std::size_t best = none;
        std::vector<bool> counted;
        for (const std::size_t column : left) {
            counted.assign(states[0].size() * 64, false);
            std::size_t hits = 0;
            for (ActionId action = first_; action < last_; ++action) {
                const AtomId atom = at(action, column);
                if (atom == none || counted[atom]) continue;
                counted[atom] = true;
                for (const State& state : states) hits += test(state.data(), atom);
            }
            if (hits >= best) continue;
            best = hits;
            out.assign(1, column);
        }
        if (out.empty()) return left;
        std::erase(left, out[0]);
        for (std::uint32_t i = 0; i < states.size() && !left.empty(); ++i) {
            for (ActionId action = first_; action < last_; ++action) {
                const AtomId atom = at(action, out[0]);
                if (atom != none && test(states[i].data(), atom)) {
                    matches.push_back({i, i * static_cast<std::uint32_t>(states[0].size() * 64) + atom, action});
                }
            }
        }
        while (left.size() > 1) {
            best = none;
            std::size_t next = left[0];
            for (const std::size_t column : left) {
                const std::size_t hits = count(column);
                if (hits >= best) continue;
                best = hits;
                next = column;
            }
            count(next);
            std::vector<Match> kept;
            for (const Match& match : matches) {
                const AtomId atom = at(match.action, next);
                if (atom != none && !test(states[match.state].data(), atom)) continue;
                const auto path = std::lower_bound(paths.begin(), paths.end(), std::uint64_t{match.path} << 32 | atom);
                kept.push_back({match.state, static_cast<std::uint32_t>(path - paths.begin()), match.action});
            }
            matches = std::move(kept);
            out.push_back(next);
            std::erase(left, next);
        }
        out.insert(out.end(), left.begin(), left.end());
        return out;
    }

  private:
    ActionId first_, last_;
    std::size_t columns_;
    std::vector<AtomId> atoms_;
};

}  // namespace

Rows precondition_order(const GroundTask& task) {
    Rows out;
    if (task.action_count() == 0) return out;
    const std::vector<State> states = sample(task);
    std::vector<AtomId> row;
    for (ActionId first = 0, last = 0; first < task.action_count(); first = last) {
        while (last < task.action_count() && task.schema[last] == task.schema[first]) ++last;
        SchemaTable table(task, first, last);
        const std::vector<std::size_t> order = table.order(states);
        for (ActionId action = first; action < last; ++action) {
            row.clear();
            for (const std::size_t column : order) {
                const AtomId atom = table.at(action, column);
                if (atom != none && std::find(row.begin(), row.end(), atom) == row.end()) row.push_back(atom);
            }
            // Atoms that no literal of the schema accounts for, should there be any, come last.
            for (const AtomId atom : task.precondition[action]) {
                if (std::find(row.begin(), row.end(), atom) == row.end()) row.push_back(atom);
            }
            for (const AtomId atom : row) out.push(atom);
            out.end_row();
        }
    }
    return out;
}

}  // namespace isonova
