#include "isonova/features/stable_colouring.hpp"

#include <algorithm>
#include <utility>

namespace isonova {

namespace {

void name(const std::vector<Term>& terms, std::vector<bool>& named) {
    for (const Term term : terms)
        if (!term.is_variable()) named[term.object()] = true;
}

void name(const Condition& condition, std::vector<bool>& named) {
    for (const Literal& literal : condition.literals) name(literal.args, named);
    for (const Constraint& constraint : condition.constraints) name({constraint.lhs, constraint.rhs}, named);
}

// Objects that actions and axioms name. A goal with `or` becomes an axiom, and no node of the graph shows its objects.
std::vector<bool> named_objects(const Task& task) {
    std::vector<bool> named(task.objects.size(), false);
    for (const Schema& schema : task.schemata) {
        name(schema.precondition, named);
        for (const Effect& effect : schema.effects) {
            name(effect.condition, named);
            name(effect.literal.args, named);
        }
    }
    for (const Axiom& axiom : task.axioms) {
        name(axiom.head.args, named);
        name(axiom.body, named);
    }
    return named;
}

}  // namespace

StableColouring::StableColouring(const Task& task, const AtomTable& atoms) : ilg_(task, atoms, WlOptions{}) {
    std::size_t arity = 1;
    for (const Predicate& predicate : task.predicates) arity = std::max<std::size_t>(arity, predicate.arity());
    for (std::uint32_t label = 0; label < arity; ++label) factors_.push_back(label_factor(label));
    const std::vector<bool> named = named_objects(task);
    for (ObjectId o = 0; o < task.objects.size(); ++o)
        start_.push_back(hash_of(1, named[o] ? "named " + std::to_string(o) : std::to_string(ilg_.object_colour(o))));
    // Types, and other sets that parameters of actions range over.
    for (std::size_t set = 0; set < task.object_sets.size(); ++set)
        for (const ObjectId o : task.object_sets[set]) start_[o] += hash_of(3, std::to_string(set));
    for (AtomNodeId node = 0; node < ilg_.permanent_count(); ++node)
        if (ilg_.is_goal(node)) goals_.push_back(node);
    for (AtomNodeId node = 0; node < ilg_.permanent_count(); ++node)
        if (!ilg_.is_goal(node)) statics_.push_back({node, ilg_.class_of(node, false)});

    collect({});
    refine();
    start_ = colours_;
    std::vector<std::pair<std::uint64_t, ObjectId>> by_colour;
    for (ObjectId o = 0; o < start_.size(); ++o) by_colour.push_back({start_[o].lo, o});
    std::sort(by_colour.begin(), by_colour.end());
    std::vector<bool> is_unique(start_.size(), true);
    for (std::size_t i = 1; i < by_colour.size(); ++i)
        if (by_colour[i].first == by_colour[i - 1].first)
            is_unique[by_colour[i].second] = is_unique[by_colour[i - 1].second] = false;
    any_alike_ = std::find(is_unique.begin(), is_unique.end(), false) != is_unique.end();
    std::erase_if(statics_, [&](const Coloured& each) {
        ObjectId alike = none;
        for (const ObjectId o : ilg_.args(each.node)) {
            if (is_unique[o] || o == alike) continue;
            if (alike != none) return false;
            alike = o;
        }
        return true;
    });
}

// The nodes that count, each with what it is in the state.
void StableColouring::collect(std::span<const AtomId> atoms) {
    nodes_ = statics_;
    goal_held_.clear();
    for (const AtomId atom : atoms) {
        const AtomNodeId node = ilg_.node(atom);
        if (node == none) continue;
        if (node < ilg_.permanent_count()) {
            if (ilg_.is_goal(node)) goal_held_.push_back(node);
        } else {
            nodes_.push_back({node, ilg_.class_of(node, true)});
        }
    }
    std::sort(goal_held_.begin(), goal_held_.end());
    for (const AtomNodeId node : goals_)
        nodes_.push_back({node, ilg_.class_of(node, std::binary_search(goal_held_.begin(), goal_held_.end(), node))});
    for (ClassId kind = static_cast<ClassId>(kinds_.size()); kind < ilg_.classes().size(); ++kind)
        kinds_.push_back(hash_of(2, std::to_string(kind)));
}

// Colours objects by what is around them. The sum over an atom's places stands for all its objects; the factor of the
// place says which of them is asking.
void StableColouring::round() {
    std::fill(sums_.begin(), sums_.end(), ColourHash{});
    for (const auto& [node, kind] : nodes_) {
        const auto args = ilg_.args(node);
        ColourHash places;
        for (std::size_t i = 0; i < args.size(); ++i) places += colours_[args[i]] * factors_[i];
        const ColourHash atom = next_colour(kinds_[kind], places);
        for (std::size_t i = 0; i < args.size(); ++i) sums_[args[i]] += atom * factors_[i];
        work_ += args.size();
    }
    for (std::size_t o = 0; o < colours_.size(); ++o) colours_[o] = next_colour(colours_[o], sums_[o]);
}

std::size_t StableColouring::count_colours() {
    sorted_.clear();
    for (const ColourHash& colour : colours_) sorted_.push_back(colour.lo);
    std::sort(sorted_.begin(), sorted_.end());
    return static_cast<std::size_t>(std::unique(sorted_.begin(), sorted_.end()) - sorted_.begin());
}

void StableColouring::refine() {
    colours_ = start_;
    sums_.resize(colours_.size());
    for (std::size_t before = 0, count = count_colours(); before != count && count != colours_.size();) {
        round();
        before = count;
        count = count_colours();  // a round splits colours and joins none
    }
}

std::uint64_t StableColouring::operator()(std::span<const AtomId> atoms) {
    collect(atoms);
    refine();
    ColourHash sum;
    for (const ColourHash& colour : colours_) sum += finalise(colour);
    for (const auto& [node, kind] : nodes_) {
        const auto args = ilg_.args(node);
        ColourHash places;
        for (std::size_t i = 0; i < args.size(); ++i) places += colours_[args[i]] * factors_[i];
        sum += next_colour(kinds_[kind], places);
    }
    return finalise(sum).lo;
}

std::size_t StableColouring::bytes() const {
    return ilg_.bytes() + (start_.capacity() + colours_.capacity() + sums_.capacity()) * sizeof(ColourHash) +
           (statics_.capacity() + nodes_.capacity()) * sizeof(Coloured);
}

}  // namespace isonova
