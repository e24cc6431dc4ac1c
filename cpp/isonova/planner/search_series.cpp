#include "isonova/planner/search_series.hpp"

namespace isonova {

SearchSeries::SearchSeries(Assembly& assembly, std::vector<SearchSpec> specs, const Limits& limits,
                           std::size_t max_bytes, Progress progress)
    : assembly_(assembly),
      specs_(std::move(specs)),
      limits_(limits),
      max_bytes_(max_bytes),
      progress_(std::move(progress)) {}

std::uint64_t SearchSeries::work() const {
    return work_ + (run_ ? run_->search->work() : 0);
}
std::uint64_t SearchSeries::expansions() const {
    return expansions_ + (run_ ? run_->search->result().statistics.expansions : 0);
}
std::uint64_t SearchSeries::evaluations() const {
    return evaluations_ + (run_ ? run_->search->result().statistics.evaluations : 0);
}

void SearchSeries::start(std::int64_t best) {
    SearchSpec spec = specs_[next_];
    spec.options.max_cost = best;
    own_limits_ = std::make_unique<Limits>(limits_);
    run_ = assembly_.make(spec, *own_limits_, progress_);
    notes_.insert(notes_.end(), run_->notes.begin(), run_->notes.end());
}

void SearchSeries::drop() {
    work_ = work();
    expansions_ = expansions();
    evaluations_ = evaluations();
    run_.reset();
    return_memory();
}

void SearchSeries::go_to_next(Status otherwise) {
    drop();
    if (++next_ == specs_.size()) ended_ = otherwise;
}

std::optional<SearchSeries::Plan> SearchSeries::advance(const Turn& turn) {
    const std::uint64_t until = work() + turn.work;
    while (!ended_ && work() < until) {
        if (!run_) start(turn.best);
        Search& search = *run_->search;
        const SearchStatistics& statistics = search.result().statistics;
        const auto sum = [](std::uint64_t a, std::uint64_t b) { return b > ~a ? ~std::uint64_t{0} : a + b; };
        search.limit_counts(sum(statistics.expansions, turn.expansions), sum(statistics.evaluations, turn.evaluations));
        search.seek_cheaper(turn.best);
        if (!search.advance(until - work_, max_bytes_)) {
            if (search.bytes() <= max_bytes_) break;
            drop();
            ended_ = Status::out_of_memory;  // the next one, with a lower weight, would need more
            break;
        }
        const SearchResult& result = search.result();
        switch (result.status) {
            case Status::solved: {
                Plan plan{{}, result.cost, specs_[next_].name};
                for (const auto& [parent, action] : result.plan)
                    run_->space->action(parent, action, plan.steps.emplace_back());
                last_is_optimal_ = result.optimal;
                if (next_ + 1 < specs_.size()) go_to_next(Status::exhausted);
                return plan;
            }
            case Status::exhausted:
                go_to_next(Status::exhausted);
                break;
            default:
                ended_ = result.status;
                drop();
        }
    }
    return std::nullopt;
}

}  // namespace isonova
