#include "isonova/task/normalise.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "isonova/task/conjunction.hpp"
#include "isonova/task/disjunctions.hpp"
#include "isonova/task/quantifiers.hpp"
#include "isonova/task/resolve.hpp"
#include "isonova/task/specialise.hpp"
#include "isonova/task/strata.hpp"

namespace isonova {
namespace {

using Kind = Formula::Kind;

// The exists at the top of a condition, alone or as a conjunct, only say that there are more variables.
Formula without_leading_exists(Formula formula, Scope& scope, Simplifier& simplify) {
    for (;;) {
        if (formula.is(Kind::exists)) {
            Formula body = std::move(formula.children.front());
            formula = std::move(body);
        } else if (formula.is(Kind::conjunction) &&
                   std::any_of(formula.children.begin(), formula.children.end(),
                               [](const Formula& child) { return child.is(Kind::exists); })) {
            for (Formula& child : formula.children) {
                if (!child.is(Kind::exists)) continue;
                Formula body = std::move(child.children.front());
                child = std::move(body);
            }
            formula = simplify(std::move(formula), scope);
        } else {
            return formula;
        }
    }
}

// Equal for formulas that are the same text over variables of the same numbers and domains.
void serialise(const Formula& formula, const Scope& scope, std::vector<std::int64_t>& out) {
    const auto term = [&](Term t) {
        out.push_back(t.code());
        if (t.is_variable()) out.push_back(scope.variables[t.variable()].domain);
    };
    out.push_back(static_cast<std::int64_t>(formula.kind));
    if (formula.is(Kind::literal)) {
        out.push_back(formula.literal.predicate);
        out.push_back(formula.literal.negated);
        for (const Term t : formula.literal.args) term(t);
    } else if (formula.is(Kind::constraint)) {
        out.push_back(formula.constraint.equal);
        term(formula.constraint.lhs);
        term(formula.constraint.rhs);
    }
    out.push_back(static_cast<std::int64_t>(formula.variables.size()));
    for (const std::uint32_t variable : formula.variables) term(Term::variable(variable));
    out.push_back(static_cast<std::int64_t>(formula.children.size()));
    for (const Formula& child : formula.children) serialise(child, scope, out);
}

// Renumbers the variables that are left: the given ones first, in order, then others as they occur.
class Numbering {
  public:
    explicit Numbering(const Scope& scope) : number_(scope.variables.size(), none) {}

    void add(Term term) {
        if (!term.is_variable() || number_[term.variable()] != none) return;
        number_[term.variable()] = static_cast<std::uint32_t>(order_.size());
        order_.push_back(term.variable());
    }
    void add(const Literal& literal) {
        for (const Term term : literal.args) add(term);
    }
    void add(const Condition& condition) {
        for (const Literal& literal : condition.literals) add(literal);
        for (const Constraint& constraint : condition.constraints) {
            add(constraint.lhs);
            add(constraint.rhs);
        }
    }
    Term operator()(Term term) const { return term.is_variable() ? Term::variable(number_[term.variable()]) : term; }
    void apply(Literal& literal) const {
        for (Term& term : literal.args) term = (*this)(term);
    }
    void apply(Condition& condition) const {
        for (Literal& literal : condition.literals) apply(literal);
        for (Constraint& constraint : condition.constraints)
            constraint = {(*this)(constraint.lhs), (*this)(constraint.rhs), constraint.equal};
    }
    std::size_t size() const { return order_.size(); }
    void forget_from(std::size_t size) {
        for (std::size_t i = size; i < order_.size(); ++i) number_[order_[i]] = none;
        order_.resize(size);
    }
    bool has(std::uint32_t variable) const { return number_[variable] != none; }
    const Scope::Variable& variable(std::size_t i, const Scope& scope) const { return scope.variables[order_[i]]; }

