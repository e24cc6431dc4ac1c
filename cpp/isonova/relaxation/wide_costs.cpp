#include "isonova/relaxation/wide_costs.hpp"

#include <algorithm>
#include <numeric>

namespace isonova {

void WideCosts::run(std::span<const NodeId> true_nodes, Limits& limits) {
    const RelaxedGraph& graph = *graph_;
    values_.assign(graph.node_count, infinity);
    for (const NodeId node : true_nodes) values_[node] = 0;
    queue_.resize(graph.edge_count());
    std::iota(queue_.begin(), queue_.end(), 0);
    std::fill(queued_.begin(), queued_.end(), 1);
    std::vector<EdgeId> next;
    while (!queue_.empty()) {
        if (const Halt halt = limits.check(); halt != Halt::go_on) throw Halted{halt};
        next.clear();
        for (const EdgeId edge : queue_) {
            queued_[edge] = 0;
            std::uint64_t sum = std::min(static_cast<std::uint64_t>(graph.cost[edge]), most);
            for (const NodeId node : graph.body[edge]) {
                if (values_[node] == infinity) sum = infinity;
                if (sum == infinity) break;
                sum = std::min(sum + values_[node], most);
            }
            for (const NodeId head : graph.heads[edge]) {
                if (sum >= values_[head]) continue;
                values_[head] = sum;
                for (const EdgeId use : graph.uses[head]) {
                    if (!queued_[use]) next.push_back(use);
                    queued_[use] = 1;
                }
            }
        }
        queue_.swap(next);
    }
}

}  // namespace isonova
