#include "isonova/datalog/splitting.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace isonova::datalog {

namespace {

using Variables = std::vector<bool>;

void mark(const Atom& atom, Variables& variables) {
    for (const Term term : atom.args)
        if (term.is_variable()) variables[term.variable()] = true;
}

bool within(const std::vector<Term>& terms, const Variables& variables) {
    return std::all_of(terms.begin(), terms.end(),
                       [&](Term term) { return !term.is_variable() || variables[term.variable()]; });
}

bool mentions(const std::vector<Term>& terms, std::uint32_t variable) {
    return std::find(terms.begin(), terms.end(), Term::variable(variable)) != terms.end();
}

bool is_ground(const Atom& atom) {
    return std::none_of(atom.args.begin(), atom.args.end(), [](Term term) { return term.is_variable(); });
}

// The body atoms to be joined so that one variable can go, and with it whatever else only they mention.
struct Bucket {
    std::vector<bool> atoms;  // of the rule's body
    Variables variables;
    Variables kept;
    double join_size = 0;
    double head_size = 0;
    std::vector<double> distinct;  // per variable
};

class Splitter {
  public:
    Splitter(const Program& program, Estimates& estimates) : out_(program), estimates_(estimates) {
        out_.rules.clear();
    }

    void split(Rule rule) {
        join_ground_atoms(rule);
        for (;;) {
            Bucket best;
            bool found = false;
            for (std::uint32_t variable = 0; variable < rule.domains.size(); ++variable) {
                Bucket bucket;
                if (!make_bucket(rule, variable, bucket)) continue;
                if (!found || bucket.join_size < best.join_size) best = std::move(bucket);
                found = true;
            }
            if (!found) break;
            rule = eliminate(rule, best);
        }
        out_.rules.push_back(std::move(rule));
    }

    Program take() { return std::move(out_); }

  private:
    // Atoms without variables become one: a domain written out action by action has dozens of them in a rule.
    void join_ground_atoms(Rule& rule) {
        Bucket bucket;
        std::size_t count = 0;
        for (const Atom& atom : rule.body) {
            bucket.atoms.push_back(is_ground(atom));
            count += is_ground(atom);
        }
        if (count < 2 || count == rule.body.size()) return;
        bucket.variables.assign(rule.domains.size(), false);
        bucket.kept = bucket.variables;
        bucket.head_size = 1;
        bucket.distinct.assign(rule.domains.size(), 0);
        rule = eliminate(rule, bucket);
    }

    // False where the variable has to stay, or nothing would be left beside the bucket.
    bool make_bucket(const Rule& rule, std::uint32_t variable, Bucket& bucket) const {
        if (mentions(rule.head.args, variable)) return false;
        const std::size_t count = rule.body.size();
        bucket.atoms.assign(count, false);
        bucket.variables.assign(rule.domains.size(), false);
        bool occurs = false;
        for (std::size_t i = 0; i < count; ++i) {
            if (!mentions(rule.body[i].args, variable)) continue;
            occurs = true;
            bucket.atoms[i] = true;
            mark(rule.body[i], bucket.variables);
        }
        if (!occurs) return false;
        // A test that mentions the variable has to be made now, so what binds its other variables joins as well.
        const auto cover = [&](Term term) {
            if (!term.is_variable() || bucket.variables[term.variable()]) return;
            std::size_t cheapest = count;
            for (std::size_t i = 0; i < count; ++i)
                if (mentions(rule.body[i].args, term.variable()) &&
                    (cheapest == count || size(rule, i) < size(rule, cheapest)))
                    cheapest = i;
            bucket.atoms[cheapest] = true;
            mark(rule.body[cheapest], bucket.variables);
        };
        for (const Constraint& constraint : rule.constraints) {
            if (!mentions({constraint.lhs, constraint.rhs}, variable)) continue;
            cover(constraint.lhs);
            cover(constraint.rhs);
        }
        for (const auto* atoms : {&rule.absent, &rule.negated})
            for (const Atom& atom : *atoms)
                if (mentions(atom.args, variable)) std::for_each(atom.args.begin(), atom.args.end(), cover);
        // What only narrows the join belongs to it.
        for (std::size_t i = 0; i < count; ++i)
            if (!rule.body[i].args.empty() && within(rule.body[i].args, bucket.variables)) bucket.atoms[i] = true;
        if (std::find(bucket.atoms.begin(), bucket.atoms.end(), false) == bucket.atoms.end()) return false;

        bucket.kept = kept(rule, bucket);
        std::vector<const Atom*> atoms;
        for (std::size_t i = 0; i < count; ++i)
            if (bucket.atoms[i]) atoms.push_back(&rule.body[i]);
        const JoinEstimate join = estimate_join(atoms, rule, estimates_);
        bucket.join_size = join.size;
        bucket.distinct = join.distinct;
        double keys = 1;
        for (std::size_t v = 0; v < bucket.kept.size(); ++v)
            if (bucket.kept[v]) keys *= std::max(1.0, join.distinct[v]);
        bucket.head_size = std::min(join.size, keys);
        return true;
    }

    double size(const Rule& rule, std::size_t atom) const { return estimates_[rule.body[atom].relation].size; }

    // Variables of the bucket that the head, an atom outside or a test not yet possible still needs.
    static Variables kept(const Rule& rule, const Bucket& bucket) {
        Variables needed(rule.domains.size(), false);
        mark(rule.head, needed);
        for (std::size_t i = 0; i < rule.body.size(); ++i)
            if (!bucket.atoms[i]) mark(rule.body[i], needed);
        for (const Constraint& constraint : rule.constraints)
            if (!within({constraint.lhs, constraint.rhs}, bucket.variables))
                mark({0, {constraint.lhs, constraint.rhs}}, needed);
        for (const auto* atoms : {&rule.absent, &rule.negated})
            for (const Atom& atom : *atoms)
                if (!within(atom.args, bucket.variables)) mark(atom, needed);
        for (std::size_t v = 0; v < needed.size(); ++v) needed[v] = needed[v] && bucket.variables[v];
        return needed;
    }

