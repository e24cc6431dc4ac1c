#include "isonova/search/node_table.hpp"

#include <algorithm>

namespace isonova {

std::vector<ActionId> NodeTable::path_to(StateId state) const {
    std::vector<ActionId> path;
    for (; parent(state) != none; state = parent(state)) path.push_back(action(state));
    std::reverse(path.begin(), path.end());
    return path;
}

}  // namespace isonova
