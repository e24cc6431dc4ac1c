#include "isonova/ground/axiom_evaluator.hpp"

namespace isonova {

AxiomEvaluator::AxiomEvaluator(const GroundTask& task) : task_(&task), missing_(task.axiom_count()) {
    stratum_.resize(task.axiom_count());
    for (std::uint32_t k = 0; k + 1 < task.axiom_start.size(); ++k) {
        for (std::uint32_t axiom = task.axiom_start[k]; axiom < task.axiom_start[k + 1]; ++axiom) stratum_[axiom] = k;
    }
    std::vector<std::vector<std::uint32_t>> watchers(task.atoms.size() - task.fluent_count);
    for (std::uint32_t axiom = 0; axiom < task.axiom_count(); ++axiom) {
        for (const AtomId atom : task.axiom_body[axiom]) {
            if (atom >= task.fluent_count) watchers[atom - task.fluent_count].push_back(axiom);
        }
    }
    for (const auto& row : watchers) {
        for (const std::uint32_t axiom : row) watchers_.push(axiom);
        watchers_.end_row();
    }
}

void AxiomEvaluator::derive(Word* state) {
    for (std::uint32_t k = 0; k + 1 < task_->axiom_start.size(); ++k) {
        queue_.clear();
        for (std::uint32_t axiom = task_->axiom_start[k]; axiom < task_->axiom_start[k + 1]; ++axiom) {
            std::uint32_t missing = 0;
            for (const AtomId atom : task_->axiom_body[axiom]) missing += !test(state, atom);
            for (const AtomId atom : task_->axiom_negative_body[axiom]) {
                if (test(state, atom)) missing = none;
            }
            missing_[axiom] = missing;
            if (missing == 0) queue_.push_back(task_->axiom_head[axiom]);
        }
        for (std::size_t i = 0; i < queue_.size(); ++i) {
            const AtomId atom = queue_[i];
            if (test(state, atom)) continue;
            insert(state, atom);
            for (const std::uint32_t axiom : watchers_[atom - task_->fluent_count]) {
                if (stratum_[axiom] != k || missing_[axiom] == none) continue;
                if (--missing_[axiom] == 0) queue_.push_back(task_->axiom_head[axiom]);
            }
        }
    }
}

}  // namespace isonova
