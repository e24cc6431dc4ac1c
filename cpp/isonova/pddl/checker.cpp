#include "isonova/pddl/checker.hpp"

#include <algorithm>

#include "isonova/pddl/nearest.hpp"
#include "isonova/pddl/scope.hpp"
#include "isonova/pddl/type_hierarchy.hpp"

namespace isonova::pddl {

namespace {

constexpr std::uint32_t none = 0xffffffffu;

// Declarations by name id. A name that is missing is reported once.
class Index {
  public:
    explicit Index(std::uint32_t name_count) : entries_(name_count, none) {}
    bool has(Name name) const { return entries_[name->id] != none; }
    std::uint32_t at(Name name) const { return entries_[name->id]; }
    void set(Name name, std::uint32_t value) {
        entries_[name->id] = value;
        names_.push_back(name);
    }
    bool report_once(Name name) {
        if (reported_.empty()) reported_.resize(entries_.size());
        const bool first = !reported_[name->id];
        reported_[name->id] = true;
        return first;
    }
    const std::vector<Name>& names() const { return names_; }

  private:
    std::vector<std::uint32_t> entries_;
    std::vector<Name> names_;
    std::vector<bool> reported_;
};

class Checker {
  public:
    Checker(SyntaxTree& tree, Diagnostics& diagnostics)
        : domain_(tree.domain),
          problem_(tree.problem),
          diagnostics_(diagnostics),
          total_cost_(tree.names->intern("total-cost")),
          types_(tree.domain, *tree.names, diagnostics),
          name_count_(tree.names->size()),
          predicates_(name_count_),
          derived_(name_count_),
          functions_(name_count_),
          objects_(name_count_),
          unknown_types_(name_count_),
          cost_terms_(name_count_),
          changed_(name_count_),
          ignored_(name_count_),
          scope_(name_count_) {}

    void run() {
        declare_objects(domain_.constants, domain_.source);
        declare_objects(problem_.objects, problem_.source);
        declare_predicates();
        declare_functions();
        check_metric();
        for (const Action& action : domain_.actions) note_changes(action.effect);
        check_actions();
        check_rules();
        check_problem();
    }

  private:
    void error(Offset at, std::string message, std::string hint = {}) {
        diagnostics_.error(*source_, at, std::move(message), std::move(hint));
    }
    void suspicion(Offset at, std::string message, std::string hint = {}) {
        diagnostics_.suspicion(*source_, at, std::move(message), std::move(hint));
    }

    void check_types(const std::vector<TypedName>& list) {
        for (const TypedName& entry : list) {
            for (const Ident& type : entry.types) {
                if (types_.has(type.name) || !unknown_types_.report_once(type.name)) continue;
                error(type.at, "unknown type " + quoted(type.name->text), nearest_name_hint(type.name, types_.all()));
            }
        }
    }

    void declare_objects(std::vector<TypedName>& list, const SourcePtr& source) {
        source_ = &source;
        check_types(list);
        std::size_t kept = 0;
        for (std::size_t i = 0; i < list.size(); ++i) {
            const Ident name = list[i].ident;
            if (objects_.has(name.name)) {
                report_second_object(list[i]);
                continue;
            }
            objects_.set(name.name, static_cast<std::uint32_t>(declared_objects_.size()));
            declared_objects_.push_back(list[i]);
            if (list[i].types.size() > 1) several_types_.push_back(list[i]);
            if (kept != i) list[kept] = std::move(list[i]);
            ++kept;
        }
        list.resize(kept);
    }

    void report_second_object(const TypedName& second) {
        const TypedName& first = declared_objects_[objects_.at(second.ident.name)];
        const std::string name = quoted(second.ident.name->text);
        bool same = first.types.size() == second.types.size();
        for (std::size_t i = 0; same && i < first.types.size(); ++i) same = first.types[i].name == second.types[i].name;
        if (same) {
            diagnostics_.warning(*source_, second.ident.at, "the object " + name + " is declared twice");
        } else {
            error(second.ident.at, "the object " + name + " is declared twice, with different types");
        }
    }

