#include "isonova/relaxation/landmarks.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <set>
#include <unordered_map>
#include <utility>

#include "isonova/state/bits.hpp"
#include "isonova/util/step_budget.hpp"

namespace isonova {
namespace {

constexpr std::size_t block_words = 4, block_size = 64 * block_words;
using Block = std::array<Word, block_words>;  // a set of candidates

bool has(const Block& block, std::size_t i) {
    return test(block.data(), static_cast<std::uint32_t>(i));
}

class Finder {
  public:
    Finder(const RelaxedGraph& graph, std::span<const NodeId> initial, Limits& limits, const LandmarkOptions& options)
        : graph_(graph),
          limits_(limits),
          options_(options),
          is_fact_(graph.node_count, 0),
          is_initial_(graph.node_count, 0),
          supporter_(graph.node_count, none),
          place_(graph.edge_count(), none),
          struck_(graph.node_count, none) {
        std::fill_n(is_fact_.begin(), graph.atoms.size(), 1);
        for (const NodeId node : graph.negation)
            if (node != none) is_fact_[node] = 1;
        for (const NodeId node : initial) is_initial_[node] = 1;
    }

    std::shared_ptr<const Landmarks> run() {
        auto found = std::make_shared<Landmarks>();
        found->goal_unreachable = graph_.goal_unreachable || !explore();
        if (found->goal_unreachable) return found;
        choose_landmarks();
        find_orders(*found);
        count_all();
        for (const auto& facts : landmarks_) {
            found->facts.push_row(facts);
            found->is_goal.push_back(facts.size() == 1 &&
                                     std::binary_search(graph_.goal.begin(), graph_.goal.end(), facts.front()));
        }
        return found;
    }

  private:
    using Facts = std::vector<NodeId>;  // ascending

    void count(std::uint64_t steps) {
        if ((uncounted_ += steps) >= 1024) count_all();
    }
    void count_all() {
        const Halt halt = limits_.count(std::exchange(uncounted_, 0));
        if (halt != Halt::go_on) throw Halted{halt};
    }

    bool explore();
    Facts relaxed_plan_nodes() const;
    void choose_landmarks();
    Facts disjunction(NodeId auxiliary) const;
    template <class Visit>
    void for_each_block(std::span<const Facts> candidates, Visit&& visit);
    void propagate(std::span<const Facts> candidates);
    void visit(EdgeId edge);
    void find_orders(Landmarks& out);
    std::vector<LandmarkId> needs(std::span<const NodeId> nodes, std::size_t candidate);

    const RelaxedGraph& graph_;
    Limits& limits_;
    const LandmarkOptions& options_;
    std::uint64_t uncounted_ = 0;
    std::vector<std::uint8_t> is_fact_, is_initial_;

    // Of the exploration: edges in the order in which their bodies were reached, and the first edge to each node.
    std::vector<EdgeId> order_, supporter_;
    std::vector<std::uint32_t> place_;  // of an edge in `order_`, or `none`

    std::vector<Facts> landmarks_;
    Rows landmarks_of_;                                          // of each node that is a fact
    std::unordered_map<NodeId, std::vector<LandmarkId>> needs_;  // of auxiliary nodes, for one landmark

