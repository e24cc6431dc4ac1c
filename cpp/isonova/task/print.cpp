#include <sstream>

#include "isonova/task/task.hpp"

namespace isonova {
namespace {

class Printer {
  public:
    explicit Printer(const Task& task) : task_(task) {}

    std::string run() {
        out_ << "task " << task_.problem_name << " of domain " << task_.domain_name << "\n";
        out_ << "objects";
        for (const Object& object : task_.objects) out_ << ' ' << object.name << " - " << task_.types[object.type].name;
        out_ << "\n";
        for (const Predicate& predicate : task_.predicates) {
            static const char* const kinds[] = {"static", "fluent", "derived"};
            out_ << kinds[static_cast<int>(predicate.kind)] << " (" << predicate.name;
            for (const TypeId type : predicate.parameter_types) out_ << " - " << task_.types[type].name;
            out_ << (predicate.invented ? ") invented\n" : ")\n");
        }
        for (const Schema& schema : task_.schemata) print(schema);
        for (const Axiom& axiom : task_.axioms) print(axiom);
        out_ << "init";
        for (std::size_t i = 0; i < task_.init.size(); ++i) {
            out_ << " (" << task_.predicates[task_.init.predicate(i)].name;
            for (const ObjectId object : task_.init.args(i)) out_ << ' ' << task_.objects[object].name;
            out_ << ')';
        }
        for (const FunctionValue& value : task_.function_values) {
            out_ << " (" << task_.functions[value.function].name;
            for (const ObjectId object : value.args) out_ << ' ' << task_.objects[object].name;
            out_ << ")=" << value.value;
        }
        out_ << "\ngoal";
        if (task_.goal_false) out_ << " false";
        for (const Literal& literal : task_.goal) print(literal, {});
        if (!task_.static_goal.empty()) out_ << "\nstatic goal";
        for (const Literal& literal : task_.static_goal) print(literal, {});
        out_ << "\n";
        return out_.str();
    }

  private:
    void print(Term term, const std::vector<std::string>& names) {
        if (!term.is_variable())
            out_ << ' ' << task_.objects[term.object()].name;
        else if (term.variable() < names.size())
            out_ << ' ' << names[term.variable()];
        else
            out_ << " ?" << term.variable();
    }

    void print(const Literal& literal, const std::vector<std::string>& names) {
        out_ << (literal.negated ? " (not (" : " (") << task_.predicates[literal.predicate].name;
        for (const Term term : literal.args) print(term, names);
        out_ << (literal.negated ? "))" : ")");
    }

    void print(const Condition& condition, const std::vector<std::string>& names) {
        for (const Literal& literal : condition.literals) print(literal, names);
        for (const Constraint& constraint : condition.constraints) {
            out_ << (constraint.equal ? " (=" : " (!=");
            print(constraint.lhs, names);
            print(constraint.rhs, names);
            out_ << ')';
        }
    }

    void set(ObjectSetId id) {
        for (const Type& type : task_.types) {
            if (type.objects != id) continue;
            out_ << " - " << type.name;
            return;
        }
        out_ << " in {";
        const char* separator = "";
        for (const ObjectId object : task_.set(id)) {
            out_ << separator << task_.objects[object].name;
            separator = " ";
        }
        out_ << '}';
    }

    void print(const Schema& schema) {
        const Action& action = task_.actions[schema.action];
        out_ << "schema (" << action.name;
        for (const Term term : schema.declared) print(term, schema.variable_names);
        out_ << ")";
        for (std::size_t i = 0; i < schema.parameters.size(); ++i) {
            out_ << ' ' << schema.variable_names[i];
            set(schema.parameters[i]);
        }
        out_ << "\n  when";
        print(schema.precondition, schema.variable_names);
        for (const Effect& effect : schema.effects) {
            out_ << "\n  then";
            print(effect.literal, schema.variable_names);
            for (std::size_t i = 0; i < effect.parameters.size(); ++i) {
                out_ << " ?" << schema.parameters.size() + i;
                set(effect.parameters[i]);
            }
            if (!effect.condition.empty()) {
                out_ << " if";
                print(effect.condition, schema.variable_names);
            }
        }
        out_ << "\n  cost " << schema.cost.constant;
        for (const FunctionTerm& term : schema.cost.terms) {
            out_ << " + (" << task_.functions[term.function].name;
            for (const Term arg : term.args) print(arg, schema.variable_names);
            out_ << ')';
        }
        out_ << "\n";
    }

    void print(const Axiom& axiom) {
        out_ << "axiom " << axiom.stratum << ":";
        print(axiom.head, axiom.variable_names);
        for (std::size_t i = 0; i < axiom.parameters.size(); ++i) {
            out_ << ' ' << axiom.variable_names[i];
            set(axiom.parameters[i]);
        }
        out_ << "\n  when";
        print(axiom.body, axiom.variable_names);
        out_ << "\n";
    }

    const Task& task_;
    std::ostringstream out_;
};

}  // namespace

std::string to_string(const Task& task) {
    return Printer(task).run();
}

}  // namespace isonova
