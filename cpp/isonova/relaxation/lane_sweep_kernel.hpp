// The sweep for any kind of lanes. Included once for each set of instructions, so everything is local to its source.
//
// Lanes is a type with: Lane (an unsigned integer), count, infinity, all_lanes, load, store, broadcast, add (saturating
// at infinity), min, max, equal (a bit or more per lane, all_lanes where all are), infinite_above and finite_or_zero.
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <new>
#include <vector>

#include "isonova/relaxation/lane_sweep.hpp"

namespace isonova::relaxation {
namespace {

template <class Lanes, Combine combine>
class Sweep final : public LaneSweep {
    using Lane = typename Lanes::Lane;
    using Vector = typename Lanes::Vector;

  public:
    Sweep(const RelaxedGraph& graph, const SweepOrder& order)
        : order_(order),
          memory_(std::size_t{graph.node_count} * Lanes::count + Lanes::count + 64 / sizeof(Lane)),
          marked_((graph.edge_count() + 63) / 64 + 1, 0),
          marked_words_((marked_.size() + 63) / 64, 0) {
        const auto address = reinterpret_cast<std::uintptr_t>(memory_.data());
        values_ = memory_.data() + ((64 - address % 64) % 64) / sizeof(Lane);
        std::fill(memory_.begin(), memory_.end(), Lanes::infinity);
        for (const std::int64_t cost : graph.cost)
            largest_cost_ = std::max<std::uint64_t>(largest_cost_, static_cast<std::uint64_t>(cost));
        for (std::size_t edge = 0; edge < graph.edge_count() && combine == Combine::sum; ++edge)
            widest_ = std::max<std::uint64_t>(widest_, graph.body[edge].size());
    }

    std::uint32_t lanes() const override { return Lanes::count; }
    std::uint32_t bits() const override { return 8 * sizeof(Lane); }
    const void* values() const override { return values_; }

    void run(const LaneBatch& batch) override {
        visits_ = 0;
        start(batch);
        sweep();
        swept_ = visits_;
        visit_marked(costliest_goal());
        finish(batch.count);
    }

    void clear() override {
        for (const NodeId node : touched_) Lanes::store(at(node), Lanes::broadcast(Lanes::infinity));
        touched_.clear();
    }

  private:
    Lane* at(NodeId node) { return values_ + std::size_t{node} * Lanes::count; }

    void mark(std::uint32_t word, std::uint64_t places) {
        marked_[word] |= places;
        marked_words_[word >> 6] |= std::uint64_t{1} << (word & 63);
    }
    void mark_uses(NodeId node) {
        for (const SweepOrder::Uses& each : order_.uses(node)) mark(each.word, each.places);
    }
    static Lane lane_of(std::uint32_t cost) {
        return static_cast<Lane>(std::min<std::uint32_t>(cost, Lanes::infinity));
    }

    void start(const LaneBatch& batch) {
        Lane active[Lanes::count];
        for (std::uint32_t lane = 0; lane < Lanes::count; ++lane)
            active[lane] = lane < batch.count ? 0 : Lanes::infinity;
        inactive_ = Lanes::load(active);
        for (const NodeId node : batch.parent) {
            Lanes::store(at(node), inactive_);
            touched_.push_back(node);
        }
        for (std::uint32_t lane = 0; lane < batch.count; ++lane) {
            for (const NodeId node : batch.removed[lane]) at(node)[lane] = Lanes::infinity;
            for (const NodeId node : batch.added[lane]) {
                at(node)[lane] = 0;
                touched_.push_back(node);
            }
        }
    }

    Vector cost_of(std::uint32_t cost, const NodeId* body, std::uint32_t size) {
        const Vector own = Lanes::broadcast(lane_of(cost));
        if constexpr (combine == Combine::sum) {
            Vector sum = own;
            for (std::uint32_t i = 0; i < size; ++i) sum = Lanes::add(sum, Lanes::load(at(body[i])));
            return sum;
        } else {
            Vector most = Lanes::broadcast(0);
            for (std::uint32_t i = 0; i < size; ++i) most = Lanes::max(most, Lanes::load(at(body[i])));
            return Lanes::add(own, most);
        }
    }

