#include "isonova/pddl/nearest.hpp"
#include "isonova/pddl/parser.hpp"

namespace isonova::pddl {

void Parser::parse_domain(Domain& domain) {
    domain.source = source_;
    auto sections = open_definition("domain", domain.name);
    if (!sections) return;
    while (!sections->done()) {
        const NodeIndex section = sections->next();
        try {
            domain_section(section, domain);
        } catch (const Abandon&) {
        }
    }
}

void Parser::domain_section(NodeIndex section, Domain& domain) {
    constexpr std::string_view wanted =
        "one of (:requirements ...), (:types ...), (:constants ...), (:predicates ...), (:functions ...), (:action "
        "...), "
        "(:derived ...)";
    if (!is_list(section) || nodes_[section].next == section + 1 || nodes_[section + 1].kind != NodeKind::keyword) {
        fail(at(section), "found " + found(section) + " where " + std::string(wanted) + " was expected");
    }
    Cursor cursor(*this, section);
    const NodeIndex keyword = cursor.next();
    if (is(keyword, ":action")) return action(cursor, domain);
    if (is(keyword, ":derived")) return derived(cursor, domain);
    const auto append = [&](std::vector<TypedName>& list, std::string_view what) {
        note_section(keyword, seen_sections_, true);
        auto more = typed_list(cursor, Listed::names, what);
        list.insert(list.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    };
    if (is(keyword, ":requirements")) {
        note_section(keyword, seen_sections_, true);
        for (const Ident& requirement : requirement_list(cursor)) domain.requirements.push_back(requirement);
    } else if (is(keyword, ":types")) {
        append(domain.types, "the name of a type or '- supertype'");
    } else if (is(keyword, ":constants")) {
        append(domain.constants, "the name of a constant or '- type'");
    } else if (is(keyword, ":predicates")) {
        note_section(keyword, seen_sections_, true);
        predicates(cursor, domain);
    } else if (is(keyword, ":functions")) {
        note_section(keyword, seen_sections_, true);
        functions(cursor, domain);
    } else if (is(keyword, ":axiom")) {
        fail_unsupported(at(section), "(:axiom ...) is the form of PDDL 1.2",
                         "write (:derived (predicate ?x) condition)");
    } else if (const std::string_view extension = extension_of(keyword); !extension.empty()) {
        fail_unsupported(at(section), std::string(extension) + " not part of classical planning");
    } else if (is(keyword, ":objects") || is(keyword, ":init") || is(keyword, ":goal")) {
        fail(at(section), "found " + found(section) + " in a domain; it belongs in a problem",
             is(keyword, ":objects") ? "objects of a domain are (:constants ...)" : "");
    } else {
        fail(at(keyword), "unknown section " + found(keyword) + " where " + std::string(wanted) + " was expected",
             nearest_hint(ident(keyword).name->text, {":requirements", ":types", ":constants", ":predicates",
                                                      ":functions", ":action", ":derived"}));
    }
}

void Parser::predicates(Cursor cursor, Domain& domain) {
    while (!cursor.done()) {
        const NodeIndex node = cursor.next();
        try {
            if (!is_list(node))
                fail(at(node), "found " + found(node) + " where a predicate such as (on ?x ?y) was expected");
            if (nodes_[node].next > node + 1 && !extension_of(node + 1).empty())
                fail_unsupported(at(node), std::string(extension_of(node + 1)) + " not part of classical planning");
            Cursor inside(*this, node);
            const Ident name = expect_name(inside, "the name of a predicate");
            // The list of the arguments starts after the name, inside the same parentheses.
            domain.predicates.push_back(
                {name, typed_list(inside, Listed::variables, "a variable such as '?x' or '- type'")});
        } catch (const Abandon&) {
        }
    }
}

void Parser::functions(Cursor cursor, Domain& domain) {
    const auto expect_number = [&](const Ident& type) {
        if (type.name->text == "number") return;
        fail_unsupported(
            type.at,
            "a function of type " + quoted(type.name->text) + ": object fluents are not part of classical planning",
            "action costs are of type 'number'");
    };
    while (!cursor.done()) {
        const NodeIndex node = cursor.next();
        if (nodes_[node].kind == NodeKind::dash) {
            for (const Ident& type : type_expression(expect_any(cursor, "'number' after '-'"))) expect_number(type);
        } else if (const auto type = is_list(node) ? std::nullopt : glued_type(node, false)) {
            expect_number(*type);
        } else if (is_list(node)) {
            Cursor inside(*this, node);
            const Ident name = expect_name(inside, "the name of a function");
            domain.functions.push_back(
                {name, typed_list(inside, Listed::variables, "a variable such as '?x' or '- type'")});
        } else if (is_name(node)) {
            domain.functions.push_back({ident(node), {}});
        } else {
            fail(at(node),
                 "found " + found(node) + " where a function such as (distance ?x ?y) or '- number' was expected");
        }
    }
}

void Parser::action(Cursor cursor, Domain& domain) {
    Action result;
    result.name = expect_name(cursor, "the name of the action");
    result.precondition.at = result.effect.at = result.name.at;
    std::vector<Name> seen;
    while (!cursor.done()) {
        const NodeIndex keyword = cursor.next();
        if (nodes_[keyword].kind != NodeKind::keyword) {
            fail(at(keyword), "found " + found(keyword) + " where :parameters, :precondition or :effect was expected");
        }
        note_section(keyword, seen, false);
        if (is(keyword, ":parameters")) {
            result.parameters = variable_list(cursor, "the action");
        } else if (is(keyword, ":precondition")) {
            result.precondition = condition(expect_any(cursor, "a condition after :precondition"), 1);
        } else if (is(keyword, ":effect")) {
            result.effect = effect(expect_any(cursor, "an effect after :effect"), 1);
        } else if (is(keyword, ":vars")) {
            fail_unsupported(at(keyword), ":vars in an action is the form of PDDL 1.2",
                             "move the variables to :parameters");
        } else if (const std::string_view extension = extension_of(keyword); !extension.empty()) {
            fail_unsupported(at(keyword), quoted(text(keyword)) + " in an action: " + std::string(extension) +
                                              " not part of classical planning");
        } else {
            fail(at(keyword), "found " + found(keyword) + " where :parameters, :precondition or :effect was expected",
                 nearest_hint(ident(keyword).name->text, {":parameters", ":precondition", ":effect"}));
        }
    }
    domain.actions.push_back(std::move(result));
}

void Parser::derived(Cursor cursor, Domain& domain) {
    DerivedRule rule;
    const NodeIndex head = expect_list(cursor, "the derived predicate, such as (above ?x ?y),");
    Cursor inside(*this, head);
    rule.predicate = expect_name(inside, "the name of the derived predicate");
    rule.parameters = typed_list(inside, Listed::variables, "a variable such as '?x' or '- type'");
    rule.body = condition(expect_any(cursor, "the condition of the derived predicate"), 1);
    expect_end(cursor, "(:derived ...)");
    domain.derived.push_back(std::move(rule));
}

}  // namespace isonova::pddl
