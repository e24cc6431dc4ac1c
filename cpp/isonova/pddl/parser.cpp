#include "isonova/pddl/parser.hpp"

#include <algorithm>
#include <charconv>

namespace isonova::pddl {

bool Parser::is(NodeIndex node, std::string_view lower_case) const {
    if (nodes_[node].length != lower_case.size() || is_list(node)) return false;
    const std::string_view word = text(node);
    return std::equal(word.begin(), word.end(), lower_case.begin(),
                      [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + ('a' - 'A') : a) == b; });
}

bool Parser::head_is(NodeIndex list, std::string_view lower_case) const {
    return is_list(list) && nodes_[list].next > list + 1 && is(list + 1, lower_case);
}

std::string Parser::found(NodeIndex node) const {
    if (!is_list(node)) return quoted(text(node));
    if (nodes_[node].next == node + 1) return "'()'";
    if (is_list(node + 1)) return "a list of lists";
    std::string start = "(";
    start += text(node + 1).substr(0, 60);
    start += nodes_[node].next > node + 2 ? " ...)" : ")";
    return quoted(start);
}

void Parser::fail(Offset at, std::string message, std::string hint) {
    diagnostics_.error(source_, at, std::move(message), std::move(hint));
    throw Abandon{};
}

void Parser::fail_unsupported(Offset at, std::string message, std::string hint) {
    diagnostics_.unsupported(source_, at, std::move(message), std::move(hint));
    throw Abandon{};
}

NodeIndex Parser::expect_any(Cursor& cursor, std::string_view what) {
    if (cursor.done()) fail(last(cursor.list()), "found ')' where " + std::string(what) + " was expected");
    return cursor.next();
}

NodeIndex Parser::expect_list(Cursor& cursor, std::string_view what) {
    const NodeIndex node = expect_any(cursor, what);
    if (!is_list(node)) fail(at(node), "found " + found(node) + " where " + std::string(what) + " was expected");
    return node;
}

Ident Parser::expect_name(Cursor& cursor, std::string_view what) {
    const NodeIndex node = expect_any(cursor, what);
    if (!is_name(node)) fail(at(node), "found " + found(node) + " where " + std::string(what) + " was expected");
    return ident(node);
}

void Parser::expect_end(Cursor& cursor, std::string_view what) {
    if (cursor.done()) return;
    const NodeIndex node = cursor.peek();
    fail(at(node), "found " + found(node) + " after the end of " + std::string(what) + ", where ')' was expected");
}

std::vector<Ident> Parser::type_expression(NodeIndex node) {
    if (is_name(node)) return {ident(node)};
    if (!head_is(node, "either")) {
        fail(at(node), "found " + found(node) + " where a type or (either type ...) was expected after '-'");
    }
    Cursor cursor(*this, node);
    cursor.next();
    std::vector<Ident> types;
    do {
        types.push_back(expect_name(cursor, "a type in (either ...)"));
    } while (!cursor.done());
    return types;
}

// The type in `-ball`, which authors write for `- ball`. Where names are listed, it must not be one of them.
std::optional<Ident> Parser::glued_type(NodeIndex node, bool may_be_a_name) {
    const std::string_view word = text(node);
    if (!is_name(node) || word.size() < 2 || word.front() != '-') return std::nullopt;
    if (may_be_a_name && !((word[1] | 0x20) >= 'a' && (word[1] | 0x20) <= 'z')) return std::nullopt;
    if (!told_of_glued_types_) {
        diagnostics_.warning(source_, at(node),
                             "read " + quoted(word) + " as " + quoted("- " + std::string(word.substr(1))) +
                                 ", here and where the like occurs",
                             "a space belongs between '-' and the type");
        told_of_glued_types_ = true;
    }
    return Ident{names_.intern(word.substr(1)), at(node) + 1};
}

