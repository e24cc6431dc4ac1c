#include "isonova/ground/budget.hpp"

namespace isonova::grounding {

std::size_t bytes(const GroundTask& task) {
    std::size_t sum = task.atoms.bytes();
    for (const Rows* rows : {&task.arguments, &task.precondition, &task.negative_precondition, &task.adds,
                             &task.deletes, &task.effect_condition, &task.effect_negative_condition, &task.effect_adds,
                             &task.effect_deletes, &task.axiom_body, &task.axiom_negative_body})
        sum += rows->bytes();
    return sum + task.schema.capacity() * sizeof(SchemaId) + task.cost.capacity() * sizeof(std::int64_t) +
           (task.effect_start.capacity() + task.axiom_head.capacity()) * 4;
}

}  // namespace isonova::grounding
