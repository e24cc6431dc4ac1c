#include "isonova/relaxation/relaxed_graph.hpp"

namespace isonova {

void AtomNodes::extend() {
    for (auto atom = static_cast<AtomId>(nodes_.size()); atom < table_->size(); ++atom)
        nodes_.push_back(graph_->node(table_->predicate(atom), table_->args(atom)));
}

}  // namespace isonova