    // Stores the lower values of a node; returns whether there are any.
    bool lower(NodeId node, Vector cost) {
        const Vector old = Lanes::load(at(node));
        const Vector low = Lanes::min(cost, old);
        if (Lanes::equal(low, old) == Lanes::all_lanes) return false;
        Lanes::store(at(node), low);
        if (Lanes::equal(old, Lanes::broadcast(Lanes::infinity)) == Lanes::all_lanes) touched_.push_back(node);
        return true;
    }

    // All edges in order, up to where the goals cost less than any edge whose body costs what it does in the reference
    // state. Of the edges after that, those with a node that costs less are marked.
    void sweep() {
        const std::uint32_t end = order_.reached();
        const auto& goal = order_.goal();
        std::size_t next_goal = 0;
        std::uint32_t place = 0;
        const SweepOrder::Run* run = order_.runs();
        for (; place < end;) {
            const Vector below = Lanes::broadcast(static_cast<Lane>(lane_of(order_.cost(place)) - 1));
            if (order_.cost(place) != 0) {
                while (next_goal < goal.size()) {
                    const Vector value = Lanes::max(Lanes::load(at(goal[next_goal])), inactive_);
                    const Vector low = Lanes::max(Lanes::min(value, below), inactive_);
                    if (Lanes::equal(low, value) != Lanes::all_lanes) break;
                    ++next_goal;
                }
                if (next_goal == goal.size()) break;
            }
            const std::uint32_t stop = std::min(end, place + 64);
            visits_ += stop - place;
            while (place < stop) {
                const std::uint32_t last = std::min(stop, run->end);
                sweep_run(*run, place, last);
                place = last;
                run += last == run->end;
            }
        }
        mark_cheaper(place);
    }

    // Edges of one shape. Loops of a known length are free of branches that depend on the edge.
    void sweep_run(const SweepOrder::Run& run, std::uint32_t first, std::uint32_t last) {
        switch (run.body << 8 | run.heads) {
            case 1 << 8 | 1:
                return sweep_edges<1, 1>(run, first, last);
            case 1 << 8 | 2:
                return sweep_edges<1, 2>(run, first, last);
            case 2 << 8 | 1:
                return sweep_edges<2, 1>(run, first, last);
            case 2 << 8 | 2:
                return sweep_edges<2, 2>(run, first, last);
            case 3 << 8 | 1:
                return sweep_edges<3, 1>(run, first, last);
            case 3 << 8 | 2:
                return sweep_edges<3, 2>(run, first, last);
            default:
                return sweep_edges<0, 0>(run, first, last);
        }
    }

    template <std::uint32_t body_size, std::uint32_t head_count>  // 0: what the run says
    void sweep_edges(const SweepOrder::Run& run, std::uint32_t first, std::uint32_t last) {
        const std::uint32_t size = body_size ? body_size : run.body;
        const std::uint32_t heads = head_count ? head_count : run.heads;
        const std::uint32_t* edge = order_.edge(first);
        for (std::uint32_t place = first; place < last; ++place) {
            const Vector cost = cost_of(edge[0], edge + SweepOrder::header, size);
            edge += SweepOrder::header + size;
            for (std::uint32_t i = 0; i < heads; ++i) {
                const std::uint32_t head = *edge++;
                if (lower(head & ~SweepOrder::is_used_before, cost) && (head & SweepOrder::is_used_before))
                    mark_uses_up_to(head & ~SweepOrder::is_used_before, place);
            }
        }
    }

    void mark_uses_up_to(NodeId node, std::uint32_t place) {
        for (const SweepOrder::Uses& each : order_.uses(node)) {
            if (each.word >= place >> 6) {
                const std::uint64_t up_to = each.places & (~std::uint64_t{0} >> (63 - (place & 63)));
                if (each.word == place >> 6 && up_to != 0) mark(each.word, up_to);
                break;
            }
            mark(each.word, each.places);
        }
    }

