#include "isonova/pddl/parser.hpp"

namespace isonova::pddl {

Effect Parser::effect(NodeIndex node, int depth) {
    check_depth(node, depth);
    Effect result;
    result.at = at(node);
    if (!is_list(node)) {
        fail(at(node), "found " + found(node) + " where an effect was expected",
             is_name(node) ? "an atom has parentheses: (" + std::string(text(node).substr(0, 40)) + ")" : "");
    }
    if (nodes_[node].next == node + 1) return result;
    Cursor cursor(*this, node);
    const NodeIndex head = cursor.next();
    if (is_list(head)) {
        fail(at(head), "found a list where a predicate or one of and, not, forall, when, increase was expected",
             "several effects need (and ...) around them");
    }
    if (is(head, "and")) {
        result.children.reserve(count(cursor));
        while (!cursor.done()) result.children.push_back(effect(cursor.next(), depth + 1));
    } else if (is(head, "forall")) {
        result.kind = EffectKind::forall;
        result.parameters = variable_list(cursor, "(forall ...)");
        result.children.push_back(effect(expect_any(cursor, "the effect of (forall ...)"), depth + 1));
        expect_end(cursor, "(forall ...)");
    } else if (is(head, "when")) {
        result.kind = EffectKind::when;
        result.condition = condition(expect_any(cursor, "the condition of (when ...)"), depth + 1);
        result.children.push_back(effect(expect_any(cursor, "the effect of (when ...)"), depth + 1));
        expect_end(cursor, "(when ...)");
    } else if (is(head, "not")) {
        result.kind = EffectKind::remove;
        const NodeIndex negated = expect_list(cursor, "the atom that (not ...) deletes");
        expect_end(cursor, "(not ...)");
        for (const std::string_view word : {"and", "or", "not", "forall", "exists", "when", "imply", "="}) {
            if (head_is(negated, word))
                fail(at(negated), "found " + found(negated) + " where the atom that (not ...) deletes was expected");
        }
        result.atom = atom(negated);
    } else if (is(head, "increase")) {
        increase(node, result);
    } else {
        for (const std::string_view word : {"assign", "decrease", "scale-up", "scale-down"}) {
            if (is(head, word))
                fail_unsupported(at(node), "numeric effect " + found(node) +
                                               ": only (increase (total-cost) ...) is classical planning");
        }
        for (const std::string_view word : {"oneof", "probabilistic"}) {
            if (is(head, word))
                fail_unsupported(at(node), "effect " + found(node) + ": classical planning is deterministic");
        }
        for (const std::string_view word : {"or", "exists", "imply", "="}) {
            if (is(head, word)) fail(at(node), "found " + found(node) + " where an effect was expected");
        }
        result.kind = EffectKind::add;
        result.atom = atom(node);
    }
    return result;
}

// Which function counts as the cost is known once the problem's metric is read: the checker drops the others.
void Parser::increase(NodeIndex node, Effect& result) {
    Cursor cursor(*this, node);
    cursor.next();
    result.kind = EffectKind::increase;
    const NodeIndex target = expect_any(cursor, "(total-cost) after 'increase'");
    if (!is_name(target) && !is_list(target))
        fail(at(target), "found " + found(target) + " where a function term such as (total-cost) was expected");
    result.atom = function_term(target);
    const NodeIndex amount = expect_any(cursor, "a number or a function term");
    expect_end(cursor, "(increase ...)");
    result.cost.at = at(amount);
    for (const std::string_view word : {"+", "-", "*", "/"}) {
        if (head_is(amount, word)) result.cost.arithmetic = names_.intern(word);
    }
    if (result.cost.arithmetic) return;
    if (const auto value = number(amount)) {
        result.cost.number = *value;
    } else if (is_name(amount) || is_list(amount)) {
        result.cost.function = function_term(amount);
    } else {
        fail(at(amount), "found " + found(amount) + " where a number or a function term was expected");
    }
}

}  // namespace isonova::pddl
