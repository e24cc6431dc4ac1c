// From the flat nodes of one text to its part of the syntax tree. An error ends the section or action it is in (`fail`
// throws Abandon, each section catches it), so that the next one is still read and its errors are reported too.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isonova/pddl/lexer.hpp"
#include "isonova/pddl/syntax.hpp"

namespace isonova::pddl {

using NodeIndex = std::uint32_t;
class Parser {
  public:
    static constexpr int depth_limit = 1000;  // of nested conditions and effects

    Parser(const SourcePtr& source, const std::vector<Node>& nodes, NameTable& names, Diagnostics& diagnostics)
        : source_(source), nodes_(nodes), names_(names), diagnostics_(diagnostics) {}

    // "domain", "problem", or empty: what the text says it defines.
    std::string_view defines() const;

    void parse_domain(Domain& domain);
    void parse_problem(Problem& problem);

  private:
    struct Abandon {};

    // The children of one list, one after the other.
    class Cursor {
      public:
        Cursor(const Parser& parser, NodeIndex list)
            : parser_(&parser), list_(list), at_(list + 1), end_(parser.nodes_[list].next) {}
        bool done() const { return at_ == end_; }
        NodeIndex peek() const { return at_; }
        NodeIndex list() const { return list_; }
        NodeIndex next() {
            const NodeIndex here = at_;
            at_ = parser_->nodes_[here].next;
            return here;
        }

      private:
        const Parser* parser_;
        NodeIndex list_, at_, end_;
    };

    // parser.cpp: words, lists and messages
    bool is_list(NodeIndex node) const { return nodes_[node].kind == NodeKind::list; }
    bool is_name(NodeIndex node) const { return nodes_[node].kind == NodeKind::name; }
    bool is_variable(NodeIndex node) const { return nodes_[node].kind == NodeKind::variable; }
    std::string_view text(NodeIndex node) const {
        return std::string_view(source_->text).substr(nodes_[node].at, nodes_[node].length);
    }
    bool is(NodeIndex node, std::string_view lower_case) const;       // this very word, in any case
    bool head_is(NodeIndex list, std::string_view lower_case) const;  // a list that starts with this word
    Ident ident(NodeIndex node) { return {names_.intern(text(node)), nodes_[node].at}; }
    Offset at(NodeIndex node) const { return nodes_[node].at; }
    Offset last(NodeIndex list) const { return nodes_[list].at + nodes_[list].length - 1; }

    static std::size_t count(Cursor cursor) {
        std::size_t result = 0;
        for (; !cursor.done(); cursor.next()) ++result;
        return result;
    }

    std::string found(NodeIndex node) const;
    [[noreturn]] void fail(Offset at, std::string message, std::string hint = {});
    [[noreturn]] void fail_unsupported(Offset at, std::string message, std::string hint = {});
    NodeIndex expect_any(Cursor& cursor, std::string_view what);
    NodeIndex expect_list(Cursor& cursor, std::string_view what);
    Ident expect_name(Cursor& cursor, std::string_view what);
    void expect_end(Cursor& cursor, std::string_view what);

    enum class Listed { names, variables };
    std::vector<TypedName> typed_list(Cursor cursor, Listed listed, std::string_view what);
    std::vector<Ident> type_expression(NodeIndex node);
    std::optional<Ident> glued_type(NodeIndex node, bool may_be_a_name);
    std::vector<TypedName> variable_list(Cursor& cursor, std::string_view owner);
    std::vector<Ident> requirement_list(Cursor cursor);
    std::vector<Term> terms(Cursor& cursor, std::string_view owner);
    Atom atom(NodeIndex list);
    std::optional<Number> number(NodeIndex node);
    bool looks_like_number(NodeIndex node) const;
    Atom function_term(NodeIndex node);  // (f ?x), (f) or f

    // Opens (define (kind name) ...) and leaves the cursor at the first section.
    std::optional<Cursor> open_definition(std::string_view kind, Ident& name);

    // parse_condition.cpp
    Condition condition(NodeIndex node, int depth);
    void quantifier_or_connective(NodeIndex node, Condition& result, int depth);
    void check_depth(NodeIndex node, int depth);

    // parse_effect.cpp
    Effect effect(NodeIndex node, int depth);
    void increase(NodeIndex node, Effect& result);

    // parse_domain.cpp
    void domain_section(NodeIndex section, Domain& domain);
    void predicates(Cursor cursor, Domain& domain);
    void functions(Cursor cursor, Domain& domain);
    void action(Cursor cursor, Domain& domain);
    void derived(Cursor cursor, Domain& domain);

    // parse_problem.cpp
    void problem_section(NodeIndex section, Problem& problem);
    void init(Cursor cursor, Problem& problem);
    void init_element(NodeIndex node, Problem& problem);
    std::uint32_t object_terms(NodeIndex begin, NodeIndex end, Problem& problem);
    void init_value(NodeIndex node, Problem& problem);
    void metric(Cursor cursor, Problem& problem);

    // The kind of planning that a section or a part of an action belongs to ("durative actions are"), or empty.
    std::string_view extension_of(NodeIndex keyword) const;
    void note_section(NodeIndex keyword, std::vector<Name>& seen, bool may_repeat);

    const SourcePtr& source_;
    const std::vector<Node>& nodes_;
    NameTable& names_;
    Diagnostics& diagnostics_;
    std::vector<Name> seen_sections_;
    bool told_of_glued_types_ = false;
};

}  // namespace isonova::pddl