    void declare_predicates() {
        source_ = &domain_.source;
        for (std::uint32_t i = 0; i < domain_.predicates.size(); ++i) {
            const PredicateDeclaration& predicate = domain_.predicates[i];
            check_types(predicate.parameters);
            if (predicates_.has(predicate.name.name)) {
                error(predicate.name.at, "the predicate " + quoted(predicate.name.name->text) + " is declared twice");
            } else {
                predicates_.set(predicate.name.name, i);
            }
        }
        for (std::uint32_t i = 0; i < domain_.derived.size(); ++i) {
            if (!derived_.has(domain_.derived[i].predicate.name)) derived_.set(domain_.derived[i].predicate.name, i);
        }
    }

    void declare_functions() {
        for (std::uint32_t i = 0; i < domain_.functions.size(); ++i) {
            const FunctionDeclaration& function = domain_.functions[i];
            check_types(function.parameters);
            if (functions_.has(function.name.name)) {
                error(function.name.at, "the function " + quoted(function.name.name->text) + " is declared twice");
            } else {
                functions_.set(function.name.name, i);
            }
        }
    }

    void check_actions() {
        Index actions(name_count_);
        for (Action& action : domain_.actions) {
            if (actions.has(action.name.name)) {
                error(action.name.at, "the action " + quoted(action.name.name->text) + " is declared twice");
            } else {
                actions.set(action.name.name, 0);
            }
            enter(action.parameters);
            check_condition(action.precondition);
            check_effect(action.effect, false);
            scope_.leave(action.parameters);
        }
    }

    void check_rules() {
        for (const DerivedRule& rule : domain_.derived) {
            const Name name = rule.predicate.name;
            enter(rule.parameters);
            if (known_predicate(rule.predicate)) check_head(rule, predicate(name).parameters);
            check_condition(rule.body);
            scope_.leave(rule.parameters);
        }
    }

    void check_head(const DerivedRule& rule, const std::vector<TypedName>& parameters) {
        if (!check_arity(rule.predicate, rule.parameters.size(), parameters.size())) return;
        for (std::size_t i = 0; i < parameters.size(); ++i)
            check_variable(rule.predicate, rule.parameters[i].ident.at, rule.parameters[i], parameters[i]);
    }

    void check_problem() {
        source_ = &problem_.source;
        if (problem_.domain_name.name != domain_.name.name) {
            error(problem_.domain_name.at, "the problem is for the domain " + quoted(problem_.domain_name.name->text) +
                                               ", but the domain is " + quoted(domain_.name.name->text));
        }
        for (const Fact& fact : problem_.init) {
            if (!known_predicate(fact.predicate)) continue;
            if (derived_.has(fact.predicate.name)) {
                error(fact.predicate.at,
                      "the derived predicate " + quoted(fact.predicate.name->text) + " in an initial fact");
                continue;
            }
            const auto& parameters = predicate(fact.predicate.name).parameters;
            if (!check_arity(fact.predicate, fact.count, parameters.size())) continue;
            check_terms(fact.predicate, problem_.init_terms.data() + fact.first, parameters);
        }
        for (const FunctionFact& fact : problem_.init_functions) {
            if (!known_function(fact.function)) continue;
            const auto& parameters = domain_.functions[functions_.at(fact.function.name)].parameters;
            if (!check_arity(fact.function, fact.count, parameters.size())) continue;
            check_terms(fact.function, problem_.init_terms.data() + fact.first, parameters);
            if (fact.value.digits < 0 && cost_terms_.has(fact.function.name)) {
                diagnostics_.unsupported(*source_, fact.function.at,
                                         "the negative value of " + quoted(fact.function.name->text));
            }
        }
        check_condition(problem_.goal);
    }

    void enter(const std::vector<TypedName>& variables) {
        check_types(variables);
        scope_.enter(variables, *source_, diagnostics_);
    }

    void check_condition(const Condition& condition) {
        enter(condition.parameters);
        for (const Condition& child : condition.children) check_condition(child);
        if (condition.kind == ConditionKind::atom) check_atom(condition.atom);
        if (condition.kind == ConditionKind::equality) {
            for (const Term& term : condition.atom.args) check_known(term);
        }
        scope_.leave(condition.parameters);
    }

