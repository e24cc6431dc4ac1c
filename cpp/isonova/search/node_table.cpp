#include "isonova/search/node_table.hpp"

#include <algorithm>

namespace isonova {

std::vector<Step> NodeTable::path_to(StateId state) const {
    std::vector<Step> path;
    for (; parent(state) != none; state = parent(state)) path.push_back({parent(state), action(state)});
    std::reverse(path.begin(), path.end());
    return path;
}

}  // namespace isonova
