#include "isonova/task/resolve.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace isonova {
namespace {

using Kind = Formula::Kind;

class Resolver {
  public:
    Resolver(const pddl::SyntaxTree& tree, Task& task, ObjectSets& sets)
        : tree_(tree),
          task_(task),
          sets_(sets),
          type_of_(tree.names->size(), none),
          object_of_(tree.names->size(), none),
          predicate_of_(tree.names->size(), none),
          function_of_(tree.names->size(), none),
          variable_of_(tree.names->size(), none),
          is_cost_term_(tree.names->size()) {}

    Resolved run() {
        task_.domain_name = tree_.domain.name.name->text;
        task_.problem_name = tree_.problem.name.name->text;
        task_.has_metric = tree_.problem.minimises_cost;
        types_and_objects();
        find_cost_scale();
        for (const auto& declared : tree_.domain.predicates) declare_predicate(declared);
        for (const auto& declared : tree_.domain.functions) function(declared.name.name, declared.parameters.size());
        Resolved resolved;
        for (const auto& action : tree_.domain.actions) resolved.actions.push_back(resolve(action));
        for (const auto& rule : tree_.domain.derived) resolved.axioms.push_back(resolve(rule));
        scope_ = {};
        resolved.goal = formula(tree_.problem.goal, false);
        resolved.goal_scope = std::move(scope_);
        problems_.throw_if_errors();
        init();
        return resolved;
    }

  private:
    // --- types and objects

    TypeId type(pddl::Name name) {
        TypeId& id = type_of_[name->id];
        if (id == none) {
            id = static_cast<TypeId>(task_.types.size());
            task_.types.push_back({name->text, 0, 0});
            supertypes_.emplace_back();
        }
        return id;
    }

    void types_and_objects() {
        task_.types.push_back({"object", none, 0});
        supertypes_.emplace_back();
        if (const pddl::Name object = tree_.names->find("object")) type_of_[object->id] = 0;
        for (const auto& declared : tree_.domain.types) {
            const TypeId id = type(declared.ident.name);
            for (const auto& super : declared.types) {
                const TypeId above = type(super.name);
                if (above != id && id != 0) supertypes_[id].push_back(above);
            }
        }
        std::vector<std::vector<TypeId>> object_types;
        const auto add_objects = [&](const std::vector<pddl::TypedName>& declared, const pddl::Source& source,
                                     bool constant) {
            for (const auto& typed : declared) {
                ObjectId& id = object_of_[typed.ident.name->id];
                if (id == none) {
                    id = static_cast<ObjectId>(task_.objects.size());
                    const std::string& name = typed.ident.name->text;
                    task_.objects.push_back({name, source.text.substr(typed.ident.at, name.size()), 0, constant});
                    object_types.emplace_back();
                }
                for (const auto& t : typed.types) object_types[id].push_back(type(t.name));
            }
        };
        add_objects(tree_.domain.constants, *tree_.domain.source, true);
        add_objects(tree_.problem.objects, *tree_.problem.source, false);

        for (TypeId id = 1; id < task_.types.size(); ++id)
            task_.types[id].parent = supertypes_[id].empty() ? 0 : supertypes_[id].front();
        std::vector<std::vector<ObjectId>> members(task_.types.size());
        std::vector<TypeId> above;
        for (ObjectId object = 0; object < task_.objects.size(); ++object) {
            const auto& declared = object_types[object];
            if (!declared.empty()) task_.objects[object].type = declared.front();
            above.assign(declared.begin(), declared.end());
            above.push_back(0);
            for (std::size_t i = 0; i < above.size(); ++i) {
                std::vector<ObjectId>& of_type = members[above[i]];
                if (!of_type.empty() && of_type.back() == object) continue;
                of_type.push_back(object);
                above.insert(above.end(), supertypes_[above[i]].begin(), supertypes_[above[i]].end());
            }
        }
        for (TypeId id = 0; id < task_.types.size(); ++id)
            task_.types[id].objects = sets_.intern(std::move(members[id]));
    }

    ObjectSetId domain_of(const pddl::TypedName& typed) {
        if (typed.types.empty()) return task_.types[0].objects;
        if (typed.types.size() == 1) return task_.types[type_of_[typed.types[0].name->id]].objects;
        std::vector<ObjectId> all;
        for (const auto& t : typed.types) {
            const auto& some = sets_[task_.types[type_of_[t.name->id]].objects];
            all.insert(all.end(), some.begin(), some.end());
        }
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        return sets_.intern(std::move(all));
    }

    // --- predicates and functions

    void declare_predicate(const pddl::PredicateDeclaration& declared) {
        Predicate predicate{declared.name.name->text, {}, PredicateKind::fixed, false};
        for (const auto& parameter : declared.parameters)
            predicate.parameter_types.push_back(parameter.types.empty() ? 0 : type_of_[parameter.types[0].name->id]);
        predicate_of_[declared.name.name->id] = static_cast<PredicateId>(task_.predicates.size());
        task_.predicates.push_back(std::move(predicate));
    }

