#include "isonova/pddl/scope.hpp"

namespace isonova::pddl {

void Scope::enter(const std::vector<TypedName>& variables, const SourcePtr& source, Diagnostics& diagnostics) {
    ++lists_;
    for (const TypedName& variable : variables) {
        const Name name = variable.ident.name;
        if (last_list_[name->id] == lists_) {
            diagnostics.error(source, variable.ident.at,
                              "the variable " + quoted(name->text) + " is declared twice in one list");
        } else if (declared_[name->id]) {
            diagnostics.suspicion(source, variable.ident.at,
                                  "the variable " + quoted(name->text) + " hides another of the same name");
        }
        last_list_[name->id] = lists_;
        open_.push_back({name, declared_[name->id]});
        declared_[name->id] = &variable;
    }
}

void Scope::leave(const std::vector<TypedName>& variables) {
    for (std::size_t i = 0; i < variables.size(); ++i) {
        declared_[open_.back().name->id] = open_.back().hidden;
        open_.pop_back();
    }
}

std::vector<Name> Scope::all() const {
    std::vector<Name> names;
    for (const Open& open : open_) names.push_back(open.name);
    return names;
}

}  // namespace isonova::pddl