  private:
    std::vector<std::uint32_t> number_;
    std::vector<std::uint32_t> order_;
};

class Normaliser {
  public:
    Normaliser(const pddl::SyntaxTree& tree, Limits* limits, const NormaliseOptions& options)
        : tree_(tree),
          options_(options),
          task_(std::make_shared<Task>()),
          sets_(task_->object_sets),
          resolved_(resolve(tree, *task_, sets_)),
          statics_(*task_),
          simplify_(statics_, sets_, limits),
          invent_([this](const Formula& formula, const Scope& scope) { return invent(formula, scope); }),
          quantifiers_(simplify_, statics_, invent_, recursive_predicates(resolved_.axioms, task_->predicates.size()),
                       options.most_instances) {}

    TaskPtr run() {
        for (RawAction& action : resolved_.actions) add(std::move(action));
        for (RawAxiom& axiom : resolved_.axioms) {
            if (axiom_place_.size() <= axiom.head.predicate) axiom_place_.resize(task_->predicates.size(), 0);
            axiom_place_[axiom.head.predicate] = axiom.at;
            add(std::move(axiom));
        }
        goal();
        while (!pending_.empty()) {
            RawAxiom axiom = std::move(pending_.back());
            pending_.pop_back();
            add(std::move(axiom));
        }
        if (const auto circular = stratify(*task_)) report_circle(*circular);
        return task_;
    }

  private:
    // --- invented predicates

    Literal invent(const Formula& formula, const Scope& scope) {
        std::vector<std::uint32_t> variables;
        free_variables(formula, variables);
        Literal atom{static_cast<PredicateId>(task_->predicates.size()), false, {}};
        for (const std::uint32_t variable : variables) atom.args.push_back(Term::variable(variable));
        const std::size_t arity = variables.size();

        // The rule has variables of its own: formulas that differ in their variables only share it, and no rule carries
        // the whole scope of an action along.
        RawAxiom rule{{}, {atom.predicate, false, {}}, formula, 0};
        bound_variables(formula, variables);
        Substitution own;
        for (const std::uint32_t variable : variables) {
            const Scope::Variable& old = scope.variables[variable];
            own.set(variable, Term::variable(rule.scope.add(old.name, old.domain)));
        }
        own.rename(rule.body);
        for (std::uint32_t i = 0; i < arity; ++i) rule.head.args.push_back(Term::variable(i));

        std::vector<std::int64_t> key;
        serialise(rule.body, rule.scope, key);
        const auto [known, created] = invented_for_.try_emplace(std::move(key), atom.predicate);
        if (!created) {
            atom.predicate = known->second;
            return atom;
        }
        std::string name;
        do name = "axiom-" + std::to_string(++invented_);
        while (tree_.names->find(name));
        task_->predicates.push_back({name, std::vector<TypeId>(arity, 0), PredicateKind::derived, true});
        pending_.push_back(std::move(rule));
        return atom;
    }

    // --- actions

    void add(RawAction raw) {
        Scope& scope = raw.scope;
        raw.precondition = without_leading_exists(simplify_(std::move(raw.precondition), scope), scope, simplify_);
        if (raw.precondition.is(Kind::falsity)) return;
        std::vector<std::uint32_t> open;
        quantifiers_.static_variables(raw.precondition, open);
        for (RawEffect& effect : raw.effects) {
            effect.condition = simplify_(std::move(effect.condition), scope);
            std::vector<std::uint32_t> more;
            quantifiers_.static_variables(effect.condition, more);
            for (const std::uint32_t variable : more)
                if (std::find(effect.variables.begin(), effect.variables.end(), variable) == effect.variables.end())
                    open.push_back(variable);
        }
        std::sort(open.begin(), open.end());
        open.erase(std::unique(open.begin(), open.end()), open.end());
        const auto rows = bindings(open, raw.precondition, scope, options_.most_specialisations, simplify_, statics_);
        if (open.empty() || !rows) {
            split(raw, Substitution{});
            return;
        }
        for (const auto& row : *rows) {
            Substitution values;
            for (std::size_t i = 0; i < open.size(); ++i) values.set(open[i], Term::object(row[i]));
            RawAction copy = raw;
            values.apply(copy.precondition);
            copy.precondition =
                without_leading_exists(simplify_(std::move(copy.precondition), copy.scope), copy.scope, simplify_);
            if (copy.precondition.is(Kind::falsity)) continue;
            for (RawEffect& effect : copy.effects) {
                values.apply(effect.literal);
                values.apply(effect.condition);
                effect.condition = simplify_(std::move(effect.condition), copy.scope);
            }
            split(copy, values);
        }
    }