std::vector<TypedName> Parser::typed_list(Cursor cursor, Listed listed, std::string_view what) {
    std::vector<TypedName> result;
    std::size_t untyped = 0;
    const NodeKind wanted = listed == Listed::variables ? NodeKind::variable : NodeKind::name;
    const auto give_type = [&](const std::vector<Ident>& types) {
        for (; untyped < result.size(); ++untyped) result[untyped].types = types;
    };
    while (!cursor.done()) {
        const NodeIndex node = cursor.next();
        // With a '-' after it, `-x` can only be a name.
        const bool dash_follows = !cursor.done() && nodes_[cursor.peek()].kind == NodeKind::dash;
        if (untyped < result.size() && !dash_follows) {
            if (const auto type = glued_type(node, listed == Listed::names)) {
                give_type({*type});
                continue;
            }
        }
        if (nodes_[node].kind == wanted) {
            if (nodes_[node].length == 1 && is_variable(node)) fail(at(node), "found '?' without a name after it");
            result.push_back({ident(node), {}});
        } else if (nodes_[node].kind == NodeKind::dash) {
            if (untyped == result.size()) fail(at(node), "found '-' with nothing before it to give a type to");
            give_type(type_expression(expect_any(cursor, "a type after '-'")));
        } else {
            fail(at(node), "found " + found(node) + " where " + std::string(what) + " was expected");
        }
    }
    return result;
}

std::vector<TypedName> Parser::variable_list(Cursor& cursor, std::string_view owner) {
    const std::string what = "the list of " + std::string(owner) + "'s variables, such as (?x - type),";
    return typed_list(Cursor(*this, expect_list(cursor, what)), Listed::variables,
                      "a variable such as '?x' or '- type'");
}

std::vector<Ident> Parser::requirement_list(Cursor cursor) {
    std::vector<Ident> result;
    while (!cursor.done()) {
        const NodeIndex node = cursor.next();
        if (nodes_[node].kind != NodeKind::keyword) {
            fail(at(node), "found " + found(node) + " where a requirement such as ':typing' was expected");
        }
        result.push_back(ident(node));
    }
    return result;
}

std::vector<Term> Parser::terms(Cursor& cursor, std::string_view owner) {
    std::vector<Term> result;
    while (!cursor.done()) {
        const NodeIndex node = cursor.next();
        if (is_list(node)) {
            fail(at(node), "found " + found(node) + " as an argument of " + quoted(owner) +
                               ", where a variable or an object was expected");
        }
        if (!is_name(node) && !is_variable(node)) {
            fail(at(node), "found " + found(node) + " where a variable or an object was expected");
        }
        if (nodes_[node].length == 1 && is_variable(node)) fail(at(node), "found '?' without a name after it");
        const Ident name = ident(node);
        result.push_back({name.name, name.at});
    }
    return result;
}

Atom Parser::atom(NodeIndex list) {
    Cursor cursor(*this, list);
    Atom result;
    result.predicate = expect_name(cursor, "a predicate");
    result.args = terms(cursor, result.predicate.name->text);
    return result;
}

bool Parser::looks_like_number(NodeIndex node) const {
    if (!is_name(node)) return false;
    std::string_view word = text(node);
    if (word.front() == '-' || word.front() == '+') word.remove_prefix(1);
    if (!word.empty() && word.front() == '.') word.remove_prefix(1);
    return !word.empty() && word.front() >= '0' && word.front() <= '9';
}

// Digits, maybe with a sign, maybe with decimals; nothing if the word is no number at all.
std::optional<Number> Parser::number(NodeIndex node) {
    if (!looks_like_number(node)) return std::nullopt;
    const std::string_view word = text(node);
    const std::size_t dot = std::min(word.find('.'), word.size());
    const std::string_view whole = word.substr(word.front() == '+' ? 1 : 0, dot - (word.front() == '+' ? 1 : 0));
    std::string_view fraction = dot < word.size() ? word.substr(dot + 1) : std::string_view();
    fraction = fraction.substr(0, fraction.find_last_not_of('0') + 1);
    const std::string digits = std::string(whole) + std::string(fraction);
    if (digits.empty() || digits == "-") return Number{};
    Number result;
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), result.digits);
    if (end != digits.data() + digits.size()) return std::nullopt;
    if (failure != std::errc() || fraction.size() > Number::most_decimals)
        fail(at(node), "the number " + quoted(word) + " does not fit 64 bits");
    result.decimals = static_cast<std::uint32_t>(fraction.size());
    return result;
}

