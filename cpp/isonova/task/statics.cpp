#include "isonova/task/statics.hpp"

#include <algorithm>
#include <numeric>

namespace isonova {
namespace {

// Only the first 32 columns take part in an index; no task comes near that.
bool is_bound(std::uint64_t bound, std::size_t column) {
    return column < 32 && (bound >> column & 1);
}

}  // namespace

Statics::Statics(const Task& task) : task_(task), first_(task.predicates.size() + 1, 0) {
    for (std::size_t i = 0; i < task.init.size(); ++i) ++first_[task.init.predicate(i) + 1];
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
}

const Statics::Index& Statics::index(PredicateId predicate, std::uint64_t bound) {
    const std::uint64_t key = (std::uint64_t{predicate} << 32) | bound;
    const auto [place, created] = indices_.try_emplace(key);
    Index& rows = place->second;
    if (created) {
        rows.resize(first_[predicate + 1] - first_[predicate]);
        std::iota(rows.begin(), rows.end(), first_[predicate]);
        std::sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) {
            const auto x = task_.init.args(a), y = task_.init.args(b);
            for (std::size_t i = 0; i < x.size(); ++i)
                if (is_bound(bound, i) && x[i] != y[i]) return x[i] < y[i];
            return false;
        });
    }
    return rows;
}

std::span<const std::uint32_t> Statics::matches(PredicateId predicate, std::span<const Term> args) {
    // Predicates invented after the facts were indexed have none.
    if (predicate + 1 >= first_.size() || first_[predicate] == first_[predicate + 1]) return {};
    std::uint64_t bound = 0;
    for (std::size_t i = 0; i < args.size() && i < 32; ++i)
        if (!args[i].is_variable()) bound |= std::uint64_t{1} << i;
    const Index& rows = index(predicate, bound);
    const auto compare = [&](std::uint32_t row) {
        const auto x = task_.init.args(row);
        for (std::size_t i = 0; i < x.size(); ++i)
            if (is_bound(bound, i) && x[i] != args[i].object()) return x[i] < args[i].object() ? -1 : 1;
        return 0;
    };
    const auto begin =
        std::partition_point(rows.begin(), rows.end(), [&](std::uint32_t row) { return compare(row) < 0; });
    const auto end = std::partition_point(begin, rows.end(), [&](std::uint32_t row) { return compare(row) == 0; });
    return {begin, end};
}

Statics::Answer Statics::holds(PredicateId predicate, std::span<const Term> args) {
    if (matches(predicate, args).empty()) return Answer::no;
    const bool open = std::any_of(args.begin(), args.end(), [](Term term) { return term.is_variable(); });
    return open || args.size() > 32 ? Answer::maybe : Answer::yes;
}

std::vector<ObjectId> Statics::values(PredicateId predicate, std::span<const Term> args, std::uint32_t variable) {
    const auto column = std::find(args.begin(), args.end(), Term::variable(variable)) - args.begin();
    std::vector<ObjectId> result;
    for (const std::uint32_t row : matches(predicate, args))
        result.push_back(task_.init.args(row)[static_cast<std::size_t>(column)]);
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

}  // namespace isonova