    // Of the edges from this place on, those with a node in their body that costs less than in the reference state.
    void mark_cheaper(std::uint32_t place) {
        if (place == order_.edges()) return;
        for (const NodeId node : touched_) {
            const auto uses = order_.uses(node);
            if (uses.empty() || uses.back().word < place >> 6) continue;
            const Vector reference = Lanes::broadcast(lane_of(order_.value(node)));
            if (Lanes::equal(Lanes::min(Lanes::load(at(node)), reference), reference) == Lanes::all_lanes) continue;
            for (std::size_t i = uses.size(); i-- > 0 && uses[i].word >= place >> 6;) {
                const std::uint64_t from = uses[i].places & (~std::uint64_t{0} << (place & 63));
                if (uses[i].word > place >> 6)
                    mark(uses[i].word, uses[i].places);
                else if (from != 0)
                    mark(uses[i].word, from);
            }
        }
    }

    Vector costliest_goal() {
        Vector bound = Lanes::broadcast(0);
        for (const NodeId node : order_.goal()) bound = Lanes::max(bound, Lanes::load(at(node)));
        return bound;
    }

    void visit_marked(Vector bound) {
        for (bool again = true; again;) {
            again = false;
            for (std::size_t block = 0; block < marked_words_.size(); ++block) {
                while (marked_words_[block]) {
                    const std::size_t word =
                        block * 64 + static_cast<std::size_t>(std::countr_zero(marked_words_[block]));
                    marked_words_[block] &= marked_words_[block] - 1;
                    while (marked_[word]) {
                        const auto place = static_cast<std::uint32_t>(
                            word * 64 + static_cast<std::size_t>(std::countr_zero(marked_[word])));
                        marked_[word] &= marked_[word] - 1;
                        visit_marked(place, bound);
                    }
                    again = true;
                }
            }
        }
    }

    void visit_marked(std::uint32_t place, Vector bound) {
        ++visits_;
        const std::uint32_t* edge = order_.edge(place);
        const std::uint32_t *body = edge + SweepOrder::header, *heads = body + edge[1], *end = heads + edge[2];
        const Vector cost = Lanes::infinite_above(cost_of(edge[0], body, edge[1]), bound);
        for (const std::uint32_t* head = heads; head != end; ++head)
            if (const NodeId node = *head & ~SweepOrder::is_used_before; lower(node, cost)) mark_uses(node);
    }

    void finish(std::uint32_t count) {
        Lane goal[Lanes::count];
        Lanes::store_unaligned(goal, costliest_goal());
        unreached_ = doubtful_ = 0;
        for (std::uint32_t lane = 0; lane < count; ++lane)
            if (goal[lane] == Lanes::infinity) unreached_ |= 1u << lane;
        if (unreached_ == 0) return;
        // No sum was clamped if the largest possible one is in range.
        Vector most = Lanes::broadcast(0);
        for (const NodeId node : touched_) most = Lanes::max(most, Lanes::finite_or_zero(Lanes::load(at(node))));
        Lane largest[Lanes::count];
        Lanes::store_unaligned(largest, most);
        for (std::uint32_t lane = 0; lane < count; ++lane)
            if (largest_cost_ >= Lanes::infinity || largest_cost_ + widest_ * largest[lane] >= Lanes::infinity)
                doubtful_ |= unreached_ & (1u << lane);
    }

    const SweepOrder& order_;
    std::vector<Lane> memory_;
    Lane* values_;
    Vector inactive_;
    std::vector<std::uint64_t> marked_, marked_words_;
    std::vector<NodeId> touched_;
    std::uint64_t largest_cost_ = 0, widest_ = 1;
};

// By `new`, because functions of the standard library would be compiled for other instructions.
template <class Narrow, class Medium>
std::unique_ptr<LaneSweep> make_sweep(const RelaxedGraph& graph, const SweepOrder& order, Combine combine,
                                      std::uint32_t bits) {
    LaneSweep* made;
    if (combine == Combine::sum)
        made = bits == 16 ? static_cast<LaneSweep*>(new Sweep<Narrow, Combine::sum>(graph, order))
                          : new Sweep<Medium, Combine::sum>(graph, order);
    else
        made = bits == 16 ? static_cast<LaneSweep*>(new Sweep<Narrow, Combine::max>(graph, order))
                          : new Sweep<Medium, Combine::max>(graph, order);
    return std::unique_ptr<LaneSweep>(made);
}

}  // namespace
}  // namespace isonova::relaxation