Atom Parser::function_term(NodeIndex node) {
    return is_list(node) ? atom(node) : Atom{ident(node), {}};
}

std::string_view Parser::defines() const {
    if (nodes_.size() < 3 || !head_is(0, "define")) return {};
    for (const std::string_view kind : {"domain", "problem"}) {
        if (head_is(2, kind)) return kind;
    }
    return {};
}

std::optional<Parser::Cursor> Parser::open_definition(std::string_view kind, Ident& name) {
    std::string head_wanted = "(";
    head_wanted += kind;
    head_wanted += " NAME)";
    const std::string wanted = "(define " + head_wanted + " ...)";
    try {
        if (nodes_.empty()) fail(0, "the text is empty where " + wanted + " was expected");
        if (!head_is(0, "define")) fail(at(0), "found " + found(0) + " where " + wanted + " was expected");
        if (nodes_[0].next != nodes_.size()) {
            const NodeIndex extra = nodes_[0].next;
            fail(at(extra), "found " + found(extra) + " after the end of the " + std::string(kind));
        }
        Cursor cursor(*this, 0);
        cursor.next();
        const NodeIndex head = expect_list(cursor, head_wanted);
        if (!head_is(head, kind)) {
            const std::string_view other = defines();
            if (other.empty()) fail(at(head), "found " + found(head) + " where " + wanted + " was expected");
            fail(at(head), "this is a " + std::string(other) + " where a " + std::string(kind) + " was expected");
        }
        Cursor inside(*this, head);
        inside.next();
        name = expect_name(inside, "the name of the " + std::string(kind));
        expect_end(inside, "the name");
        return cursor;
    } catch (const Abandon&) {
        return std::nullopt;
    }
}

std::string_view Parser::extension_of(NodeIndex keyword) const {
    static constexpr std::pair<std::string_view, std::string_view> extensions[] = {
        {":durative-action", "durative actions are"},
        {":duration", "durative actions are"},
        {":condition", "durative actions are"},
        {":constraints", "(:constraints ...) are"},
        {":process", "processes and events are"},
        {":event", "processes and events are"},
        {":observe", "actions that observe the state are"},
        {":observation", "actions that observe the state are"},
        {":observations", "actions that observe the state are"},
        {":sense", "actions that observe the state are"},
        {":sensor", "actions that observe the state are"},
        {":sensing-action", "actions that observe the state are"},
        {":task", "hierarchical tasks are"},
        {":tasks", "hierarchical tasks are"},
        {":method", "hierarchical tasks are"},
        {":htn", "hierarchical tasks are"},
        {":ordered-subtasks", "hierarchical tasks are"},
        {":subtasks", "hierarchical tasks are"},
        {":expansion", "hierarchical tasks are"},
        {":agent", "several agents are"},
        {":agents", "several agents are"},
        {":private", "several agents are"},
        {":factored-private", "several agents are"},
        {":reward", "rewards are"},
        {":goal-reward", "rewards are"},
        {":goal-probability", "probabilities are"},
        {":probability", "probabilities are"},
        {":probabilities", "probabilities are"},
        {":horizon", "a horizon is"},
        {":discount", "rewards are"},
    };
    for (const auto& [word, what] : extensions)
        if (is(keyword, word)) return what;
    return {};
}

void Parser::note_section(NodeIndex keyword, std::vector<Name>& seen, bool may_repeat) {
    const Ident section = ident(keyword);
    if (std::find(seen.begin(), seen.end(), section.name) == seen.end()) {
        seen.push_back(section.name);
    } else if (may_repeat) {
        diagnostics_.warning(source_, section.at, "a second " + section.name->text + " section: both count");
    } else {
        fail(section.at, "a second " + section.name->text + " section");
    }
}

}  // namespace isonova::pddl