    // A predicate that is used but not declared (the checker has warned) takes any objects.
    PredicateId predicate(pddl::Name name, std::size_t arity) {
        PredicateId& id = predicate_of_[name->id];
        if (id == none) {
            id = static_cast<PredicateId>(task_.predicates.size());
            task_.predicates.push_back({name->text, std::vector<TypeId>(arity, 0), PredicateKind::fixed, false});
        }
        return id;
    }

    FunctionId function(pddl::Name name, std::size_t arity) {
        FunctionId& id = function_of_[name->id];
        if (id == none) {
            id = static_cast<FunctionId>(task_.functions.size());
            task_.functions.push_back({name->text, static_cast<std::uint32_t>(arity)});
        }
        return id;
    }

    // --- conditions

    std::vector<std::uint32_t> bind(const std::vector<pddl::TypedName>& parameters) {
        std::vector<std::uint32_t> variables;
        for (const auto& parameter : parameters) {
            variables.push_back(scope_.add(parameter.ident.name->text, domain_of(parameter)));
            variable_of_[parameter.ident.name->id] = variables.back();
        }
        return variables;
    }

    // Binds while it lives; an inner variable hides an outer one of the same name.
    class Binding {
      public:
        Binding(Resolver& resolver, const std::vector<pddl::TypedName>& parameters)
            : resolver_(resolver), parameters_(parameters) {
            for (const auto& parameter : parameters) hidden_.push_back(resolver.variable_of_[parameter.ident.name->id]);
            variables = resolver.bind(parameters);
        }
        ~Binding() {
            for (std::size_t i = parameters_.size(); i-- > 0;)
                resolver_.variable_of_[parameters_[i].ident.name->id] = hidden_[i];
        }
        Binding(const Binding&) = delete;
        Binding& operator=(const Binding&) = delete;

        std::vector<std::uint32_t> variables;

      private:
        Resolver& resolver_;
        const std::vector<pddl::TypedName>& parameters_;
        std::vector<std::uint32_t> hidden_;
    };

    Term term(const pddl::Term& t) const {
        return t.is_variable() ? Term::variable(variable_of_[t.name->id]) : Term::object(object_of_[t.name->id]);
    }

    Literal literal(const pddl::Atom& atom, bool negated) {
        Literal result{predicate(atom.predicate.name, atom.args.size()), negated, {}};
        for (const auto& arg : atom.args) result.args.push_back(term(arg));
        return result;
    }

    Formula formula(const pddl::Condition& condition, bool negated) {
        using Written = pddl::ConditionKind;
        switch (condition.kind) {
            case Written::atom:
                return Formula::of(literal(condition.atom, negated));
            case Written::equality:
                return Formula::of(Constraint{term(condition.atom.args[0]), term(condition.atom.args[1]), !negated});
            case Written::negation:
                return formula(condition.children[0], !negated);
            case Written::implication: {
                Formula result = Formula::of(negated ? Kind::conjunction : Kind::disjunction);
                result.children.push_back(formula(condition.children[0], !negated));
                result.children.push_back(formula(condition.children[1], negated));
                return result;
            }
            case Written::conjunction:
            case Written::disjunction: {
                const bool conjunction = (condition.kind == Written::conjunction) != negated;
                Formula result = Formula::of(conjunction ? Kind::conjunction : Kind::disjunction);
                result.children.reserve(condition.children.size());
                for (const auto& child : condition.children) result.children.push_back(formula(child, negated));
                return result;
            }
            case Written::exists:
            case Written::forall: {
                Formula result =
                    Formula::of((condition.kind == Written::exists) != negated ? Kind::exists : Kind::forall);
                Binding binding(*this, condition.parameters);
                result.children.push_back(formula(condition.children[0], negated));
                result.variables = binding.variables;
                return result;
            }
        }
        return Formula::truth();
    }

    // --- actions, axioms