    // Of the block of candidates at hand.
    std::vector<Block> reach_;           // of each node: the candidates without which it is reachable
    std::vector<std::uint32_t> struck_;  // of each node: its place in `masks_`, or `none`
    std::vector<Block> masks_;           // the candidates that strike the node
    std::vector<Word> dirty_;            // places of edges to be visited
};

// Plain breadth-first search. False where the goal cannot be reached.
bool Finder::explore() {
    std::vector<std::uint32_t> missing(graph_.edge_count());
    std::vector<NodeId> queue;
    std::vector<std::uint8_t> reached = is_initial_;
    for (NodeId node = 0; node < graph_.node_count; ++node)
        if (is_initial_[node]) queue.push_back(node);
    const auto fire = [&](EdgeId edge) {
        place_[edge] = static_cast<std::uint32_t>(order_.size());
        order_.push_back(edge);
        for (const NodeId head : graph_.heads[edge]) {
            if (reached[head]) continue;
            reached[head] = 1;
            supporter_[head] = edge;
            queue.push_back(head);
        }
    };
    for (EdgeId edge = 0; edge < graph_.edge_count(); ++edge) {
        missing[edge] = static_cast<std::uint32_t>(graph_.body[edge].size());
        if (missing[edge] == 0) fire(edge);
    }
    for (std::size_t i = 0; i < queue.size(); ++i) {
        count(graph_.uses[queue[i]].size() + 1);
        for (const EdgeId edge : graph_.uses[queue[i]])
            if (--missing[edge] == 0) fire(edge);
    }
    return std::all_of(graph_.goal.begin(), graph_.goal.end(), [&](NodeId node) { return reached[node]; });
}

Finder::Facts Finder::relaxed_plan_nodes() const {
    std::vector<std::uint8_t> needed(graph_.node_count, 0);
    Facts nodes = graph_.goal;
    for (const NodeId node : nodes) needed[node] = 1;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (supporter_[nodes[i]] == none) continue;
        for (const NodeId node : graph_.body[supporter_[nodes[i]]])
            if (!std::exchange(needed[node], 1)) nodes.push_back(node);
    }
    std::sort(nodes.begin(), nodes.end());
    return nodes;
}

// Calls visit(first, count) with `reach_` computed for the candidates of a block.
template <class Visit>
void Finder::for_each_block(std::span<const Facts> candidates, Visit&& visit) {
    for (std::size_t first = 0; first < candidates.size(); first += block_size) {
        const auto block = candidates.subspan(first, std::min(block_size, candidates.size() - first));
        propagate(block);
        visit(first, block.size());
    }
}

// A least fixpoint. The first pass visits all edges in an order in which bodies come before what they reach; later
// passes visit edges with a changed body only.
void Finder::propagate(std::span<const Facts> candidates) {
    Block all;
    all.fill(~Word{0});
    reach_.assign(graph_.node_count, Block{});
    for (NodeId node = 0; node < graph_.node_count; ++node)
        if (is_initial_[node]) reach_[node] = all;
    masks_.clear();
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        for (const NodeId node : candidates[i]) {
            if (struck_[node] == none) {
                struck_[node] = static_cast<std::uint32_t>(masks_.size());
                masks_.push_back({});
            }
            insert(masks_[struck_[node]].data(), static_cast<std::uint32_t>(i));
            for (std::size_t w = 0; w < block_words; ++w) reach_[node][w] &= ~masks_[struck_[node]][w];
        }
    }
    count(graph_.node_count);
    dirty_.assign(words_for(order_.size()), ~Word{0});
    if (order_.size() % 64) dirty_.back() = (Word{1} << order_.size() % 64) - 1;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t w = 0; w < dirty_.size(); ++w) {
            while (dirty_[w]) {
                const auto bit = static_cast<std::size_t>(std::countr_zero(dirty_[w]));
                dirty_[w] &= dirty_[w] - 1;
                visit(order_[w * 64 + bit]);
                changed = true;
            }
        }
    }
    for (const Facts& facts : candidates)
        for (const NodeId node : facts) struck_[node] = none;
}

void Finder::visit(EdgeId edge) {
    Block all;
    all.fill(~Word{0});
    const auto body = graph_.body[edge], heads = graph_.heads[edge];
    for (const NodeId node : body)
        for (std::size_t w = 0; w < block_words; ++w) all[w] &= reach_[node][w];
    count(body.size() + heads.size());
    for (const NodeId head : heads) {
        Block fresh;
        Word any = 0;
        const std::uint32_t struck = struck_[head];
        for (std::size_t w = 0; w < block_words; ++w) {
            fresh[w] = all[w] & ~reach_[head][w];
            if (struck != none) fresh[w] &= ~masks_[struck][w];
            any |= fresh[w];
        }
        if (!any) continue;
        for (std::size_t w = 0; w < block_words; ++w) reach_[head][w] |= fresh[w];
        count(graph_.uses[head].size());
        for (const EdgeId use : graph_.uses[head])
            if (place_[use] != none) insert(dirty_.data(), place_[use]);
    }
}

// The facts of which one is true wherever the auxiliary node is, or none where its edges join several.
Finder::Facts Finder::disjunction(NodeId auxiliary) const {
    Facts facts;
    for (const EdgeId edge : graph_.achievers[auxiliary]) {
        if (place_[edge] == none) continue;
        const auto body = graph_.body[edge];
        if (body.size() != 1 || !is_fact_[body[0]] || facts.size() == options_.most_disjuncts) return {};
        facts.push_back(body[0]);
    }
    std::sort(facts.begin(), facts.end());
    facts.erase(std::unique(facts.begin(), facts.end()), facts.end());
    return facts;
}

