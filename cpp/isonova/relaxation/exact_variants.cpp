#include "isonova/relaxation/exact_variants.hpp"

#include <algorithm>
#include <set>

namespace isonova::relaxation {

using datalog::Atom;
using datalog::Rule;

namespace {

class Variants {
  public:
    Variants(WholeRules& rules, bool inequalities, std::size_t most)
        : rules_(rules), task_(*rules.program.task), inequalities_(inequalities), most_(most) {}

    std::optional<std::vector<Rule>> make(const WholeRule& whole, const Head& head) {
        Rule rule = whole.rule;
        rule.head = head.atom;
        if (!inequalities_) std::erase_if(rule.constraints, [](const Constraint& each) { return !each.equal; });
        std::vector<Rule> out{std::move(rule)};
        for (const auto& added : head.unless) exclude(out, head.atom.args, added);
        if (!out.empty()) {
            const std::vector<Atom> body = out[0].body, negated = out[0].negated;
            for (const Atom& yes : body)
                for (const Atom& no : negated)
                    if (yes.relation == no.relation) exclude(out, yes.args, no.args);
        }
        std::set<std::vector<std::int64_t>> seen;
        for (const Rule& each : out) seen.insert(signature(each));
        // Unifying once more may find what unifying first made possible, so new rules take their turn too.
        for (std::size_t i = 0; i < out.size() && out.size() <= most_; ++i) {
            for (const auto list : {&Rule::body, &Rule::negated}) {
                for (std::size_t a = 0; a < (out[i].*list).size(); ++a) {
                    for (std::size_t b = 0; b < a; ++b) {
                        const Atom &x = (out[i].*list)[a], &y = (out[i].*list)[b];
                        if (x.relation != y.relation || !rules_.program.changes[x.relation]) continue;
                        std::optional<Rule> unified = unify(out[i], x.args, y.args);
                        if (unified && seen.insert(signature(*unified)).second) out.push_back(std::move(*unified));
                    }
                }
            }
        }
        if (out.size() > most_) return std::nullopt;
        return out;
    }

  private:
    static std::vector<std::int64_t> signature(const Rule& rule) {
        std::vector<std::int64_t> key = datalog::body_signature(rule);
        for (const Term term : rule.head.args) key.push_back(term.code());
        return key;
    }

    bool overlap(const Rule& rule, Term a, Term b) const {
        const auto in = [&](Term variable, ObjectId object) {
            const auto set = task_.set(rule.domains[variable.variable()]);
            return std::binary_search(set.begin(), set.end(), object);
        };
        if (!a.is_variable() && !b.is_variable()) return a == b;
        if (!a.is_variable()) return in(b, a.object());
        if (!b.is_variable()) return in(a, b.object());
        if (rule.domains[a.variable()] == rule.domains[b.variable()]) return true;
        const auto set = task_.set(rule.domains[a.variable()]);
        return std::any_of(set.begin(), set.end(), [&](ObjectId object) { return in(b, object); });
    }

    static bool differ(const Rule& rule, Term a, Term b) {
        return std::any_of(rule.constraints.begin(), rule.constraints.end(), [&](const Constraint& each) {
            return !each.equal && ((each.lhs == a && each.rhs == b) || (each.lhs == b && each.rhs == a));
        });
    }

    bool can_coincide(const Rule& rule, const std::vector<Term>& a, const std::vector<Term>& b) const {
        for (std::size_t i = 0; i < a.size(); ++i)
            if (!overlap(rule, a[i], b[i]) || differ(rule, a[i], b[i])) return false;
        return true;
    }

    // Takes away the instances in which the two coincide.
    void exclude(std::vector<Rule>& list, const std::vector<Term>& a, const std::vector<Term>& b) const {
        if (!inequalities_) return;
        std::vector<Rule> out;
        for (Rule& rule : list) {
            if (!can_coincide(rule, a, b)) {
                out.push_back(std::move(rule));
                continue;
            }
            for (std::size_t i = 0; i < a.size(); ++i) {
                if (a[i] == b[i]) continue;
                out.push_back(rule);
                out.back().constraints.push_back({a[i], b[i], false});
            }
        }
        list = std::move(out);
    }