    void flatten(const pddl::Effect& effect, std::vector<std::uint32_t>& variables,
                 std::vector<const Formula*>& conditions, Cost& cost, std::vector<RawEffect>& out) {
        switch (effect.kind) {
            case pddl::EffectKind::conjunction:
                for (const auto& child : effect.children) flatten(child, variables, conditions, cost, out);
                break;
            case pddl::EffectKind::forall: {
                Binding binding(*this, effect.parameters);
                const std::size_t outer = variables.size();
                variables.insert(variables.end(), binding.variables.begin(), binding.variables.end());
                flatten(effect.children[0], variables, conditions, cost, out);
                variables.resize(outer);
                break;
            }
            case pddl::EffectKind::when: {
                const Formula condition = formula(effect.condition, false);
                conditions.push_back(&condition);
                flatten(effect.children[0], variables, conditions, cost, out);
                conditions.pop_back();
                break;
            }
            case pddl::EffectKind::add:
            case pddl::EffectKind::remove: {
                RawEffect raw;
                raw.variables = variables;
                if (!conditions.empty()) {
                    raw.condition = Formula::of(Kind::conjunction);
                    for (const Formula* condition : conditions) raw.condition.children.push_back(*condition);
                }
                raw.literal = literal(effect.atom, effect.kind == pddl::EffectKind::remove);
                out.push_back(std::move(raw));
                break;
            }
            case pddl::EffectKind::increase:
                if (!task_.has_metric) break;
                if (effect.cost.function) {
                    FunctionTerm value{
                        function(effect.cost.function->predicate.name, effect.cost.function->args.size()), {}};
                    for (const auto& arg : effect.cost.function->args) value.args.push_back(term(arg));
                    cost.terms.push_back(std::move(value));
                } else {
                    add(cost.constant, scaled(effect.cost.number, tree_.domain.source, effect.cost.at), effect);
                }
                break;
        }
    }

    RawAction resolve(const pddl::Action& action) {
        scope_ = {};
        RawAction raw;
        raw.action = static_cast<std::uint32_t>(task_.actions.size());
        Action declared;
        declared.name = action.name.name->text;
        {
            Binding binding(*this, action.parameters);
            for (const std::uint32_t variable : binding.variables) {
                declared.parameter_names.push_back(scope_.variables[variable].name);
                declared.parameters.push_back(scope_.variables[variable].domain);
            }
            raw.precondition = formula(action.precondition, false);
            std::vector<std::uint32_t> variables;
            std::vector<const Formula*> conditions;
            flatten(action.effect, variables, conditions, declared.cost, raw.effects);
        }
        // What ranges over no object never happens, so it makes no predicate fluent either.
        const auto empty = [&](ObjectSetId domain) { return task_.set(domain).empty(); };
        const bool impossible = std::any_of(declared.parameters.begin(), declared.parameters.end(), empty);
        std::erase_if(raw.effects, [&](const RawEffect& effect) {
            return impossible ||
                   std::any_of(effect.variables.begin(), effect.variables.end(),
                               [&](std::uint32_t variable) { return empty(scope_.variables[variable].domain); });
        });
        for (const RawEffect& effect : raw.effects)
            task_.predicates[effect.literal.predicate].kind = PredicateKind::fluent;
        if (!task_.has_metric) declared.cost = {1, {}};
        task_.actions.push_back(std::move(declared));
        raw.scope = std::move(scope_);
        return raw;
    }

    RawAxiom resolve(const pddl::DerivedRule& rule) {
        scope_ = {};
        RawAxiom raw;
        raw.at = rule.predicate.at;
        Binding binding(*this, rule.parameters);
        raw.head = {predicate(rule.predicate.name, rule.parameters.size()), false, {}};
        task_.predicates[raw.head.predicate].kind = PredicateKind::derived;
        for (const std::uint32_t variable : binding.variables) raw.head.args.push_back(Term::variable(variable));
        raw.body = formula(rule.body, false);
        raw.scope = std::move(scope_);
        return raw;
    }

    // --- costs

    void find_cost_scale() {
        if (!task_.has_metric) return;
        std::uint32_t decimals = 0;
        const auto visit = [&](const auto& self, const pddl::Effect& effect) -> void {
            for (const auto& child : effect.children) self(self, child);
            if (effect.kind != pddl::EffectKind::increase) return;
            if (effect.cost.function)
                is_cost_term_[effect.cost.function->predicate.name->id] = true;
            else
                decimals = std::max(decimals, effect.cost.number.decimals);
        };
        for (const auto& action : tree_.domain.actions) visit(visit, action.effect);
        for (const auto& fact : tree_.problem.init_functions)
            if (is_cost_term_[fact.function.name->id]) decimals = std::max(decimals, fact.value.decimals);
        for (std::uint32_t i = 0; i < decimals; ++i) task_.cost_scale *= 10;
    }

    std::int64_t scaled(const pddl::Number& number, const pddl::SourcePtr& source, pddl::Offset at) {
        std::int64_t factor = task_.cost_scale;
        for (std::uint32_t i = 0; i < number.decimals; ++i) factor /= 10;
        if (number.digits <= std::numeric_limits<std::int64_t>::max() / factor) return number.digits * factor;
        problems_.unsupported(source, at,
                              "this cost does not fit 64 bits once all costs are scaled to integers (by " +
                                  std::to_string(task_.cost_scale) + ")");
        return 0;
    }

    void add(std::int64_t& sum, std::int64_t more, const pddl::Effect& effect) {
        if (more > std::numeric_limits<std::int64_t>::max() - sum)
            problems_.unsupported(tree_.domain.source, effect.cost.at, "the cost of this action does not fit 64 bits");
        else
            sum += more;
    }

