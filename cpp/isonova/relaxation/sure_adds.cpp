#include "isonova/relaxation/sure_adds.hpp"

#include <algorithm>

namespace isonova {

namespace {

std::vector<AddedAtom> adds_of(const Schema& schema) {
    std::vector<AddedAtom> out;
    for (const Effect& effect : schema.effects) {
        if (!effect.unconditional() || effect.literal.negated) continue;
        AddedAtom atom{effect.literal.predicate, {}};
        for (const Term term : effect.literal.args) {
            const auto place = std::find(schema.declared.begin(), schema.declared.end(), term);
            if (!term.is_variable())
                atom.args.push_back(term);
            else if (place != schema.declared.end())
                atom.args.push_back(Term::variable(static_cast<std::uint32_t>(place - schema.declared.begin())));
        }
        if (atom.args.size() == effect.literal.args.size()) out.push_back(std::move(atom));
    }
    return out;
}

}  // namespace

SureAdds sure_adds(const Task& task) {
    SureAdds out(task.actions.size());
    std::vector<bool> seen(task.actions.size(), false);
    for (const Schema& schema : task.schemata) {
        std::vector<AddedAtom> adds = adds_of(schema);
        // Of an action with several schemata: what they have in common.
        if (seen[schema.action])
            std::erase_if(out[schema.action], [&](const AddedAtom& each) {
                return std::find(adds.begin(), adds.end(), each) == adds.end();
            });
        else
            out[schema.action] = std::move(adds);
        seen[schema.action] = true;
    }
    return out;
}

}  // namespace isonova
