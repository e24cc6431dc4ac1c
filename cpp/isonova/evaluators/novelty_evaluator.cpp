#include "isonova/evaluators/novelty_evaluator.hpp"

#include <algorithm>

namespace isonova {

std::vector<double> NewStates::shares() const {
    std::vector<double> result;
    for (std::size_t i = 0; i < used_; ++i) {
        result.push_back(static_cast<double>(new_[i]) / static_cast<double>(width_));
    }
    if (filled_ != 0) result.push_back(static_cast<double>(new_[used_]) / static_cast<double>(filled_));
    return result;
}

void NewStates::next() {
    filled_ = 0;
    if (++used_ < stretches) return;
    for (std::size_t i = 0; i < stretches; ++i) {
        new_[i] = i < stretches / 2 ? new_[2 * i] + new_[2 * i + 1] : 0;
    }
    used_ = stretches / 2;
    width_ *= 2;
}

EvaluatorTraits NoveltyEvaluator::traits() const {
    EvaluatorTraits traits = base_->traits();
    traits.wants_parent_atoms = true;
    traits.wants_parent_h = true;
    traits.key_is_h = false;
    traits.may_be_deferred = false;
    traits.safe &= !prunes_;
    return traits;
}

std::uint64_t NoveltyEvaluator::work() const {
    constexpr std::uint64_t per_colour = 32, per_state = 256;
    return base_->work() + per_colour * features_->work() + per_state * new_states_.states();
}

Evaluation NoveltyEvaluator::evaluate_initial(StateId state, std::span<const AtomId> atoms) {
    const Value h = base_->evaluate_initial(state, atoms).h;
    if (h == dead_end) return {h, {h}};
    features_->open(atoms);
    const Key key = novelty_->score_and_insert(features_->all(), h);
    new_states_.add(novelty_->is_new(key));
    return {h, key};
}

void NoveltyEvaluator::evaluate(const Expansion& expansion, bool with_preferred, Evaluations& out) {
    using Clock = std::chrono::steady_clock;
    const bool clocked = expansions_++ % sampled == 0;
    Clock::time_point last = clocked ? Clock::now() : Clock::time_point{};
    const auto spend = [&](Phase phase) {
        if (!clocked) return;
        const auto now = Clock::now();
        spent_[phase] += now - last;
        last = now;
    };
    base_->evaluate(expansion, with_preferred, out);
    spend(in_heuristic);
    if (std::all_of(out.h.begin(), out.h.end(), [](Value h) { return h == dead_end; })) return;

    features_->open(expansion.parent_atoms);
    features_->expect(expansion, out.h);
    gained_.clear();
    lost_.clear();
    differences_.clear();
    for (std::size_t i = 0; i < expansion.children.size(); ++i) {
        const Child& child = expansion.children[i];
        if (i % 32 == 31 || features_->work() > looked_at_ + colours_between_looks) {
            looked_at_ = features_->work();
            if (const Halt halt = limits_.check(); halt != Halt::go_on) throw Halted{halt};
        }
        if (out.h[i] != dead_end) features_->diff(expansion.added(child), expansion.removed(child), gained_, lost_);
        differences_.push_back({gained_.size(), lost_.size()});
    }
    spend(in_features);

    novelty_->open(features_->all(), expansion.parent_h);
    Difference start{0, 0};
    for (std::size_t i = 0; i < out.h.size(); ++i) {
        const Difference end = differences_[i];
        if (out.h[i] != dead_end) {
            out.keys[i] = novelty_->score_and_insert({gained_.data() + start.gained, end.gained - start.gained},
                                                     {lost_.data() + start.lost, end.lost - start.lost}, out.h[i]);
            const bool is_new = novelty_->is_new(out.keys[i]);
            new_states_.add(is_new);
            if (prunes_ && !is_new) out.h[i] = dead_end;
        }
        start = end;
    }
    spend(in_novelty);
}

std::optional<NoveltyTelemetry> NoveltyEvaluator::telemetry() const {
    NoveltyTelemetry result;
    features_->counts(result.features);
    result.distinct_features = ids_->size();
    result.table_entries = novelty_->entries();
    result.table_bytes = novelty_->bytes();
    result.feature_bytes = features_->bytes();
    result.recoloured = features_->recoloured();
    result.new_states = new_states_;
    const std::uint64_t samples = (expansions_ + sampled - 1) / sampled;
    const double scale = samples == 0 ? 0 : static_cast<double>(expansions_) / static_cast<double>(samples);
    const auto seconds = [&](Phase phase) { return scale * std::chrono::duration<double>(spent_[phase]).count(); };
    result.seconds = {seconds(in_heuristic), seconds(in_features), seconds(in_novelty)};
    return result;
}

}  // namespace isonova
