#include "isonova/task/specialise.hpp"

#include <algorithm>

namespace isonova {
namespace {

using Kind = Formula::Kind;

bool only_static(const Formula& formula, const Statics& statics) {
    if (formula.is(Kind::forall)) return false;  // could be long; it is looked at after the variables have values
    if (formula.is(Kind::literal)) return statics.is_static(formula.literal.predicate);
    return std::all_of(formula.children.begin(), formula.children.end(),
                       [&](const Formula& child) { return only_static(child, statics); });
}

class Enumeration {
  public:
    Enumeration(const std::vector<std::uint32_t>& variables, Scope& scope, std::size_t most, Simplifier& simplify)
        : variables_(variables), scope_(scope), most_(most), simplify_(simplify) {}

    bool run(const Formula& guard) {
        if (guard.is(Kind::falsity)) return true;
        if (row_.size() == variables_.size()) {
            rows.push_back(row_);
            return rows.size() <= most_;
        }
        const std::uint32_t variable = variables_[row_.size()];
        for (const ObjectId object : simplify_.open_values(variable, guard, false, scope_)) {
            if (++steps_ > 100 * most_) return false;
            Formula next = guard;
            Substitution value;
            value.set(variable, Term::object(object));
            value.apply(next);
            row_.push_back(object);
            const bool fits = run(simplify_(std::move(next), scope_));
            row_.pop_back();
            if (!fits) return false;
        }
        return true;
    }

    std::vector<std::vector<ObjectId>> rows;

  private:
    const std::vector<std::uint32_t>& variables_;
    Scope& scope_;
    std::size_t most_;
    Simplifier& simplify_;
    std::vector<ObjectId> row_;
    std::size_t steps_ = 0;
};

}  // namespace

std::optional<std::vector<std::vector<ObjectId>>> bindings(const std::vector<std::uint32_t>& variables,
                                                           const Formula& condition, Scope& scope, std::size_t most,
                                                           Simplifier& simplify, const Statics& statics) {
    Formula guard = Formula::of(Kind::conjunction);
    if (condition.is(Kind::conjunction)) {
        for (const Formula& child : condition.children)
            if (only_static(child, statics)) guard.children.push_back(child);
    } else if (only_static(condition, statics)) {
        guard.children.push_back(condition);
    }
    Enumeration enumeration(variables, scope, most, simplify);
    if (!enumeration.run(simplify(std::move(guard), scope))) return std::nullopt;
    return std::move(enumeration.rows);
}

}  // namespace isonova