// A disjunctive landmark with a fact that is a landmark itself tells nothing more.
void Finder::choose_landmarks() {
    std::vector<Facts> candidates;
    for (const NodeId node : relaxed_plan_nodes()) candidates.push_back({node});
    std::vector<std::uint8_t> is_landmark(graph_.node_count, 0);
    for_each_block(candidates, [&](std::size_t first, std::size_t size) {
        Block reached;
        reached.fill(~Word{0});
        for (const NodeId goal : graph_.goal)
            for (std::size_t w = 0; w < block_words; ++w) reached[w] &= reach_[goal][w];
        for (std::size_t i = 0; i < size; ++i) is_landmark[candidates[first + i].front()] = !has(reached, i);
    });
    std::set<Facts> disjunctions;
    for (const Facts& candidate : candidates) {
        const NodeId node = candidate.front();
        if (!is_landmark[node]) continue;
        if (is_fact_[node]) {
            landmarks_.push_back(candidate);
            continue;
        }
        Facts facts = disjunction(node);
        if (facts.size() > 1 &&
            std::none_of(facts.begin(), facts.end(), [&](NodeId each) { return is_landmark[each]; }))
            disjunctions.insert(std::move(facts));
    }
    landmarks_.insert(landmarks_.end(), disjunctions.begin(), disjunctions.end());
}

void Finder::find_orders(Landmarks& out) {
    const auto total = static_cast<LandmarkId>(landmarks_.size());
    Rows facts, needed;
    for (const Facts& each : landmarks_) facts.push_row(each);
    landmarks_of_ = facts.transposed(graph_.node_count);
    std::vector<std::vector<LandmarkId>> before(total);
    for_each_block(landmarks_, [&](std::size_t first, std::size_t size) {
        for (LandmarkId landmark = 0; landmark < total; ++landmark) {
            Block without{};
            for (const NodeId node : landmarks_[landmark])
                for (std::size_t w = 0; w < block_words; ++w) without[w] |= reach_[node][w];
            count(landmarks_[landmark].size());
            for (std::size_t i = 0; i < size; ++i)
                if (!has(without, i) && first + i != landmark)
                    before[landmark].push_back(static_cast<LandmarkId>(first + i));
        }
        for (std::size_t i = 0; i < size; ++i) {
            const Facts& each = landmarks_[first + i];
            needs_.clear();
            if (std::any_of(each.begin(), each.end(), [&](NodeId node) { return is_initial_[node]; }))
                needed.end_row();
            else
                needed.push_row(needs(each, i));
        }
    });
    for (const auto& row : before) out.before.push_row(row);
    out.needed_for = needed.transposed(total);
}

// The landmarks that are true whenever one of the nodes becomes true while no fact of the candidate has been true yet:
// those that all edges to the nodes need. An auxiliary node in a body needs what all edges to it need.
std::vector<LandmarkId> Finder::needs(std::span<const NodeId> nodes, std::size_t candidate) {
    std::vector<LandmarkId> common, own, kept;
    bool first = true;
    for (const NodeId node : nodes) {
        for (const EdgeId edge : graph_.achievers[node]) {
            const auto body = graph_.body[edge];
            count(body.size());
            if (place_[edge] == none ||
                std::any_of(body.begin(), body.end(), [&](NodeId each) { return !has(reach_[each], candidate); }))
                continue;
            own.clear();
            for (const NodeId each : body) {
                if (is_fact_[each]) {
                    own.insert(own.end(), landmarks_of_[each].begin(), landmarks_of_[each].end());
                    continue;
                }
                auto known = needs_.find(each);
                if (known == needs_.end()) known = needs_.emplace(each, needs({{each}}, candidate)).first;
                own.insert(own.end(), known->second.begin(), known->second.end());
            }
            std::sort(own.begin(), own.end());
            own.erase(std::unique(own.begin(), own.end()), own.end());
            kept.clear();
            if (first)
                kept = own;
            else
                std::set_intersection(common.begin(), common.end(), own.begin(), own.end(), std::back_inserter(kept));
            std::swap(common, kept);
            first = false;
            if (common.empty()) return common;
        }
    }
    return common;
}

}  // namespace

std::vector<NodeId> true_nodes(const RelaxedGraph& graph, AtomNodes& nodes, std::span<const AtomId> atoms) {
    std::vector<std::uint8_t> holds(graph.node_count, 0);
    for (const AtomId atom : atoms)
        if (const NodeId node = nodes[atom]; node != none) holds[node] = 1;
    for (NodeId atom = 0; atom < graph.atoms.size(); ++atom)
        if (graph.negation[atom] != none) holds[graph.negation[atom]] = !holds[atom];
    std::vector<NodeId> out;
    for (NodeId node = 0; node < graph.node_count; ++node)
        if (holds[node]) out.push_back(node);
    return out;
}

std::shared_ptr<const Landmarks> find_landmarks(const RelaxedGraph& graph, std::span<const NodeId> initial,
                                                Limits& limits, const LandmarkOptions& options) {
    const StepBudget budget(limits, options.max_steps);
    try {
        return Finder(graph, initial, limits, options).run();
    } catch (const Halted& halted) {
        if (halted.why != Halt::steps || !budget.is_spent()) throw;
        return nullptr;
    }
}

}  // namespace isonova