    void check_effect(Effect& effect, bool conditional) {
        if (effect.kind == EffectKind::increase) return check_increase(effect, conditional);
        enter(effect.parameters);
        if (effect.kind == EffectKind::when) check_condition(effect.condition);
        const bool inside = effect.kind == EffectKind::when || effect.kind == EffectKind::forall;
        for (Effect& child : effect.children) check_effect(child, conditional || inside);
        if (effect.kind == EffectKind::add || effect.kind == EffectKind::remove) {
            check_atom(effect.atom);
            if (derived_.has(effect.atom.predicate.name)) {
                error(effect.atom.predicate.at, "the derived predicate " + quoted(effect.atom.predicate.name->text) +
                                                    " in an effect: only its rules make it true");
            }
        }
        scope_.leave(effect.parameters);
    }

    // --- numbers: costs, and functions that nothing reads

    // The function that the metric minimises, if costs can be counted by it.
    void check_metric() {
        const Ident metric = problem_.metric;
        if (!metric.name) return;
        const bool declared = functions_.has(metric.name);
        if (metric.name == total_cost_ ||
            (declared && domain_.functions[functions_.at(metric.name)].parameters.empty())) {
            problem_.minimises_cost = true;
            return;
        }
        diagnostics_.warning(
            problem_.source, metric.at,
            "the metric " + quoted("(" + metric.name->text + ")") + " is ignored: every action costs 1", metric_hint);
    }

    void note_changes(const Effect& effect) {
        if (effect.kind == EffectKind::increase) changed_.set(effect.atom.predicate.name, 0);
        for (const Effect& child : effect.children) note_changes(child);
    }

    // The parser refuses conditions on numbers. So a function that is neither the metric nor the cost of an action
    // plays no part in any plan, and its changes can be dropped.
    void check_increase(Effect& effect, bool conditional) {
        const Name function = effect.atom.predicate.name;
        check_function_term(effect.atom);
        const bool plain = !conditional && !effect.cost.arithmetic;
        if (problem_.minimises_cost ? function == problem_.metric.name : function == total_cost_ && plain)
            return check_cost(effect, conditional);
        if (!ignored_.has(function)) {
            ignored_.set(function, 0);
            diagnostics_.warning(*source_, effect.at,
                                 quoted(function->text) + " increases, but nothing reads it: it is ignored");
        }
        effect = Effect{};
    }

    void check_cost(const Effect& effect, bool conditional) {
        const CostExpression& cost = effect.cost;
        const auto unsupported = [&](Offset at, std::string message) {
            diagnostics_.unsupported(*source_, at, std::move(message));
        };
        if (conditional) {
            unsupported(effect.at, "(increase (" + effect.atom.predicate.name->text +
                                       ") ...) inside (forall ...) or (when ...): an action's cost may not "
                                       "depend on the state");
        } else if (cost.arithmetic) {
            unsupported(cost.at, "arithmetic " + quoted("(" + cost.arithmetic->text + " ...)") +
                                     ": a cost is a number or one function term");
        } else if (!cost.function) {
            if (cost.number.digits < 0) unsupported(cost.at, "the negative cost " + quoted(written(cost.number)));
        } else if (changed_.has(cost.function->predicate.name)) {
            unsupported(cost.at, "the cost depends on " + quoted(cost.function->predicate.name->text) +
                                     ", which actions change: an action's cost may not depend on the state");
        } else {
            cost_terms_.set(cost.function->predicate.name, 0);
            check_function_term(*cost.function);
        }
    }

    static std::string written(const Number& negative) {
        std::string digits = std::to_string(negative.digits).substr(1);
        if (negative.decimals == 0) return "-" + digits;
        if (digits.size() <= negative.decimals) digits.insert(0, negative.decimals + 1 - digits.size(), '0');
        return "-" + digits.insert(digits.size() - negative.decimals, ".");
    }

    void check_function_term(const Atom& term) {
        if (!known_function(term.predicate)) return;
        const auto& parameters = domain_.functions[functions_.at(term.predicate.name)].parameters;
        if (check_arity(term.predicate, term.args.size(), parameters.size()))
            check_terms(term.predicate, term.args.data(), parameters);
    }

    // --- atoms and terms

    void check_atom(const Atom& atom) {
        if (!known_predicate(atom.predicate)) {
            for (const Term& term : atom.args) check_known(term);
            return;
        }
        const auto& parameters = predicate(atom.predicate.name).parameters;
        if (check_arity(atom.predicate, atom.args.size(), parameters.size())) {
            check_terms(atom.predicate, atom.args.data(), parameters);
        }
    }