    // The rule where the two coincide, over fewer variables; nothing if they never do.
    std::optional<Rule> unify(const Rule& rule, const std::vector<Term>& a, const std::vector<Term>& b) {
        if (!can_coincide(rule, a, b)) return std::nullopt;
        std::vector<Term> stands_for;
        for (std::uint32_t v = 0; v < rule.domains.size(); ++v) stands_for.push_back(Term::variable(v));
        const auto find = [&](Term term) {
            while (term.is_variable() && stands_for[term.variable()] != term) term = stands_for[term.variable()];
            return term;
        };
        for (std::size_t i = 0; i < a.size(); ++i) {
            Term x = find(a[i]), y = find(b[i]);
            if (x == y) continue;
            if (!x.is_variable() && !y.is_variable()) return std::nullopt;
            if (!x.is_variable() || (y.is_variable() && x.variable() < y.variable())) std::swap(x, y);
            stands_for[x.variable()] = y;
        }
        // Of the variables left, those not unified keep their order.
        std::vector<std::uint32_t> name(rule.domains.size(), none);
        Rule out;
        for (std::uint32_t v = 0; v < rule.domains.size(); ++v) {
            if (stands_for[v] != Term::variable(v)) continue;
            name[v] = static_cast<std::uint32_t>(out.domains.size());
            out.domains.push_back(rule.domains[v]);
        }
        const auto renamed = [&](Term term) {
            term = find(term);
            return term.is_variable() ? Term::variable(name[term.variable()]) : term;
        };
        const auto copy = [&](const std::vector<Atom>& from, std::vector<Atom>& to) {
            for (Atom atom : from) {
                std::transform(atom.args.begin(), atom.args.end(), atom.args.begin(), renamed);
                if (rules_.is_function(atom.relation) || std::find(to.begin(), to.end(), atom) == to.end())
                    to.push_back(std::move(atom));
            }
        };
        copy(rule.body, out.body);
        copy(rule.absent, out.absent);
        copy(rule.negated, out.negated);
        for (std::uint32_t v = 0; v < rule.domains.size(); ++v) {
            const Term term = find(Term::variable(v));
            if (term == Term::variable(v)) continue;
            if (!overlap(rule, Term::variable(v), term)) return std::nullopt;
            // Each variable that is gone still has to be in its own set.
            if (term.is_variable() && rule.domains[v] != rule.domains[term.variable()]) {
                Atom member{rules_.program.set_relation(rule.domains[v]), {renamed(term)}};
                if (std::find(out.body.begin(), out.body.end(), member) == out.body.end())
                    out.body.push_back(std::move(member));
            }
        }
        for (Constraint constraint : rule.constraints) {
            constraint.lhs = renamed(constraint.lhs);
            constraint.rhs = renamed(constraint.rhs);
            const bool same = constraint.lhs == constraint.rhs;
            const bool known = same || (!constraint.lhs.is_variable() && !constraint.rhs.is_variable());
            if (known && same != constraint.equal) return std::nullopt;
            if (!known) out.constraints.push_back(constraint);
        }
        out.head = rule.head;
        std::transform(out.head.args.begin(), out.head.args.end(), out.head.args.begin(), renamed);
        if (std::find(out.body.begin(), out.body.end(), out.head) != out.body.end()) return std::nullopt;
        Origin origin = rules_.origins[rule.source];
        std::transform(origin.declared.begin(), origin.declared.end(), origin.declared.begin(), renamed);
        out.source = static_cast<std::uint32_t>(rules_.origins.size());
        rules_.origins.push_back(std::move(origin));
        return out;
    }

    WholeRules& rules_;
    const Task& task_;
    bool inequalities_;
    std::size_t most_;
};

}  // namespace

std::optional<std::vector<datalog::Rule>> exact_variants(const WholeRule& whole, const Head& head, WholeRules& rules,
                                                         bool inequalities, std::size_t most) {
    return Variants(rules, inequalities, most).make(whole, head);
}

}  // namespace isonova::relaxation
