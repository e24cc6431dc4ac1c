#include "isonova/pddl/checker.hpp"
#include "isonova/pddl/nearest.hpp"
#include "isonova/pddl/parser.hpp"

namespace isonova::pddl {

void Parser::parse_problem(Problem& problem) {
    problem.source = source_;
    auto sections = open_definition("problem", problem.name);
    if (!sections) return;
    while (!sections->done()) {
        const NodeIndex section = sections->next();
        try {
            problem_section(section, problem);
        } catch (const Abandon&) {
        }
    }
    for (const std::string_view needed : {":domain", ":init", ":goal"}) {
        bool there = false;
        for (const Name seen : seen_sections_) there = there || seen->text == needed;
        if (!there)
            diagnostics_.error(source_, last(0),
                               "the problem ends without a (" + std::string(needed) + " ...) section");
    }
}

void Parser::problem_section(NodeIndex section, Problem& problem) {
    constexpr std::string_view wanted =
        "one of (:domain ...), (:requirements ...), (:objects ...), (:init ...), (:goal ...), (:metric ...)";
    if (!is_list(section) || nodes_[section].next == section + 1 || nodes_[section + 1].kind != NodeKind::keyword) {
        fail(at(section), "found " + found(section) + " where " + std::string(wanted) + " was expected");
    }
    Cursor cursor(*this, section);
    const NodeIndex keyword = cursor.next();
    if (is(keyword, ":domain")) {
        note_section(keyword, seen_sections_, false);
        problem.domain_name = expect_name(cursor, "the name of the domain");
        expect_end(cursor, "(:domain ...)");
    } else if (is(keyword, ":requirements")) {
        note_section(keyword, seen_sections_, true);
        for (const Ident& requirement : requirement_list(cursor)) problem.requirements.push_back(requirement);
    } else if (is(keyword, ":objects")) {
        note_section(keyword, seen_sections_, true);
        auto more = typed_list(cursor, Listed::names, "the name of an object or '- type'");
        problem.objects.insert(problem.objects.end(), std::make_move_iterator(more.begin()),
                               std::make_move_iterator(more.end()));
    } else if (is(keyword, ":init")) {
        note_section(keyword, seen_sections_, true);
        init(cursor, problem);
    } else if (is(keyword, ":goal")) {
        note_section(keyword, seen_sections_, false);
        problem.goal = condition(expect_any(cursor, "the condition of the goal"), 1);
        if (!cursor.done()) {
            fail(at(cursor.peek()),
                 "found " + found(cursor.peek()) + " after the condition of the goal, where ')' was expected",
                 "several conditions need (and ...) around them");
        }
    } else if (is(keyword, ":metric")) {
        note_section(keyword, seen_sections_, false);
        metric(cursor, problem);
    } else if (is(keyword, ":length")) {
        diagnostics_.warning(source_, at(section), "(:length ...) is ignored");
    } else if (const std::string_view extension = extension_of(keyword); !extension.empty()) {
        fail_unsupported(at(section), std::string(extension) + " not part of classical planning");
    } else if (is(keyword, ":action") || is(keyword, ":predicates") || is(keyword, ":types") ||
               is(keyword, ":constants")) {
        fail(at(section), "found " + found(section) + " in a problem; it belongs in a domain",
             is(keyword, ":constants") ? "a problem has (:objects ...)" : "");
    } else {
        fail(at(keyword), "unknown section " + found(keyword) + " where " + std::string(wanted) + " was expected",
             nearest_hint(ident(keyword).name->text,
                          {":domain", ":requirements", ":objects", ":init", ":goal", ":metric"}));
    }
}

void Parser::init(Cursor cursor, Problem& problem) {
    // Each fact is a list and a name at the least; the estimate spares copying millions of facts again and again.
    const std::size_t inside = nodes_[cursor.list()].next - cursor.list();
    problem.init.reserve(problem.init.size() + inside / 4);
    problem.init_terms.reserve(problem.init_terms.size() + inside / 2);
    while (!cursor.done()) {
        const NodeIndex node = cursor.next();
        try {
            init_element(node, problem);
        } catch (const Abandon&) {
        }
    }
}

void Parser::init_element(NodeIndex node, Problem& problem) {
    if (!is_list(node)) fail(at(node), "found " + found(node) + " where a fact such as (on a b) was expected");
    const NodeIndex end = nodes_[node].next;
    const NodeIndex head = node + 1;
    if (head == end) fail(at(node), "found '()' where a fact such as (on a b) was expected");
    if (!is_name(head)) fail(at(head), "found " + found(head) + " where a predicate was expected");
    const char first = text(head).front();
    if (first == '=' && is(head, "=")) return init_value(node, problem);
    if ((first | 0x20) == 'n' && is(head, "not")) {
        Cursor cursor(*this, node);
        cursor.next();
        atom(expect_list(cursor, "the atom that (not ...) says is false"));
        return expect_end(cursor, "(not ...)");
    }
    for (const std::string_view word : {"oneof", "or", "unknown", "probabilistic"}) {
        if (is(head, word) && end > head + 1 && is_list(head + 1))
            fail_unsupported(at(node),
                             "found " + found(node) + " in the initial state: in classical planning it is fully known");
    }
    if ((first | 0x20) == 'a' && is(head, "and")) {
        fail(at(node), "found (and ...) where a fact was expected",
             "facts stand in (:init ...) one after the other, without 'and'");
    }
    if ((first | 0x20) == 'a' && is(head, "at") && end > head + 2 && looks_like_number(head + 1) && is_list(head + 2)) {
        fail_unsupported(at(node), "timed initial literal " + found(node) + ": not part of classical planning");
    }
    const std::uint32_t start = object_terms(head + 1, end, problem);
    problem.init.push_back({ident(head), start, static_cast<std::uint32_t>(problem.init_terms.size()) - start});
}

// Appends the nodes from `begin` to `end` to the shared array of terms; returns where they start.
std::uint32_t Parser::object_terms(NodeIndex begin, NodeIndex end, Problem& problem) {
    const std::uint32_t start = static_cast<std::uint32_t>(problem.init_terms.size());
    for (NodeIndex term = begin; term != end; ++term) {
        if (!is_name(term))
            fail(at(term), "found " + found(term) + " in an initial fact, where an object was expected");
        const Ident object = ident(term);
        problem.init_terms.push_back({object.name, object.at});
    }
    return start;
}

// (= (f a b) 3); also (= f 3).
void Parser::init_value(NodeIndex node, Problem& problem) {
    Cursor cursor(*this, node);
    cursor.next();
    const NodeIndex term = expect_any(cursor, "a function term such as (distance a b)");
    const NodeIndex value = expect_any(cursor, "the value of the function term");
    expect_end(cursor, "(= ...)");
    const NodeIndex head = is_list(term) ? term + 1 : term;
    if (head == nodes_[term].next || !is_name(head))
        fail(at(term), "found " + found(term) + " where a function term was expected");
    const auto found_number = number(value);
    if (!found_number) {
        if (is_name(value) && is_list(term)) {
            fail_unsupported(at(node), "the value " + found(value) +
                                           " is no number: object fluents are not part of classical planning");
        }
        fail(at(value), "found " + found(value) + " where a number was expected");
    }
    const std::uint32_t start = object_terms(head + 1, nodes_[term].next, problem);
    problem.init_functions.push_back(
        {ident(head), start, static_cast<std::uint32_t>(problem.init_terms.size()) - start, *found_number});
}

void Parser::metric(Cursor cursor, Problem& problem) {
    const NodeIndex direction = expect_any(cursor, "'minimize'");
    if (is(direction, "maximize"))
        fail_unsupported(at(direction), "(:metric maximize ...): costs can only be minimised");
    if (!is(direction, "minimize")) fail(at(direction), "found " + found(direction) + " where 'minimize' was expected");
    const NodeIndex what = expect_any(cursor, "(total-cost)");
    expect_end(cursor, "(:metric ...)");
    const NodeIndex name = is_list(what) ? what + 1 : what;
    if (name < nodes_[what].next && is_name(name) && nodes_[name].next == nodes_[what].next) {
        problem.metric = {ident(name).name, at(what)};
    } else {
        diagnostics_.warning(source_, at(what), "the metric " + found(what) + " is ignored: every action costs 1",
                             metric_hint);
    }
}

}  // namespace isonova::pddl