    bool check_arity(const Ident& name, std::size_t found, std::size_t declared) {
        if (found == declared) return true;
        error(name.at, quoted(name.name->text) + " has " + std::to_string(found) +
                           (found == 1 ? " argument" : " arguments") + " where " + std::to_string(declared) +
                           (declared == 1 ? " was" : " were") + " expected");
        return false;
    }

    void check_terms(const Ident& owner, const Term* terms, const std::vector<TypedName>& parameters) {
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const Term& term = terms[i];
            if (!check_known(term) || !diagnostics_.wants_warnings()) continue;
            if (term.is_variable()) {
                check_variable(owner, term.at, *scope_.find(term.name), parameters[i]);
                continue;
            }
            const TypedName& object = declared_objects_[objects_.at(term.name)];
            if (types_.fits(object, parameters[i])) continue;
            suspicion(term.at, "the object " + quoted(term.name->text) + " is of type " + type_name(object) +
                                   " where " + quoted(owner.name->text) + " was declared with " +
                                   type_name(parameters[i]));
        }
    }

    // A variable of a wider type still stands for some objects that fit; one of another type stands for none.
    void check_variable(const Ident& owner, Offset at, const TypedName& variable, const TypedName& parameter) {
        if (types_.fits(variable, parameter)) return;
        const auto in_both = [&](const TypedName& object) {
            return types_.fits(object, variable) && types_.fits(object, parameter);
        };
        const bool some_fit = types_.may_overlap(variable, parameter) ||
                              std::any_of(several_types_.begin(), several_types_.end(), in_both);
        std::string message = "the variable " + quoted(variable.ident.name->text) + " is of type " +
                              type_name(variable) + " where " + quoted(owner.name->text) + " was declared with " +
                              type_name(parameter);
        if (some_fit) {
            diagnostics_.warning(*source_, at, std::move(message));
        } else {
            suspicion(at, message + ": no object is of both types");
        }
    }

    bool check_known(const Term& term) {
        if (term.is_variable()) {
            if (scope_.find(term.name)) return true;
            error(term.at, "unknown variable " + quoted(term.name->text), nearest_name_hint(term.name, scope_.all()));
            return false;
        }
        if (objects_.has(term.name)) return true;
        if (objects_.report_once(term.name)) {
            error(term.at, "unknown object " + quoted(term.name->text), nearest_name_hint(term.name, objects_.names()));
        }
        return false;
    }

    bool known_predicate(const Ident& name) {
        if (predicates_.has(name.name)) return true;
        if (predicates_.report_once(name.name)) {
            error(name.at, "unknown predicate " + quoted(name.name->text),
                  nearest_name_hint(name.name, predicates_.names()));
        }
        return false;
    }

    bool known_function(const Ident& name) {
        if (functions_.has(name.name)) return true;
        if (name.name != total_cost_ && functions_.report_once(name.name)) {
            error(name.at, "unknown function " + quoted(name.name->text),
                  nearest_name_hint(name.name, functions_.names()));
        }
        return false;
    }

    static std::string type_name(const TypedName& entry) {
        if (entry.types.empty()) return "'object'";
        std::string result;
        for (const Ident& type : entry.types) result += (result.empty() ? "" : " or ") + quoted(type.name->text);
        return result;
    }

    const PredicateDeclaration& predicate(Name name) const { return domain_.predicates[predicates_.at(name)]; }

    Domain& domain_;
    Problem& problem_;
    Diagnostics& diagnostics_;
    const SourcePtr* source_ = nullptr;
    Name total_cost_;
    TypeHierarchy types_;
    std::uint32_t name_count_;
    Index predicates_, derived_, functions_, objects_, unknown_types_;
    Index cost_terms_;  // functions that a cost reads
    Index changed_;     // functions that effects change
    Index ignored_;     // those of which it was said that their changes are ignored
    std::vector<TypedName> declared_objects_;
    std::vector<TypedName> several_types_;  // the objects declared with (either ...)
    Scope scope_;
};

}  // namespace

void check(SyntaxTree& tree, Diagnostics& diagnostics) {
    Checker(tree, diagnostics).run();
}

}  // namespace isonova::pddl
