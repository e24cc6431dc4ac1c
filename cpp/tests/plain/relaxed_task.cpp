#include "plain/relaxed_task.hpp"

#include <algorithm>
#include <unordered_map>

#include "isonova/relaxation/dominated_heads.hpp"

namespace isonova::testing {

namespace {

void make_set(std::vector<NodeId>& nodes) {
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

bool contains(std::span<const std::uint32_t> row, std::uint32_t value) {
    return std::find(row.begin(), row.end(), value) != row.end();
}

std::uint64_t hash(std::span<const std::uint32_t> row, std::uint64_t h) {
    for (const std::uint32_t value : row) {
        h = (h ^ value) * 0x9e3779b97f4a7c15u;
        h ^= h >> 32;
    }
    return h * 0xff51afd7ed558ccdu;
}

}  // namespace

RelaxedTask::RelaxedTask(const GroundTask& task, std::span<const std::int64_t> costs)
    : node_count(task.atoms.size()), negation(task.atoms.size(), none) {
    const auto note = [&](const Rows& rows) {
        for (std::size_t row = 0; row < rows.size(); ++row) {
            for (const AtomId atom : rows[row]) {
                if (atom < task.fluent_count && negation[atom] == none) negation[atom] = node_count++;
            }
        }
    };
    note(task.negative_precondition);
    note(task.effect_negative_condition);
    note(task.axiom_negative_body);
    for (const AtomId atom : task.negative_goal) {
        if (atom < task.fluent_count && negation[atom] == none) negation[atom] = node_count++;
    }
    goal.assign(task.goal.begin(), task.goal.end());
    for (const AtomId atom : task.negative_goal) {
        if (negation[atom] != none) goal.push_back(negation[atom]);
    }
    make_set(goal);
    collect(task, costs);
    prune();
    body_of = body.transposed(node_count);
    achievers = heads.transposed(node_count);
    has_zero_cost = std::find(cost.begin(), cost.end(), 0) != cost.end();
}

void RelaxedTask::add_operator(std::vector<NodeId>& body_nodes, std::vector<NodeId>& head_nodes,
                               std::int64_t operator_cost, ActionId origin) {
    make_set(body_nodes);
    make_set(head_nodes);
    std::erase_if(head_nodes,
                  [&](NodeId node) { return std::binary_search(body_nodes.begin(), body_nodes.end(), node); });
    if (head_nodes.empty()) return;
    body.push_row(body_nodes);
    heads.push_row(head_nodes);
    cost.push_back(operator_cost);
    action.push_back(origin);
}

void RelaxedTask::collect(const GroundTask& task, std::span<const std::int64_t> costs) {
    std::vector<NodeId> body_nodes, head_nodes;
    const auto require = [&](std::span<const AtomId> positive, std::span<const AtomId> negative) {
        body_nodes.insert(body_nodes.end(), positive.begin(), positive.end());
        for (const AtomId atom : negative) {
            if (negation[atom] != none) body_nodes.push_back(negation[atom]);
        }
    };
    for (ActionId a = 0; a < task.action_count(); ++a) {
        const auto surely_added = task.adds[a];
        body_nodes.clear();
        head_nodes.assign(surely_added.begin(), surely_added.end());
        require(task.precondition[a], task.negative_precondition[a]);
        for (const AtomId atom : task.deletes[a]) {
            if (negation[atom] != none && !contains(surely_added, atom)) head_nodes.push_back(negation[atom]);
        }
        add_operator(body_nodes, head_nodes, costs[a], a);
        for (std::uint32_t e = task.effect_start[a]; e < task.effect_start[a + 1]; ++e) {
            const auto adds = task.effect_adds[e];
            body_nodes.clear();
            head_nodes.assign(adds.begin(), adds.end());
            require(task.precondition[a], task.negative_precondition[a]);
            require(task.effect_condition[e], task.effect_negative_condition[e]);
            for (const AtomId atom : task.effect_deletes[e]) {
                if (negation[atom] != none && !contains(adds, atom) && !contains(surely_added, atom)) {
                    head_nodes.push_back(negation[atom]);
                }
            }
            add_operator(body_nodes, head_nodes, costs[a], a);
        }
    }
    for (std::uint32_t axiom = 0; axiom < task.axiom_count(); ++axiom) {
        body_nodes.clear();
        head_nodes.assign(1, task.axiom_head[axiom]);
        require(task.axiom_body[axiom], task.axiom_negative_body[axiom]);
        add_operator(body_nodes, head_nodes, 0, none);
    }
}

void RelaxedTask::prune() {
    std::vector<bool> relevant(node_count, false);
    const Rows by_head = heads.transposed(node_count);
    std::vector<NodeId> stack = goal;
    for (const NodeId node : goal) relevant[node] = true;
    std::vector<bool> seen(operator_count(), false);
    while (!stack.empty()) {
        const NodeId node = stack.back();
        stack.pop_back();
        for (const OperatorId op : by_head[node]) {
            if (seen[op]) continue;
            seen[op] = true;
            for (const NodeId other : body[op]) {
                if (!relevant[other]) stack.push_back(other);
                relevant[other] = true;
            }
        }
    }

    // First the relevant heads, then those not dominated, then of equal operators the cheapest, lowest-numbered one.
    Rows kept_heads;
    for (OperatorId op = 0; op < operator_count(); ++op) {
        for (const NodeId node : heads[op]) {
            if (relevant[node]) kept_heads.push(node);
        }
        kept_heads.end_row();
    }
    relaxation::drop_dominated_heads(body, kept_heads, cost);
    std::vector<bool> keep(operator_count(), false);
    std::unordered_multimap<std::uint64_t, OperatorId> best;
    for (OperatorId op = 0; op < operator_count(); ++op) {
        if (kept_heads[op].empty()) continue;
        const std::uint64_t key = hash(kept_heads[op], hash(body[op], body[op].size() + 1));
        const auto [begin, end] = best.equal_range(key);
        const auto same = std::find_if(begin, end, [&](const auto& entry) {
            return std::ranges::equal(body[entry.second], body[op]) &&
                   std::ranges::equal(kept_heads[entry.second], kept_heads[op]);
        });
        if (same == end) {
            best.emplace(key, op);
            keep[op] = true;
        } else if (cost[op] < cost[same->second]) {
            keep[same->second] = false;
            keep[op] = true;
            same->second = op;
        }
    }

    Rows body_left, heads_left;
    std::uint32_t left = 0;
    for (OperatorId op = 0; op < operator_count(); ++op) {
        if (!keep[op]) continue;
        body_left.push_row(body[op]);
        heads_left.push_row(kept_heads[op]);
        cost[left] = cost[op];
        action[left++] = action[op];
    }
    cost.resize(left);
    action.resize(left);
    body = std::move(body_left);
    heads = std::move(heads_left);
}

}  // namespace isonova::testing