    Rule eliminate(const Rule& rule, const Bucket& bucket) {
        Rule aux, rest;
        rest.head = rule.head;
        rest.domains = aux.domains = rule.domains;
        rest.source = rule.source;
        for (std::size_t i = 0; i < rule.body.size(); ++i)
            (bucket.atoms[i] ? aux.body : rest.body).push_back(rule.body[i]);
        for (const Constraint& constraint : rule.constraints)
            (within({constraint.lhs, constraint.rhs}, bucket.variables) ? aux : rest).constraints.push_back(constraint);
        for (const Atom& atom : rule.absent) (within(atom.args, bucket.variables) ? aux : rest).absent.push_back(atom);
        // A ground literal stays with the rule itself: nothing is joined with it.
        for (const Atom& atom : rule.negated)
            (!is_ground(atom) && within(atom.args, bucket.variables) ? aux : rest).negated.push_back(atom);
        // The order of the head follows the first occurrence in the sorted body, so that equal rules look equal.
        std::sort(aux.body.begin(), aux.body.end(), [](const Atom& a, const Atom& b) {
            return std::tie(a.relation, a.args) < std::tie(b.relation, b.args);
        });
        std::vector<std::uint32_t> names(rule.domains.size(), none), originals;
        for (const Atom& atom : aux.body)
            for (const Term term : atom.args)
                if (term.is_variable() && names[term.variable()] == none) {
                    names[term.variable()] = static_cast<std::uint32_t>(originals.size());
                    originals.push_back(term.variable());
                }
        Atom use;
        for (const std::uint32_t variable : originals)
            if (bucket.kept[variable]) use.args.push_back(Term::variable(variable));
        aux.head.args = use.args;
        const auto own = static_cast<std::uint32_t>(originals.size());
        for (const Atom& atom : aux.body)
            for (const std::uint32_t variable : atom.variables)
                if (names[variable] == none) {
                    names[variable] = static_cast<std::uint32_t>(originals.size());
                    originals.push_back(variable);
                }
        aux.projected = static_cast<std::uint32_t>(originals.size()) - own;
        use.variables = originals;
        originals.resize(own);
        rename(aux, names, originals);
        use.relation = share(std::move(aux), originals, bucket);
        rest.body.push_back(std::move(use));
        return rest;
    }

    static void rename(Rule& rule, const std::vector<std::uint32_t>& names,
                       const std::vector<std::uint32_t>& originals) {
        const auto renamed = [&](Term term) {
            return term.is_variable() ? Term::variable(names[term.variable()]) : term;
        };
        const auto rename_all = [&](std::vector<Term>& terms) {
            std::transform(terms.begin(), terms.end(), terms.begin(), renamed);
        };
        rename_all(rule.head.args);
        for (auto* atoms : {&rule.body, &rule.absent, &rule.negated})
            for (Atom& atom : *atoms) {
                rename_all(atom.args);
                for (std::uint32_t& variable : atom.variables) variable = names[variable];
            }
        for (Constraint& constraint : rule.constraints) {
            constraint.lhs = renamed(constraint.lhs);
            constraint.rhs = renamed(constraint.rhs);
            if (constraint.rhs < constraint.lhs) std::swap(constraint.lhs, constraint.rhs);
        }
        std::vector<ObjectSetId> domains;
        for (const std::uint32_t variable : originals) domains.push_back(rule.domains[variable]);
        rule.domains = std::move(domains);
        std::sort(rule.constraints.begin(), rule.constraints.end(), [](const Constraint& a, const Constraint& b) {
            return std::tie(a.lhs, a.rhs, a.equal) < std::tie(b.lhs, b.rhs, b.equal);
        });
        for (auto* atoms : {&rule.absent, &rule.negated})
            std::sort(atoms->begin(), atoms->end(), [](const Atom& a, const Atom& b) {
                return std::tie(a.relation, a.args) < std::tie(b.relation, b.args);
            });
    }

    RelationId share(Rule aux, const std::vector<std::uint32_t>& originals, const Bucket& bucket) {
        std::vector<std::int64_t> signature = body_signature(aux);
        for (const Term term : aux.head.args) signature.push_back(term.code());
        const auto [entry, fresh] =
            auxiliaries_.try_emplace(std::move(signature), static_cast<RelationId>(out_.arity.size()));
        if (!fresh) return entry->second;
        const RelationId relation = entry->second;
        aux.head.relation = relation;
        out_.arity.push_back(static_cast<std::uint32_t>(aux.head.args.size()));
        out_.changes.push_back(!aux.negated.empty() ||
                               std::any_of(aux.body.begin(), aux.body.end(),
                                           [&](const Atom& atom) { return out_.changes[atom.relation]; }));
        Estimate estimate{bucket.head_size, {}};
        for (const Term term : aux.head.args)
            estimate.distinct.push_back(std::min(bucket.head_size, bucket.distinct[originals[term.variable()]]));
        estimates_.push_back(std::move(estimate));
        out_.rules.push_back(std::move(aux));
        return relation;
    }

    Program out_;
    Estimates& estimates_;
    std::map<std::vector<std::int64_t>, RelationId> auxiliaries_;
};

}  // namespace

Program split(const Program& program, Estimates& estimates) {
    Splitter splitter(program, estimates);
    for (const Rule& rule : program.rules) splitter.split(rule);
    return splitter.take();
}

}  // namespace isonova::datalog
