#include "isonova/search/portfolio.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <limits>
#include <mutex>
#include <new>
#include <thread>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace isonova {

void return_memory() {
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}

namespace {

bool is_an_answer(Status status) {
    return status == Status::solved || status == Status::unsolvable;
}

struct Member {
    const PortfolioMember* plan = nullptr;
    std::unique_ptr<Limits> limits;
    std::unique_ptr<SearchRun> run;
    double target = 0;  // work to be done by the end of its turn
    bool out = false;   // it is over, or was dropped
};

class Portfolio {
  public:
    Portfolio(const std::vector<PortfolioMember>& members, const PortfolioOptions& options, Limits& limits,
              const Progress& progress)
        : options_(options), limits_(limits), progress_(progress), members_(members.size()) {
        for (std::size_t i = 0; i < members.size(); ++i) {
            members_[i].plan = &members[i];
            members_[i].limits = std::make_unique<Limits>(limits);
            result_.searches.emplace_back().name = members[i].name;
        }
    }

    PortfolioResult run() {
        options_.threads > 1 && members_.size() > 1 ? run_in_threads() : run_in_turns();
        for (std::size_t i = 0; i < members_.size(); ++i) note(i);
        auto shown = members_.begin() + static_cast<std::ptrdiff_t>(result_.winner);
        if (result_.winner >= members_.size())
            shown = std::find_if(members_.begin(), members_.end(), [](const Member& each) { return !!each.run; });
        if (shown != members_.end()) {
            *shown->limits =
                Limits();  // a plan that was found gets its names, even if time is up or others were stopped
            result_.limits = std::move(shown->limits);
            result_.run = std::move(shown->run);
        }
        return std::move(result_);
    }

  private:
    Progress reporter(std::size_t i) {
        if (!progress_) return {};
        return [this, i](SearchStatistics statistics) {
            statistics.search = static_cast<std::uint32_t>(i);
            progress_(statistics);
        };
    }

    void note(std::size_t i) {
        const Member& member = members_[i];
        if (!member.run) return;
        PortfolioResult::Each& each = result_.searches[i];
        each.statistics = member.run->search->result().statistics;
        each.statistics.search = static_cast<std::uint32_t>(i);
        for (const auto& evaluator : member.run->evaluators) {
            if (!each.relaxation && evaluator->relaxation()) each.relaxation = *evaluator->relaxation();
            if (!each.novelty) each.novelty = evaluator->telemetry();
        }
        if (const GoalRecord* goals = member.run->search->goals()) each.goals = *goals;
        each.work = member.run->search->work();
        each.notes = member.run->notes;
        if (member.run->search->is_over()) each.status = member.run->search->result().status;
    }

    void drop(std::size_t i, std::optional<Status> why) {
        note(i);
        members_[i].out = true;
        members_[i].run.reset();
        result_.searches[i].status = why;
        result_.searches[i].dropped = !why;
        return_memory();
    }

    // Returns whether the search is over.
    bool advance(std::size_t i, std::uint64_t work, std::size_t bytes) {
        Member& member = members_[i];
        if (!member.run) {
            result_.searches[i].started = true;
            member.run = member.plan->make(*member.limits, reporter(i));
        }
        limit_counts(i);
        return member.run->search->advance(work, bytes);
    }

    // What the other searches have left of the counts.
    void limit_counts(std::size_t i) {
        std::uint64_t expansions = options_.max_expansions, evaluations = options_.max_evaluations;
        for (std::size_t j = 0; j < members_.size() && options_.threads == 1; ++j) {
            if (j == i) continue;
            const SearchStatistics& other =
                members_[j].run ? members_[j].run->search->result().statistics : result_.searches[j].statistics;
            expansions -= std::min(expansions, other.expansions);
            evaluations -= std::min(evaluations, other.evaluations);
        }
        members_[i].run->search->limit_counts(expansions, evaluations);
    }

    std::size_t running() const {
        return static_cast<std::size_t>(
            std::count_if(members_.begin(), members_.end(), [](const Member& member) { return !member.out; }));
    }

    std::size_t counted_bytes() const {
        std::size_t sum = 0;
        for (const Member& member : members_)
            if (member.run) sum += member.run->search->bytes();
        return sum;
    }

    // The search to be dropped when memory runs short.
    std::size_t stalest() const {
        std::size_t found = members_.size();
        std::uint64_t longest = 0;
        for (std::size_t i = 0; i < members_.size(); ++i) {
            if (!members_[i].run) continue;
            const std::uint64_t stale = members_[i].run->search->work_since_progress();
            if (found == members_.size() || stale > longest) {
                found = i;
                longest = stale;
            }
        }
        return found;
    }

    // What the searches may hold together. The rest is for what they share and for what is not counted.
    std::size_t byte_budget() const {
        if (options_.max_bytes != 0) return options_.max_bytes;
        if (limits_.bytes == std::numeric_limits<std::size_t>::max()) return limits_.bytes;
        return limits_.bytes / 4 * 3;
    }

    void decide(std::size_t i) {
        result_.winner = i;
        result_.found = members_[i].run->search->result();
        result_.status = result_.found.status;
    }