    // --- init

    void init() {
        const auto& problem = tree_.problem;
        const std::size_t count = problem.init.size();
        std::uint32_t widest = 0;
        for (const auto& fact : problem.init) {
            predicate(fact.predicate.name, fact.count);
            widest = std::max(widest, fact.count);
        }
        // Sorting keys of one machine word where they fit (they nearly always do) is several times faster than
        // comparing argument lists.
        const unsigned object_bits = std::bit_width(task_.objects.size());
        const unsigned predicate_bits = std::bit_width(task_.predicates.size());
        if (predicate_bits + widest * object_bits <= 64)
            add_sorted_by_key(widest, object_bits);
        else
            add_sorted_by_comparing(count);

        for (const auto& fact : problem.init_functions) {
            if (!is_cost_term_[fact.function.name->id]) continue;
            const std::int64_t number = scaled(fact.value, problem.source, fact.function.at);
            FunctionValue value{function(fact.function.name, fact.count), {}, number};
            for (std::uint32_t i = 0; i < fact.count; ++i)
                value.args.push_back(object_of_[problem.init_terms[fact.first + i].name->id]);
            task_.function_values.push_back(std::move(value));
        }
        problems_.throw_if_errors();
        // The last value given for a function term holds, as in other planners.
        auto& values = task_.function_values;
        const auto key = [](const FunctionValue& v) { return std::tie(v.function, v.args); };
        std::stable_sort(values.begin(), values.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
        std::size_t kept = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i + 1 < values.size() && key(values[i]) == key(values[i + 1])) continue;
            if (kept != i) values[kept] = std::move(values[i]);
            ++kept;
        }
        values.resize(kept);
    }

    void add_sorted_by_key(std::uint32_t widest, unsigned object_bits) {
        const auto& problem = tree_.problem;
        std::vector<std::uint64_t> keys;
        keys.reserve(problem.init.size());
        for (const auto& fact : problem.init) {
            std::uint64_t key = predicate_of_[fact.predicate.name->id];
            for (std::uint32_t i = 0; i < widest; ++i) {
                key <<= object_bits;
                if (i < fact.count) key |= object_of_[problem.init_terms[fact.first + i].name->id];
            }
            keys.push_back(key);
        }
        std::sort(keys.begin(), keys.end());
        keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
        std::vector<ObjectId> args;
        const unsigned shift = widest * object_bits;
        const std::uint64_t mask = (std::uint64_t{1} << object_bits) - 1;
        for (const std::uint64_t key : keys) {
            const auto id = static_cast<PredicateId>(key >> shift);
            args.clear();
            for (std::uint32_t i = 0; i < task_.predicates[id].arity(); ++i)
                args.push_back(static_cast<ObjectId>(key >> (widest - 1 - i) * object_bits & mask));
            task_.init.add(id, args);
        }
    }

    void add_sorted_by_comparing(std::size_t count) {
        const auto& problem = tree_.problem;
        std::vector<std::uint32_t> order(count);
        std::iota(order.begin(), order.end(), 0);
        std::vector<ObjectId> objects;
        objects.reserve(problem.init_terms.size());
        for (const auto& t : problem.init_terms) objects.push_back(object_of_[t.name->id]);
        const auto compare = [&](std::uint32_t a, std::uint32_t b) {
            const auto &x = problem.init[a], &y = problem.init[b];
            const PredicateId p = predicate_of_[x.predicate.name->id], q = predicate_of_[y.predicate.name->id];
            if (p != q) return p <=> q;
            const auto at = objects.begin();
            return std::lexicographical_compare_three_way(at + x.first, at + x.first + x.count, at + y.first,
                                                          at + y.first + y.count);
        };
        std::sort(order.begin(), order.end(), [&](auto a, auto b) { return compare(a, b) < 0; });
        for (std::size_t i = 0; i < count; ++i) {
            if (i > 0 && compare(order[i - 1], order[i]) == 0) continue;
            const auto& fact = problem.init[order[i]];
            task_.init.add(predicate_of_[fact.predicate.name->id], {objects.data() + fact.first, fact.count});
        }
    }

    const pddl::SyntaxTree& tree_;
    Task& task_;
    ObjectSets& sets_;
    pddl::Diagnostics problems_;
    Scope scope_;
    std::vector<std::vector<TypeId>> supertypes_;
    std::vector<std::uint32_t> type_of_, object_of_, predicate_of_, function_of_, variable_of_;  // by name id
    std::vector<bool> is_cost_term_;                                                             // by name id
};

}  // namespace

Resolved resolve(const pddl::SyntaxTree& tree, Task& task, ObjectSets& sets) {
    return Resolver(tree, task, sets).run();
}

}  // namespace isonova