    // One schema per disjunct of the precondition.
    void split(RawAction& raw, const Substitution& values) {
        raw.precondition = quantifiers_.eliminate(std::move(raw.precondition), raw.scope);
        std::vector<Condition> ways = disjuncts(raw.precondition, raw.scope, options_.most_disjuncts, invent_);
        if (ways.empty()) return;
        std::vector<RawEffect> effects;
        for (RawEffect& effect : raw.effects) {
            if (has_forall(effect.condition))
                specialise(effect, raw.scope, effects);
            else if (!effect.condition.is(Kind::falsity))
                effects.push_back(std::move(effect));
        }
        for (Condition& way : ways) add_schema(raw, std::move(way), effects, values);
    }

    // Variables of an effect that its foralls need a value for are given one, a copy of the effect for each.
    void specialise(const RawEffect& effect, Scope& scope, std::vector<RawEffect>& out) {
        std::vector<std::uint32_t> open;
        quantifiers_.static_variables(effect.condition, open);
        std::erase_if(open, [&](std::uint32_t variable) {
            return std::find(effect.variables.begin(), effect.variables.end(), variable) == effect.variables.end();
        });
        std::vector<std::vector<ObjectId>> rows(1);
        if (!open.empty()) {
            auto found = bindings(open, effect.condition, scope, options_.most_specialisations, simplify_, statics_);
            if (found)
                rows = std::move(*found);
            else
                open.clear();
        }
        for (const auto& row : rows) {
            RawEffect copy = effect;
            Substitution values;
            for (std::size_t i = 0; i < open.size(); ++i) values.set(open[i], Term::object(row[i]));
            values.apply(copy.literal);
            values.apply(copy.condition);
            copy.condition = quantifiers_.eliminate(simplify_(std::move(copy.condition), scope), scope);
            if (!copy.condition.is(Kind::falsity)) out.push_back(std::move(copy));
        }
    }

    void add_schema(const RawAction& raw, Condition precondition, const std::vector<RawEffect>& effects,
                    const Substitution& values) {
        const Action& action = task_->actions[raw.action];
        Scope scope = raw.scope;
        std::vector<bool> all(scope.variables.size(), true);
        Substitution replaced;
        if (!solve(precondition, scope, all, replaced, simplify_, sets_)) return;

        Schema schema;
        schema.action = raw.action;
        Numbering numbering(scope);
        for (std::uint32_t i = 0; i < action.parameters.size(); ++i) {
            const Term term = replaced(values(Term::variable(i)));
            if (term.is_variable() && sets_[scope.variables[term.variable()].domain].empty()) return;
            numbering.add(term);
            schema.declared.push_back(term);
        }
        numbering.add(precondition);
        const std::size_t arity = numbering.size();

        for (const RawEffect& effect : effects) {
            Literal literal = effect.literal;
            replaced.apply(literal);
            if (effect.variables.empty() && effect.condition.is(Kind::truth)) {
                numbering.apply(literal);
                schema.effects.push_back({{}, {}, std::move(literal)});
                continue;
            }
            Formula condition = effect.condition;
            replaced.apply(condition);
            condition = simplify_(std::move(condition), scope);
            for (const Condition& way : disjuncts(condition, scope, options_.most_disjuncts, invent_))
                add_effect(schema, literal, way, effect.variables, scope, numbering);
        }
        drop_repeated(schema.effects);
        for (std::size_t i = 0; i < arity; ++i) {
            schema.variable_names.push_back(numbering.variable(i, scope).name);
            schema.parameters.push_back(numbering.variable(i, scope).domain);
        }
        schema.cost.constant = action.cost.constant;
        for (const FunctionTerm& term : action.cost.terms) {
            FunctionTerm value = term;
            for (Term& arg : value.args) arg = numbering(replaced(values(arg)));
            if (const auto known = value_of(value))
                schema.cost.constant += *known;
            else
                schema.cost.terms.push_back(std::move(value));
        }
        for (Term& term : schema.declared) term = numbering(term);
        numbering.apply(precondition);
        schema.precondition = std::move(precondition);
        task_->schemata.push_back(std::move(schema));
    }

