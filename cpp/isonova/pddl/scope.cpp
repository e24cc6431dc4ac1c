#include "isonova/pddl/scope.hpp"

namespace isonova::pddl {

void Scope::enter(const std::vector<TypedName>& variables, const SourcePtr& source, Diagnostics& diagnostics) {
    ++lists_;
    for (const TypedName& variable : variables) {
        const Name name = variable.ident.name;
        if (last_list_[name->id] == lists_) {
            diagnostics.error(source, variable.ident.at,
                              "the variable " + quoted(name->text) + " is declared twice in one list");
        } else if (depth_[name->id] != 0) {
            diagnostics.warning(source, variable.ident.at,
                                "the variable " + quoted(name->text) + " hides another of the same name");
        }
        last_list_[name->id] = lists_;
        ++depth_[name->id];
        open_.push_back(name);
    }
}

void Scope::leave(const std::vector<TypedName>& variables) {
    for (const TypedName& variable : variables) --depth_[variable.ident.name->id];
    open_.resize(open_.size() - variables.size());
}

}  // namespace isonova::pddl
