#include "isonova/pddl/checker.hpp"
#include "isonova/pddl/lexer.hpp"
#include "isonova/pddl/parser.hpp"
#include "isonova/pddl/syntax.hpp"

namespace isonova::pddl {

SyntaxTreePtr parse(const SourcePtr& domain, const SourcePtr& problem) {
    Diagnostics diagnostics;
    auto tree = std::make_shared<SyntaxTree>();
    tree->names = std::make_shared<NameTable>();
    const NodeList domain_nodes = lex(domain, diagnostics);
    const NodeList problem_nodes = lex(problem, diagnostics);
    Parser domain_parser(domain, domain_nodes.nodes, *tree->names, diagnostics);
    Parser problem_parser(problem, problem_nodes.nodes, *tree->names, diagnostics);
    if (domain_parser.defines() == "problem" && problem_parser.defines() == "domain") {
        diagnostics.error(domain, domain_nodes.nodes[2].at, "this is a problem where a domain was expected",
                          "domain and problem are swapped");
        diagnostics.throw_if_errors();
    }
    if (domain_nodes.balanced) domain_parser.parse_domain(tree->domain);
    if (problem_nodes.balanced) problem_parser.parse_problem(tree->problem);
    diagnostics.throw_if_errors();
    check(*tree, diagnostics);
    diagnostics.throw_if_errors();
    tree->warnings = diagnostics.all();
    return tree;
}

}  // namespace isonova::pddl
