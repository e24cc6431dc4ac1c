#include "isonova/ground/effect_triggers.hpp"

#include <algorithm>
#include <utility>

namespace isonova {

EffectTriggers::EffectTriggers(const GroundTask& task) : mask_start_{0} {
    std::vector<std::uint32_t> count(task.atoms.size(), 0);  // effects of the action that need an atom
    std::vector<std::pair<AtomId, std::uint32_t>> triggered;
    for (ActionId action = 0; action < task.action_count(); ++action) {
        const std::uint32_t begin = task.effect_start[action], end = task.effect_start[action + 1];
        for (std::uint32_t e = begin; e < end; ++e)
            for (const AtomId atom : task.effect_condition[e]) ++count[atom];
        triggered.clear();
        for (std::uint32_t e = begin; e < end; ++e) {
            const auto atoms = task.effect_condition[e];
            if (atoms.empty())
                without_.push(e);
            else
                triggered.emplace_back(*std::min_element(atoms.begin(), atoms.end(),
                                                         [&](AtomId a, AtomId b) { return count[a] < count[b]; }),
                                       e);
        }
        without_.end_row();
        for (std::uint32_t e = begin; e < end; ++e)
            for (const AtomId atom : task.effect_condition[e]) count[atom] = 0;
        std::sort(triggered.begin(), triggered.end());
        for (std::size_t i = 0; i < triggered.size();) {
            const AtomId trigger = triggered[i].first;
            const std::uint32_t word = trigger / 64;
            if (masks_.size() == mask_start_.back() || masks_.back().word != word)
                masks_.push_back({word, static_cast<std::uint32_t>(effects_.size()), 0});
            masks_.back().triggers |= Word{1} << (trigger % 64);
            for (; i < triggered.size() && triggered[i].first == trigger; ++i) effects_.push(triggered[i].second);
            effects_.end_row();
        }
        mask_start_.push_back(static_cast<std::uint32_t>(masks_.size()));
    }
}

}  // namespace isonova