    void add_effect(Schema& schema, Literal literal, Condition condition, const std::vector<std::uint32_t>& variables,
                    const Scope& outer, Numbering& numbering) {
        for (const std::uint32_t variable : variables)
            if (sets_[outer.variables[variable].domain].empty()) return;
        if (std::none_of(condition.constraints.begin(), condition.constraints.end(),
                         [](const Constraint& constraint) { return constraint.equal; })) {
            // Nothing changes in the scope, so nothing needs a copy of it.
            if (tidy(condition, outer, simplify_))
                finish_effect(schema, std::move(literal), std::move(condition), outer, numbering);
            return;
        }
        // Whatever the schema does not number is the effect's own.
        Scope scope = outer;
        std::vector<bool> own(scope.variables.size());
        for (std::uint32_t v = 0; v < own.size(); ++v) own[v] = !numbering.has(v);
        Substitution replaced;
        if (!solve(condition, scope, own, replaced, simplify_, sets_)) return;
        replaced.apply(literal);
        finish_effect(schema, std::move(literal), std::move(condition), scope, numbering);
    }

    // `numbering` holds the variables of the schema, and does so again at the end.
    void finish_effect(Schema& schema, Literal literal, Condition condition, const Scope& scope, Numbering& numbering) {
        const std::size_t arity = numbering.size();
        numbering.add(literal);
        numbering.add(condition);
        Effect effect;
        bool possible = true;
        for (std::size_t i = arity; i < numbering.size(); ++i) {
            effect.parameters.push_back(numbering.variable(i, scope).domain);
            possible &= !sets_[effect.parameters.back()].empty();
        }
        numbering.apply(literal);
        numbering.apply(condition);
        numbering.forget_from(arity);
        effect.literal = std::move(literal);
        effect.condition = std::move(condition);
        if (possible) schema.effects.push_back(std::move(effect));
    }

    static void drop_repeated(std::vector<Effect>& effects) {
        std::set<std::vector<std::int64_t>> seen;
        std::erase_if(effects, [&](const Effect& effect) {
            std::vector<std::int64_t> key(effect.parameters.begin(), effect.parameters.end());
            const auto add = [&](const Literal& literal) {
                key.insert(key.end(), {-1, literal.predicate, literal.negated});
                for (const Term term : literal.args) key.push_back(term.code());
            };
            key.push_back(-1);
            add(effect.literal);
            for (const Literal& literal : effect.condition.literals) add(literal);
            for (const Constraint& constraint : effect.condition.constraints)
                key.insert(key.end(), {-2, constraint.equal, constraint.lhs.code(), constraint.rhs.code()});
            return !seen.insert(std::move(key)).second;
        });
    }

    std::optional<std::int64_t> value_of(const FunctionTerm& term) const {
        FunctionValue key{term.function, {}, 0};
        for (const Term arg : term.args) {
            if (arg.is_variable()) return std::nullopt;
            key.args.push_back(arg.object());
        }
        const auto& values = task_->function_values;
        const auto place = std::lower_bound(values.begin(), values.end(), key, [](const auto& a, const auto& b) {
            return std::tie(a.function, a.args) < std::tie(b.function, b.args);
        });
        if (place == values.end() || place->function != key.function || place->args != key.args) return std::nullopt;
        return place->value;
    }

    // --- axioms

    void add(RawAxiom raw) {
        Scope& scope = raw.scope;
        raw.body = without_leading_exists(simplify_(std::move(raw.body), scope), scope, simplify_);
        if (raw.body.is(Kind::falsity)) return;
        if (raw.body.is(Kind::disjunction)) {
            for (Formula& child : raw.body.children) add(RawAxiom{scope, raw.head, std::move(child), raw.at});
            return;
        }
        std::vector<std::uint32_t> open;
        quantifiers_.static_variables(raw.body, open);
        const auto rows = bindings(open, raw.body, scope, options_.most_specialisations, simplify_, statics_);
        if (open.empty() || !rows) {
            raw.body = quantifiers_.eliminate(std::move(raw.body), scope);
            add_rules(raw);
            return;
        }
        for (const auto& row : *rows) {
            RawAxiom copy = raw;
            Substitution values;
            for (std::size_t i = 0; i < open.size(); ++i) values.set(open[i], Term::object(row[i]));
            values.apply(copy.head);
            values.apply(copy.body);
            copy.body = quantifiers_.eliminate(simplify_(std::move(copy.body), copy.scope), copy.scope);
            add_rules(copy);
        }
    }

