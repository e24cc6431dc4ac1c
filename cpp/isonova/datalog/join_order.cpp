#include "isonova/datalog/join_order.hpp"

#include <algorithm>
#include <limits>

namespace isonova::datalog {

namespace {

struct Order {
    std::vector<std::uint32_t> atoms;
    double cost = 0;  // sum of the sizes of all partial results
};

class Greedy {
  public:
    Greedy(const Rule& rule, std::uint32_t given, const Estimates& estimates)
        : rule_(rule), estimates_(estimates), given_(given) {}

    Order from(std::uint32_t first, bool first_is_given) {
        bound_.assign(rule_.domains.size(), false);
        std::fill_n(bound_.begin(), given_, true);
        std::vector<bool> used(rule_.body.size(), false);
        Order order;
        double size = 1;
        const auto take = [&](std::uint32_t i, double matches) {
            used[i] = true;
            size *= matches;
            order.cost += size;
            order.atoms.push_back(i);
            for (const Term term : rule_.body[i].args)
                if (term.is_variable()) bound_[term.variable()] = true;
        };
        if (first != none) take(first, first_is_given ? 1 : matches(rule_.body[first]));
        while (order.atoms.size() < rule_.body.size()) {
            std::uint32_t best = none;
            double best_matches = std::numeric_limits<double>::infinity();
            for (std::uint32_t i = 0; i < rule_.body.size(); ++i) {
                if (used[i]) continue;
                const double expected = matches(rule_.body[i]);
                if (best == none || expected < best_matches) {
                    best = i;
                    best_matches = expected;
                }
            }
            take(best, best_matches);
        }
        return order;
    }

  private:
    double matches(const Atom& atom) const {
        const Estimate& relation = estimates_[atom.relation];
        double expected = relation.size;
        for (std::size_t column = 0; column < atom.args.size(); ++column) {
            const Term term = atom.args[column];
            if (!term.is_variable() || bound_[term.variable()]) expected /= std::max(1.0, relation.distinct[column]);
        }
        return expected;
    }

    const Rule& rule_;
    const Estimates& estimates_;
    std::uint32_t given_;
    std::vector<bool> bound_;
};

}  // namespace

std::vector<std::uint32_t> join_order(const Rule& rule, std::uint32_t trigger, std::uint32_t given,
                                      const Estimates& estimates) {
    Greedy greedy(rule, given, estimates);
    if (trigger != none) return greedy.from(trigger, true).atoms;
    Order best = greedy.from(none, false);
    // The smallest relation is not always the best start: try them all.
    for (std::uint32_t first = 0; first < rule.body.size(); ++first) {
        Order order = greedy.from(first, false);
        if (order.cost < best.cost) best = std::move(order);
    }
    return best.atoms;
}

}  // namespace isonova::datalog
