#include "isonova/pddl/parser.hpp"

namespace isonova::pddl {

Effect Parser::effect(NodeIndex node, int depth, bool conditional) {
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
        while (!cursor.done()) result.children.push_back(effect(cursor.next(), depth + 1, conditional));
    } else if (is(head, "forall")) {
        result.kind = EffectKind::forall;
        result.parameters = variable_list(cursor, "(forall ...)");
        result.children.push_back(effect(expect_any(cursor, "the effect of (forall ...)"), depth + 1, true));
        expect_end(cursor, "(forall ...)");
    } else if (is(head, "when")) {
        result.kind = EffectKind::when;
        result.condition = condition(expect_any(cursor, "the condition of (when ...)"), depth + 1);
        result.children.push_back(effect(expect_any(cursor, "the effect of (when ...)"), depth + 1, true));
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
        increase(node, result, conditional);
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

void Parser::increase(NodeIndex node, Effect& result, bool conditional) {
    Cursor cursor(*this, node);
    cursor.next();
    result.kind = EffectKind::increase;
    const NodeIndex target = expect_any(cursor, "(total-cost) after 'increase'");
    if (!is_total_cost(target)) {
        fail_unsupported(at(target),
                         "(increase ...) of " + found(target) +
                             ": only (total-cost) may increase; numeric fluents are not part of classical planning");
    }
    if (conditional) {
        fail_unsupported(at(node),
                         "(increase (total-cost) ...) inside (forall ...) or (when ...): an action's cost may not "
                         "depend on the state");
    }
    const NodeIndex amount = expect_any(cursor, "a number or a function term");
    expect_end(cursor, "(increase ...)");
    result.cost.at = at(amount);
    if (const auto value = number(amount)) {
        result.cost.number = *value;
        if (*value < 0) fail_unsupported(at(amount), "the negative cost " + found(amount));
    } else if (is_list(amount)) {
        for (const std::string_view word : {"+", "-", "*", "/"}) {
            if (head_is(amount, word))
                fail_unsupported(at(amount),
                                 "arithmetic " + found(amount) + ": a cost is a number or one function term");
        }
        result.cost.function = atom(amount);
    } else if (is_name(amount)) {
        result.cost.function = Atom{ident(amount), {}};
    } else {
        fail(at(amount), "found " + found(amount) + " where a number or a function term was expected");
    }
}

}  // namespace isonova::pddl
