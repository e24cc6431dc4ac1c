// libFuzzer target: whatever the bytes, parsing and normalising end in a task that keeps its promises or in an error.
//
// An input is a domain and a problem with a line `;;;; problem` between them. Without that line it is tried twice: as a
// problem of a fixed domain, and as a domain for a fixed problem.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "isonova/pddl/diagnostics.hpp"
#include "isonova/task/normalise.hpp"

namespace isonova {
namespace {

constexpr std::string_view marker = "\n;;;; problem\n";

constexpr const char* fixed_domain =
    R"((define (domain d) (:types room box - object small - box) (:constants hall - room)
  (:predicates (door ?a ?b - room) (in ?b - box ?r - room) (lit ?r - room) (calm) (near ?a ?b - room))
  (:functions (total-cost) - number (length ?a ?b - room) - number)
  (:derived (near ?a ?b - room) (or (door ?a ?b) (exists (?c - room) (and (door ?a ?c) (near ?c ?b)))))
  (:derived (calm) (forall (?r - room) (imply (lit ?r) (near hall ?r))))
  (:action move :parameters (?b - box ?from ?to - room)
    :precondition (and (in ?b ?from) (or (door ?from ?to) (door ?to ?from)) (not (= ?from ?to)))
    :effect (and (not (in ?b ?from)) (in ?b ?to) (increase (total-cost) (length ?from ?to))
                 (forall (?r - room) (when (and (lit ?r) (not (calm))) (not (lit ?r))))))))";

constexpr const char* fixed_problem = R"((define (problem p) (:domain d) (:objects r1 r2 - room a - box b - small)
  (:init (door hall r1) (door r1 r2) (in a hall) (in b r2) (= (length hall r1) 2) (= (length r1 r2) 3))
  (:goal (and (in a r2) (forall (?r - room) (not (lit ?r))))) (:metric minimize (total-cost))))";

void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "broken promise of a task: %s\n", what);
    std::abort();
}

class Promises {
  public:
    explicit Promises(const Task& task) : task_(task) {
        for (const Schema& schema : task.schemata) {
            require(schema.action < task.actions.size(), "the action of a schema");
            require(schema.declared.size() == task.actions[schema.action].parameters.size(), "declared parameters");
            terms(schema.declared, schema.arity());
            sets(schema.parameters);
            condition(schema.precondition, schema.arity());
            for (const Constraint& c : schema.precondition.constraints) require(!c.equal, "equality in a precondition");
            for (const Effect& effect : schema.effects) {
                const std::size_t variables = schema.arity() + effect.parameters.size();
                sets(effect.parameters);
                condition(effect.condition, variables);
                literal(effect.literal, variables);
                require(kind(effect.literal) == PredicateKind::fluent, "an effect on what is no fluent");
            }
        }
        for (const Axiom& axiom : task.axioms) {
            sets(axiom.parameters);
            literal(axiom.head, axiom.parameters.size());
            condition(axiom.body, axiom.parameters.size());
            require(kind(axiom.head) == PredicateKind::derived && !axiom.head.negated, "the head of an axiom");
        }
        for (const Literal& part : task.goal) literal(part, 0);
        for (std::size_t i = 0; i < task.init.size(); ++i)
            require(task.init.args(i).size() == task.predicates[task.init.predicate(i)].arity(), "arity in init");
    }

  private:
    PredicateKind kind(const Literal& l) const { return task_.predicates[l.predicate].kind; }
    void terms(const std::vector<Term>& list, std::size_t variables) const {
        for (const Term term : list)
            require(term.is_variable() ? term.variable() < variables : term.object() < task_.objects.size(), "terms");
    }
    void sets(const std::vector<ObjectSetId>& ids) const {
        for (const ObjectSetId id : ids) require(id < task_.object_sets.size(), "object sets");
    }
    void literal(const Literal& l, std::size_t variables) const {
        require(l.predicate < task_.predicates.size(), "predicates");
        require(l.args.size() == task_.predicates[l.predicate].arity(), "arities");
        terms(l.args, variables);
    }
    void condition(const Condition& c, std::size_t variables) const {
        for (const Literal& part : c.literals) literal(part, variables);
        for (const Constraint& part : c.constraints) terms({part.lhs, part.rhs}, variables);
    }

    const Task& task_;
};

void run(std::string domain, std::string problem, const NormaliseOptions& options) {
    try {
        const auto tree = pddl::parse(pddl::source_from_string(std::move(domain), "domain"),
                                      pddl::source_from_string(std::move(problem), "problem"));
        Limits limits;
        limits.seconds = 2;
        limits.bytes = std::size_t{1} << 30;
        const TaskPtr task = normalise(*tree, &limits, options);
        Promises check(*task);
        if (to_string(*task).empty()) std::abort();
    } catch (const pddl::InputError& error) {
        for (const pddl::Diagnostic& diagnostic : error.diagnostics()) require(!diagnostic.render().empty(), "message");
    } catch (const Halted&) {
        return;
    }
}

}  // namespace
}  // namespace isonova

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace isonova;
    const std::string text(reinterpret_cast<const char*>(data), size);
    // Small limits, so that both the copies and the axioms that replace them are met within short inputs.
    const NormaliseOptions options = size % 2 == 0 ? NormaliseOptions{16, 64, 256} : NormaliseOptions{2, 2, 2};
    const std::size_t place = text.find(marker);
    if (place != std::string::npos) {
        run(text.substr(0, place), text.substr(place + marker.size()), options);
    } else {
        run(fixed_domain, text, options);
        run(text, fixed_problem, options);
    }
    return 0;
}
