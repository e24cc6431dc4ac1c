#include "isonova/planner/plan_order.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace isonova {

PlanOrder::PlanOrder(const Rows& reads, const Rows& writes)
    : size_(reads.size()), before_(size_, Set(words_for(size_), 0)), after_(before_) {
    struct Use {  // of an atom, so far
        StepId writer = none;
        std::vector<StepId> readers;  // since then
    };
    std::map<std::uint32_t, Use> uses;
    std::vector<std::set<StepId>> links(size_);
    for (StepId step = 0; step < size_; ++step) {
        Set& before = before_[step];
        const auto follow = [&](StepId other) {
            if (other == none || other == step || test(before.data(), other)) return;
            for (std::size_t i = 0; i < before.size(); ++i) before[i] |= before_[other][i];
            insert(before.data(), other);
        };
        for (const std::uint32_t atom : reads[step]) {
            Use& use = uses[atom];
            follow(use.writer);
            if (use.writer != none) {
                links[step].insert(use.writer);
                links[use.writer].insert(step);
            }
            use.readers.push_back(step);
        }
        for (const std::uint32_t atom : writes[step]) {
            Use& use = uses[atom];
            follow(use.writer);
            for (const StepId reader : use.readers) follow(reader);
            use = {step, {}};
        }
        for_each_bit(before.data(), before.size(), [&](StepId other) { insert(after_[other].data(), step); });
    }
    for (const auto& each : links) links_.push_row(std::vector<StepId>(each.begin(), each.end()));
}

PlanOrder::Gathered PlanOrder::gather(StepId around, std::uint32_t most) const {
    const std::size_t words = words_for(size_);
    Set in(words, 0), before(words, 0), after(words, 0), seen(words, 0), all(words);
    std::vector<StepId> queue{around};
    insert(seen.data(), around);
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const StepId step = queue[next];
        std::uint32_t count = 0;
        for (std::size_t i = 0; i < words; ++i) {
            all[i] = in[i] | ((before[i] | before_[step][i]) & (after[i] | after_[step][i]));
            if (step >> 6 == i) all[i] |= Word{1} << (step & 63);
            count += static_cast<std::uint32_t>(std::popcount(all[i]));
        }
        if (count > most) continue;
        for (std::size_t i = 0; i < words; ++i) {
            before[i] |= before_[step][i];
            after[i] |= after_[step][i];
        }
        in = all;
        if (count == most) break;
        for (const StepId other : links_[step]) {
            if (test(seen.data(), other)) continue;
            insert(seen.data(), other);
            queue.push_back(other);
        }
    }
    Gathered out;
    std::vector<StepId> stretch, rest;
    for (StepId step = 0; step < size_; ++step)
        (test(in.data(), step) ? stretch : test(after.data(), step) ? rest : out.steps).push_back(step);
    out.first = static_cast<StepId>(out.steps.size());
    out.steps.insert(out.steps.end(), stretch.begin(), stretch.end());
    out.last = static_cast<StepId>(out.steps.size());
    out.steps.insert(out.steps.end(), rest.begin(), rest.end());
    return out;
}

}  // namespace isonova
