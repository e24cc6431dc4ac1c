#include <boost/test/unit_test.hpp>

#include "isonova/pddl/syntax.hpp"

namespace {

using namespace isonova::pddl;

const std::string domain_text = R"(
(define (domain Kitchen)
  (:action cook :parameters (?p - POT ?x) :precondition (imply (clean ?p) (or (not (= ?p ?x)) (clean ?x)))
    :effect (and (forall (?q - pot) (when (clean ?q) (not (clean ?q)))) (hot ?p) (increase (total-cost) (heat ?p))))
  (:predicates (clean ?p) (hot ?p - pot) (ready))
  (:derived (ready) (exists (?p - pot) (hot ?p)))
  (:types pan - pot lid - (either pan pot) pot)
  (:functions (heat ?p - pot) - number total-cost - number))
)";
const std::string problem_text = R"(
(define (problem soup) (:domain kitchen) (:objects a B - pan c)
  (:init (Clean a) (not (clean b)) (= (heat A) 3.0) (= total-cost 0) (clean c)) (:goal (ready))
  (:metric minimize total-cost))
)";

SyntaxTreePtr parsed(const std::string& domain, const std::string& problem) {
    return parse(source_from_string(domain, "d.pddl"), source_from_string(problem, "p.pddl"));
}

std::string complaint(const std::string& domain, const std::string& problem) {
    try {
        parsed(domain, problem);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(parsing)

BOOST_AUTO_TEST_CASE(names_are_equal_whatever_their_case) {
    const auto tree = parsed(domain_text, problem_text);
    BOOST_TEST(tree->domain.name.name->text == "kitchen");
    BOOST_TEST(tree->domain.name.name == tree->problem.domain_name.name);
    BOOST_TEST(tree->problem.init[0].predicate.name == tree->domain.predicates[0].name.name);
    BOOST_TEST(tree->warnings.empty());
}

BOOST_AUTO_TEST_CASE(formulas_keep_their_shape) {
    const auto tree = parsed(domain_text, problem_text);
    const Action& cook = tree->domain.actions.at(0);
    BOOST_TEST(cook.parameters.at(0).types.at(0).name->text == "pot");
    BOOST_TEST(cook.parameters.at(1).types.empty());
    BOOST_TEST((cook.precondition.kind == ConditionKind::implication));
    const Condition& either = cook.precondition.children.at(1);
    BOOST_TEST((either.kind == ConditionKind::disjunction));
    BOOST_TEST((either.children.at(0).children.at(0).kind == ConditionKind::equality));
    const Effect& forall = cook.effect.children.at(0);
    BOOST_TEST((forall.kind == EffectKind::forall));
    BOOST_TEST((forall.children.at(0).kind == EffectKind::when));
    BOOST_TEST((forall.children.at(0).children.at(0).kind == EffectKind::remove));
    BOOST_TEST(cook.effect.children.at(2).cost.function->predicate.name->text == "heat");
}

BOOST_AUTO_TEST_CASE(initial_facts_share_one_array) {
    const auto tree = parsed(domain_text, problem_text);
    const Problem& problem = tree->problem;
    BOOST_REQUIRE_EQUAL(problem.init.size(), 2u);
    BOOST_TEST(problem.init_terms[problem.init[1].first].name->text == "c");
    BOOST_REQUIRE_EQUAL(problem.init_functions.size(), 2u);
    BOOST_TEST(problem.init_functions[0].value.digits == 3);
    BOOST_TEST(problem.init_terms[problem.init_functions[0].first].name->text == "a");
    BOOST_TEST(problem.init_functions[1].count == 0u);
    BOOST_TEST(problem.minimises_cost);
}

BOOST_AUTO_TEST_CASE(errors_of_both_texts_come_together) {
    const std::string text =
        complaint("(define (domain d) (:action) (:action a :effect x))", "(define (problem p) (:goal))");
    BOOST_TEST(contains(text, "d.pddl:1:28: error: found ')' where the name of the action was expected"));
    BOOST_TEST(contains(text, "d.pddl:1:49: error: found 'x' where an effect was expected"));
    BOOST_TEST(contains(text, "p.pddl:1:27: error"));
    BOOST_TEST(contains(text, "the problem ends without a (:domain ...) section"));
}

BOOST_AUTO_TEST_CASE(swapped_texts_are_noticed) {
    BOOST_TEST(contains(complaint(problem_text, domain_text), "domain and problem are swapped"));
    BOOST_TEST(contains(complaint(domain_text, domain_text), "this is a domain where a problem was expected"));
}

BOOST_AUTO_TEST_CASE(errors_stop_at_the_limit) {
    std::string init;
    for (int i = 0; i < 1000; ++i) init += "(clean x" + std::to_string(i) + ")";
    try {
        parsed(domain_text, "(define (problem p) (:domain kitchen) (:init " + init + ") (:goal (ready)))");
        BOOST_FAIL("accepted");
    } catch (const InputError& error) {
        BOOST_TEST(error.diagnostics().size() == Diagnostics::limit);
        BOOST_TEST(!error.unsupported());
    }
}

BOOST_AUTO_TEST_CASE(warnings_stop_at_the_limit) {
    std::string objects;
    for (int i = 0; i < 1000; ++i) objects += " a - pan";
    const auto tree =
        parsed(domain_text, "(define (problem p) (:domain kitchen) (:objects" + objects + ") (:init) (:goal (ready)))");
    BOOST_TEST(tree->problem.objects.size() == 1u);
    BOOST_TEST(tree->warnings.size() == Diagnostics::warning_limit + 1);
    BOOST_TEST(tree->warnings.back().message == "further warnings are left out");
}

BOOST_AUTO_TEST_CASE(nesting_is_limited) {
    std::string deep, closing;
    for (int i = 0; i < 100'000; ++i) deep += "(not ", closing += ")";
    const std::string head = "(define (problem p) (:domain kitchen) (:init) (:goal ";
    BOOST_TEST(
        contains(complaint(domain_text, head + deep + "(ready)" + closing + "))"), "more than 1000 levels deep"));
    const std::string fine = head + deep.substr(0, 5 * 998) + "(ready)" + closing.substr(0, 998) + "))";
    BOOST_TEST(complaint(domain_text, fine) == "");
}

BOOST_AUTO_TEST_CASE(undeclared_supertypes_become_types) {
    const auto tree = parsed("(define (domain d) (:types a - b b2 - b) (:predicates (p)))",
                             "(define (problem p) (:domain d) (:objects o - b) (:init) (:goal (p)))");
    BOOST_REQUIRE_EQUAL(tree->domain.types.size(), 3u);
    BOOST_TEST(tree->domain.types[2].ident.name->text == "b");
    BOOST_TEST(tree->warnings.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_variable_fits_if_some_object_can_be_of_both_types) {
    const std::string domain =
        "(define (domain d) (:types boat car - vehicle amphibian - boat amphibian - car horse vehicle - object)"
        " (:predicates (floats ?b - boat) (eats ?h - horse) (heavy ?v - vehicle))"
        " (:action go :parameters (?c - car ?v - vehicle) :precondition ";
    const auto warnings = [&](const std::string& precondition, const std::string& objects) {
        return parsed(domain + precondition + "))",
                      "(define (problem p) (:domain d) (:objects " + objects + ") (:init) (:goal (and)))")
            ->warnings;
    };
    const auto suspicious = [&](const std::string& precondition, const std::string& objects = "") {
        const auto found = warnings(precondition, objects);
        BOOST_REQUIRE_EQUAL(found.size(), 1u);
        return found[0].suspicious;
    };
    BOOST_TEST(warnings("(heavy ?c)", "").empty());
    BOOST_TEST(!suspicious("(floats ?v)"));  // wider
    BOOST_TEST(!suspicious("(floats ?c)"));  // amphibians are both
    BOOST_TEST(suspicious("(eats ?c)"));
    BOOST_TEST(suspicious("(eats ?c)", "a - (either car boat) b - horse"));
    BOOST_TEST(!suspicious("(eats ?c)", "a - (either car horse)"));  // that object is both
    BOOST_TEST(warnings("(exists (?h - horse) (and (eats ?h) (heavy ?c)))", "").empty());
    // The inner variable counts inside the quantifier, the outer one after it.
    BOOST_TEST(warnings("(and (exists (?c - horse) (eats ?c)) (heavy ?c))", "").size() == 1u);
    BOOST_TEST(warnings("(and (exists (?c - horse) (heavy ?c)) (eats ?c))", "").size() == 3u);
}

BOOST_AUTO_TEST_SUITE_END()
