#include "isonova/pddl/lexer.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace isonova::pddl;

NodeList lexed(const std::string& text) {
    Diagnostics diagnostics;
    NodeList result = lex(source_from_string(text, "t.pddl"), diagnostics);
    diagnostics.throw_if_errors();
    return result;
}

std::string complaint(const std::string& text) {
    try {
        lexed(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(lexer)

BOOST_AUTO_TEST_CASE(nodes_are_flat_and_lead_past_their_lists) {
    const auto nodes = lexed("(a (b ?x) :k - 1) c").nodes;
    BOOST_REQUIRE_EQUAL(nodes.size(), 9u);
    BOOST_TEST(nodes[0].next == 8u);
    BOOST_TEST(nodes[0].length == 17u);
    BOOST_TEST(nodes[2].next == 5u);
    const NodeKind kinds[] = {NodeKind::list,    NodeKind::name, NodeKind::list, NodeKind::name, NodeKind::variable,
                              NodeKind::keyword, NodeKind::dash, NodeKind::name, NodeKind::name};
    for (std::size_t i = 0; i < nodes.size(); ++i) BOOST_TEST((nodes[i].kind == kinds[i]), "node " << i);
}

BOOST_AUTO_TEST_CASE(a_question_mark_starts_a_word) {
    const auto nodes = lexed("?x?y a?z").nodes;
    BOOST_REQUIRE_EQUAL(nodes.size(), 4u);
    BOOST_TEST(nodes[1].at == 2u);
    BOOST_TEST((nodes[3].kind == NodeKind::variable));
}

BOOST_AUTO_TEST_CASE(comments_hold_any_bytes) {
    BOOST_TEST(lexed("; \xc3\xa4 \xe4 \x01 ( ;;\r\n(a) ; no line break").nodes.size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_byte_order_mark_is_skipped) {
    BOOST_TEST(lexed("\xef\xbb\xbf(a)").nodes.front().at == 3u);
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_text_are_named) {
    BOOST_TEST(complaint(std::string("(a \0 b)", 7)).find("1:4: error: NUL byte") != std::string::npos);
    BOOST_TEST(complaint("(a \x07)").find("control byte 0x07") != std::string::npos);
    BOOST_TEST(complaint("(k\xc3\xb6ln)").find("byte 0xc3 outside a comment") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(unbalanced_parentheses_are_pointed_at) {
    BOOST_TEST(complaint("(a (b)\n (c").find("2:2: error: this '(' is never closed") != std::string::npos);
    BOOST_TEST(complaint("(a)\n)").find("2:1: error: this ')' closes nothing") != std::string::npos);
    BOOST_TEST(complaint("(define\n (:a (b)\n (:c d))").find("2:2: error: this '(' is still open where '(:c'") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_million_nested_lists) {
    const std::size_t depth = 1'000'000;
    const auto nodes = lexed(std::string(depth, '(') + std::string(depth, ')')).nodes;
    BOOST_TEST(nodes.size() == depth);
    BOOST_TEST(nodes.front().next == depth);
    BOOST_TEST(complaint(std::string(depth, '(')).find("1:1000000: error") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
