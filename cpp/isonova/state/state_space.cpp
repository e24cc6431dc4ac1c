#include "isonova/state/state_space.hpp"

namespace isonova {

void ActionInstance::assign(const Schema& schema, const ObjectId* values) {
    action = schema.action;
    arguments.clear();
    for (const Term term : schema.declared)
        arguments.push_back(term.is_variable() ? values[term.variable()] : term.object());
}

ActionName StateSpace::action_name(StateId parent, ActionId id) {
    ActionInstance instance;
    action(parent, id, instance);
    ActionName name{task().actions[instance.action].name, {}};
    for (const ObjectId object : instance.arguments) name.args.push_back(task().objects[object].name);
    return name;
}

}  // namespace isonova
