// The syntax tree as Python sees it: thin views that keep the tree alive and share one Python string per name.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "isonova/pddl/syntax.hpp"

namespace isonova::bindings {

namespace nb = nanobind;

// Text from a source may be in any encoding; messages show what is not UTF-8 as U+FFFD.
inline nb::object decoded(std::string_view text) {
    return nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

class TreeHolder {
  public:
    explicit TreeHolder(pddl::SyntaxTreePtr tree) : tree_(std::move(tree)) {}

    const pddl::SyntaxTreePtr& tree() const { return tree_; }
    nb::object str(pddl::Name name);
    pddl::Place place(const pddl::Source& source, pddl::Offset at);

  private:
    pddl::SyntaxTreePtr tree_;
    std::vector<nb::object> strings_;  // by name id, made when first needed
    std::vector<pddl::Offset> domain_lines_, problem_lines_;
};
using HolderPtr = std::shared_ptr<TreeHolder>;

// Python's SyntaxTree. A function that works on a tree takes a `const TreeView&` and reads `view.tree()`.
struct TreeView {
    HolderPtr holder;
    const pddl::SyntaxTree& tree() const { return *holder->tree(); }
};

template <typename T>
struct View {
    HolderPtr holder;
    const T* node = nullptr;
    const pddl::Source* source = nullptr;

    template <typename U>
    View<U> of(const U& child) const {
        return {holder, &child, source};
    }
};

}  // namespace isonova::bindings
