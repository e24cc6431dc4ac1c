#include "isonova/pddl/parser.hpp"

namespace isonova::pddl {

void Parser::check_depth(NodeIndex node, int depth) {
    if (depth <= depth_limit) return;
    fail(at(node), "conditions or effects are nested more than " + std::to_string(depth_limit) + " levels deep here");
}

Condition Parser::condition(NodeIndex node, int depth) {
    check_depth(node, depth);
    Condition result;
    result.at = at(node);
    if (!is_list(node)) {
        fail(at(node), "found " + found(node) + " where a condition was expected",
             is_name(node) ? "an atom has parentheses: (" + std::string(text(node).substr(0, 40)) + ")" : "");
    }
    if (nodes_[node].next == node + 1) return result;
    const NodeIndex head = node + 1;
    if (is_list(head)) {
        fail(at(head), "found a list where a predicate or one of and, or, not, imply, forall, exists, = was expected",
             "several conditions need (and ...) around them");
    }
    for (const std::string_view comparison : {"<", ">", "<=", ">="}) {
        if (is(head, comparison))
            fail_unsupported(at(node), "numeric condition " + found(node) + ": only action costs may be numeric");
    }
    if (is(head, "preference")) fail_unsupported(at(node), "preferences are not part of classical planning");
    if (is(head, "when")) fail(at(node), "found (when ...) in a condition; it belongs in an effect", "use (imply ...)");
    if (is(head, "=")) {
        Cursor cursor(*this, node);
        cursor.next();
        for (Cursor look = cursor; !look.done();) {
            const NodeIndex term = look.next();
            if (is_list(term)) {
                fail_unsupported(
                    at(node),
                    "(= ...) between function terms: numeric and object fluents are not part of classical planning");
            }
        }
        result.kind = ConditionKind::equality;
        result.atom.predicate = ident(head);
        result.atom.args = terms(cursor, "=");
        if (result.atom.args.size() != 2) {
            fail(at(node), "(= ...) has " + std::to_string(result.atom.args.size()) +
                               (result.atom.args.size() == 1 ? " argument" : " arguments") + " where 2 were expected");
        }
        return result;
    }
    quantifier_or_connective(node, result, depth);
    return result;
}

void Parser::quantifier_or_connective(NodeIndex node, Condition& result, int depth) {
    Cursor cursor(*this, node);
    const NodeIndex head = cursor.next();
    if (is(head, "and") || is(head, "or")) {
        result.kind = is(head, "and") ? ConditionKind::conjunction : ConditionKind::disjunction;
        result.children.reserve(count(cursor));
        while (!cursor.done()) result.children.push_back(condition(cursor.next(), depth + 1));
    } else if (is(head, "not")) {
        result.kind = ConditionKind::negation;
        result.children.push_back(condition(expect_any(cursor, "the condition that (not ...) negates"), depth + 1));
        expect_end(cursor, "(not ...)");
    } else if (is(head, "imply")) {
        result.kind = ConditionKind::implication;
        result.children.reserve(2);
        result.children.push_back(condition(expect_any(cursor, "the first condition of (imply ...)"), depth + 1));
        result.children.push_back(condition(expect_any(cursor, "the second condition of (imply ...)"), depth + 1));
        expect_end(cursor, "(imply ...)");
    } else if (is(head, "forall") || is(head, "exists")) {
        result.kind = is(head, "forall") ? ConditionKind::forall : ConditionKind::exists;
        result.parameters = variable_list(cursor, is(head, "forall") ? "(forall ...)" : "(exists ...)");
        result.children.push_back(condition(expect_any(cursor, "the condition of the quantifier"), depth + 1));
        expect_end(cursor, is(head, "forall") ? "(forall ...)" : "(exists ...)");
    } else {
        result.kind = ConditionKind::atom;
        result.atom = atom(node);
    }
}

}  // namespace isonova::pddl
