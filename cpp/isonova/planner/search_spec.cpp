#include "isonova/planner/search_spec.hpp"

#include <algorithm>
#include <stdexcept>

namespace isonova {

namespace {

bool can_prefer(HeuristicKind kind) {
    return kind == HeuristicKind::add || kind == HeuristicKind::ff || kind == HeuristicKind::lm ||
           kind == HeuristicKind::lm_ff;
}

bool follows_path(HeuristicKind kind) {
    return kind == HeuristicKind::lm || kind == HeuristicKind::lm_ff || kind == HeuristicKind::gc_r;
}

}  // namespace

void SearchSpec::check(bool grounded) const {
    const auto refuse = [&](const std::string& why) {
        throw std::invalid_argument((name.empty() ? "a search" : "the search '" + name + "'") + " " + why);
    };
    const auto& queues = options.queues;
    if (queues.empty()) refuse("needs at least one queue");
    if (std::all_of(queues.begin(), queues.end(), [](const QueueOptions& queue) { return queue.preferred; }))
        refuse("needs a queue for all states: one without 'preferred'");
    for (const QueueOptions& queue : queues) {
        if (queue.evaluator >= evaluators.size()) refuse("has a queue without evaluator");
        const EvaluatorSpec& evaluator = evaluators[queue.evaluator];
        if (queue.preferred && std::none_of(evaluators.begin(), evaluators.end(),
                                            [](const EvaluatorSpec& each) { return can_prefer(each.heuristic); }))
            refuse("has a queue of preferred successors, but its heuristic '" +
                   std::string(name_of(evaluator.heuristic, heuristic_names)) + "' prefers none (add, ff and lm do)");
        if (!(queue.epsilon >= 0 && queue.epsilon <= 1)) refuse("has an epsilon that is no probability");
    }
    for (const EvaluatorSpec& evaluator : evaluators) evaluator.novelty.check(grounded);
    if (options.pop == 0) refuse("takes no states from its queues: pop must be at least 1");
    if (options.evaluate == Evaluate::eager && options.pop != 1)
        refuse("takes several states at once, so it must be lazy");
    if (options.evaluate == Evaluate::eager && options.speculate != 0) refuse("speculates, so it must be lazy");
    if (options.helpful_first != 0) {
        if (options.evaluate == Evaluate::eager) refuse("puts helpful actions first, so it must be lazy");
        const auto has = [&](bool preferred) {
            return std::any_of(options.queues.begin(), options.queues.end(), [&](const QueueOptions& queue) {
                const EvaluatorSpec& by = evaluators[queue.evaluator];
                return queue.preferred == preferred &&
                       (preferred || (!follows_path(by.heuristic) && !by.novelty.any()));
            });
        };
        if (!has(true)) refuse("puts helpful actions first, so it needs a queue of preferred successors");
        if (!has(false)) refuse("puts helpful actions first, so it needs a queue of all states by a heuristic");
    }
    if (options.serial) {
        const bool single = queues.size() == 1 && queues[0].order == QueueOrder::fifo;
        if (!single || options.evaluate == Evaluate::lazy || !evaluators[0].novelty.any() ||
            evaluators[0].novelty.kind != NoveltyKind::iw)
            refuse("is serial, so it must be eager with one queue, such as iw(blind, at+at2)");
        if (evaluators[0].novelty.make_features || evaluators[0].novelty.make_novelty)
            refuse("is serial, so it cannot have features or novelty written in Python");
        if (follows_path(evaluators[0].heuristic))
            refuse("is serial, so its heuristic must depend on the state alone, not on the path to it");
        if (options.weight || options.reopen || options.max_cost != no_max_cost)
            refuse("is serial, so it cannot follow the costs of paths");
        if (options.symmetric == Symmetric::back) refuse("is serial, so it cannot put symmetric states back");
    }
    if (options.weight == 0) refuse("has a weight of 0: it must be at least 1");
    if (options.weight &&
        std::any_of(evaluators.begin(), evaluators.end(), [](const EvaluatorSpec& each) { return each.novelty.any(); }))
        refuse("weighs a heuristic, so it cannot have novelty");
    if (options.weight && options.symmetric == Symmetric::back)
        refuse("orders states by the costs of their paths, so it cannot put symmetric states back");
    if (options.weight && std::any_of(evaluators.begin(), evaluators.end(), [](const EvaluatorSpec& each) {
            return each.heuristic == HeuristicKind::gc_r || each.heuristic == HeuristicKind::lm_ff;
        }))
        refuse("weighs a heuristic, so it cannot have a pair of them");
    if (options.max_cost < 0) refuse("has a negative bound on the cost of plans");
    if (options.boost < 0) refuse("has a negative boost");
    if (!(share > 0)) refuse("needs a share of the work above 0");
}

}  // namespace isonova