    // A rule per disjunct. A disjunction at the top needs no bound: it is what axioms are for.
    void add_rules(const RawAxiom& raw) {
        if (raw.body.is(Kind::disjunction)) {
            for (const Formula& child : raw.body.children) add_rules({raw.scope, raw.head, child, raw.at});
            return;
        }
        for (Condition& way : disjuncts(raw.body, raw.scope, options_.most_disjuncts, invent_)) {
            Scope scope = raw.scope;
            Substitution replaced;
            std::vector<bool> all(scope.variables.size(), true);
            if (!solve(way, scope, all, replaced, simplify_, sets_)) continue;
            Axiom axiom;
            axiom.head = raw.head;
            replaced.apply(axiom.head);
            Numbering numbering(scope);
            numbering.add(axiom.head);
            numbering.add(way);
            bool possible = true;
            for (std::size_t i = 0; i < numbering.size(); ++i) {
                axiom.variable_names.push_back(numbering.variable(i, scope).name);
                axiom.parameters.push_back(numbering.variable(i, scope).domain);
                possible &= !sets_[numbering.variable(i, scope).domain].empty();
            }
            if (!possible) continue;
            numbering.apply(axiom.head);
            numbering.apply(way);
            axiom.body = std::move(way);
            task_->axioms.push_back(std::move(axiom));
        }
    }

    void report_circle(PredicateId predicate) const {
        pddl::Diagnostics problems;
        problems.error(tree_.domain.source, axiom_place_[predicate],
                       "the derived predicate '" + task_->predicates[predicate].name +
                           "' depends on its own negation, so its rules have no meaning");
        problems.throw_if_errors();
    }

    // --- goal

    void note_static_goals(const Formula& goal) {
        if (goal.is(Kind::literal) && simplify_.evaluate(goal.literal) == Kind::truth)
            task_->static_goal.push_back(goal.literal);
        if (goal.is(Kind::conjunction))
            for (const Formula& part : goal.children) note_static_goals(part);
    }

    void goal() {
        Scope& scope = resolved_.goal_scope;
        note_static_goals(resolved_.goal);
        const Formula goal = quantifiers_.eliminate(simplify_(std::move(resolved_.goal), scope), scope);
        if (goal.is(Kind::falsity)) {
            task_->goal_false = true;
            return;
        }
        std::vector<Formula> parts;
        if (goal.is(Kind::conjunction))
            parts = goal.children;
        else if (!goal.is(Kind::truth))
            parts.push_back(goal);
        Condition conjunction;
        for (const Formula& part : parts)
            conjunction.literals.push_back(part.is(Kind::literal) ? part.literal : invent(part, scope));
        if (!tidy(conjunction, scope, simplify_)) task_->goal_false = true;
        if (!task_->goal_false) task_->goal = std::move(conjunction.literals);
    }

    const pddl::SyntaxTree& tree_;
    const NormaliseOptions options_;
    std::shared_ptr<Task> task_;
    ObjectSets sets_;
    Resolved resolved_;
    Statics statics_;
    Simplifier simplify_;
    Quantifiers::Invent invent_;
    Quantifiers quantifiers_;
    std::vector<RawAxiom> pending_;
    std::map<std::vector<std::int64_t>, PredicateId> invented_for_;
    std::vector<pddl::Offset> axiom_place_;  // by predicate
    std::size_t invented_ = 0;
};

}  // namespace

TaskPtr normalise(const pddl::SyntaxTree& tree, Limits* limits, const NormaliseOptions& options) {
    return Normaliser(tree, limits, options).run();
}

}  // namespace isonova