    // What a search ended with when it did not answer the question. Returns whether the run goes on.
    bool go_on_without(std::size_t i, Status status) {
        result_.status = status;
        if (status == Status::out_of_time || status == Status::interrupted || status == Status::limit_reached)
            return false;
        // Out of memory, or exhausted without proof: the others may do better.
        drop(i, status);
        return running() != 0;
    }

    void run_in_turns() {
        double turn = static_cast<double>(options_.first_turn);
        for (;; turn *= options_.growth) {
            for (std::size_t i = 0; i < members_.size(); ++i) {
                Member& member = members_[i];
                if (member.out) continue;
                const bool alone = running() == 1;
                member.target += turn * member.plan->share;
                try {
                    if (take_turn(i, alone)) {
                        const Status status = member.run->search->result().status;
                        if (is_an_answer(status) || alone) return decide(i);
                        if (!go_on_without(i, status)) return;
                    }
                } catch (const Halted& halted) {
                    if (!go_on_without(i, status_of(halted.why))) return;
                } catch (const std::bad_alloc&) {
                    if (!go_on_without(i, Status::out_of_memory)) return;
                }
            }
        }
    }

    // Returns whether the search is over.
    bool take_turn(std::size_t i, bool alone) {
        Member& member = members_[i];
        constexpr auto no_end = std::numeric_limits<std::uint64_t>::max();
        while (!member.out) {
            alone |= running() == 1;
            const std::size_t others = counted_bytes() - (member.run ? member.run->search->bytes() : 0);
            const std::size_t budget = byte_budget() > others ? byte_budget() - others : 0;
            const auto target = static_cast<std::uint64_t>(member.target);
            if (alone ? advance(i, no_end, std::numeric_limits<std::size_t>::max()) : advance(i, target, budget))
                return true;
            if (counted_bytes() > byte_budget())
                drop(stalest(), std::nullopt);
            else if (member.run->search->work() >= target)
                return false;
        }
        return false;
    }

    // ---- threads ------------------------------------------------------------------------------------------------

    // The first answer stops the others. Where there are fewer threads than searches, a thread takes the search that
    // has waited longest and puts it back after a turn. This thread waits, and is the only one that asks `poll`.
    void run_in_threads() {
        const auto stop = std::make_shared<StopToken>();
        std::mutex mutex;
        std::condition_variable changed;
        std::deque<std::size_t> ready;
        for (std::size_t i = 0; i < members_.size(); ++i) ready.push_back(i);
        std::size_t working = 0;
        std::exception_ptr error;
        std::optional<Status> last;
        const std::size_t count = std::min<std::size_t>(options_.threads, members_.size());
        std::vector<double> turns(members_.size(), static_cast<double>(options_.first_turn));

        const auto work = [&] {
            std::unique_lock lock(mutex);
            while (!ready.empty() && !stop->stop) {
                const std::size_t i = ready.front();
                ready.pop_front();
                auto most = std::numeric_limits<std::uint64_t>::max();
                if (count < members_.size()) {
                    members_[i].target += turns[i] * members_[i].plan->share;
                    turns[i] *= options_.growth;
                    most = static_cast<std::uint64_t>(members_[i].target);
                }
                lock.unlock();
                Status status = Status::out_of_memory;
                std::exception_ptr failed;
                bool over = true;
                try {
                    over = advance(i, most, std::numeric_limits<std::size_t>::max());
                    status = members_[i].run->search->result().status;
                } catch (const Halted& halted) {
                    status = status_of(halted.why);
                } catch (const std::bad_alloc&) {
                } catch (...) {
                    failed = std::current_exception();
                }
                lock.lock();
                if (failed) {
                    if (!error) error = failed;
                    stop->stop = true;
                } else if (!over) {
                    ready.push_back(i);
                } else if (result_.winner >= members_.size() && is_an_answer(status)) {
                    decide(i);
                    stop->stop = true;
                } else {
                    // Being stopped by an answer, or running out of memory next to others, is not the last word.
                    if (!stop->stop && (!last || status != Status::out_of_memory)) last = status;
                    if (status == Status::out_of_memory) drop(i, status);
                }
            }
            --working;
            changed.notify_one();
        };

        for (Member& member : members_) {
            member.limits->token = stop;
            member.limits->poll = {};
        }
        std::vector<std::thread> threads;
        {
            std::unique_lock lock(mutex);
            working = count;
            for (std::size_t i = 0; i < count; ++i) threads.emplace_back(work);
            while (working != 0) {
                changed.wait_for(lock, std::chrono::milliseconds(10));
                lock.unlock();
                const Halt halt = limits_.check();
                lock.lock();
                if (halt == Halt::go_on || stop->stop) continue;
                last = status_of(halt);
                stop->stop = true;
            }
        }
        for (std::thread& thread : threads) thread.join();
        if (error) std::rethrow_exception(error);
        if (result_.winner >= members_.size()) result_.status = last.value_or(Status::exhausted);
    }

    PortfolioOptions options_;
    Limits& limits_;
    const Progress& progress_;
    std::vector<Member> members_;
    PortfolioResult result_;
};

}  // namespace

PortfolioResult run_portfolio(const std::vector<PortfolioMember>& members, const PortfolioOptions& options,
                              Limits& limits, const Progress& progress) {
    return Portfolio(members, options, limits, progress).run();
}

}  // namespace isonova
