#include "isonova/heuristics/linear_heuristic.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

namespace isonova {

namespace {

constexpr int fraction_bits = 20;
constexpr double largest = 1 << 22;  // of a scaled weight: sums of a million of them do not overflow
constexpr std::size_t name_length = 24, lower_half = 16;

std::int64_t fixed(double number, const std::string& what) {
    if (!(std::abs(number) <= largest)) {
        throw std::invalid_argument(what + " of a linear heuristic must be a number of at most " +
                                    std::to_string(static_cast<std::int64_t>(largest)) + " after scaling");
    }
    return std::llround(std::ldexp(number, fraction_bits));
}

ColourHash hash_of_name(const std::string& name) {
    ColourHash hash;
    const char* const begin = name.data();
    const auto read = [&](std::size_t from, std::size_t to, std::uint64_t& out) {
        const auto [end, error] = std::from_chars(begin + from, begin + to, out, 16);
        return error == std::errc() && end == begin + to;
    };
    if (name.size() != name_length || !read(0, lower_half, hash.lo) || !read(lower_half, name_length, hash.hi))
        throw std::invalid_argument("'" + name + "' is not the name of a colour: 24 hexadecimal digits");
    return hash;
}

}  // namespace

void LinearModel::check() const {
    fixed(bias * scale, "the bias");
    for (const Weight& each : weights) {
        hash_of_name(each.colour);
        fixed(each.weight * scale, "the weight of " + each.colour);
        if (each.iteration > wl.iterations)
            throw std::invalid_argument("the colour " + each.colour + " is of iteration " +
                                        std::to_string(each.iteration) + ", the model has " +
                                        std::to_string(wl.iterations));
    }
}

LinearHeuristic::LinearHeuristic(const LinearModel& model, const Task& task, const AtomTable& atoms, Limits& limits)
    : limits_(limits), features_(task, atoms, model.wl, ids_, &limits) {
    model.check();
    bias_ = fixed(model.bias * model.scale, "the bias");
    for (const LinearModel::Weight& each : model.weights) {
        const ColourId colour = features_.colour_with(hash_of_name(each.colour), each.iteration);
        if (colour >= weights_.size()) weights_.resize(colour + 1, 0);
        weights_[colour] = fixed(each.weight * model.scale, "the weight");
    }
}

Value LinearHeuristic::value(std::int64_t sum) const {
    constexpr std::int64_t half = std::int64_t{1} << (fraction_bits - 1);
    return std::max<Value>(0, (sum + bias_ + half) >> fraction_bits);
}

Value LinearHeuristic::evaluate_atoms(std::span<const AtomId> atoms) {
    features_.open(atoms);
    return value(features_.weigh(weights_));
}

void LinearHeuristic::evaluate(std::span<const Expansion* const> expansions, std::vector<Value>& out,
                               std::vector<ActionNumber>* parent_plan) {
    out.clear();
    if (parent_plan) parent_plan->clear();
    for (const Expansion* expansion : expansions) {
        features_.open(expansion->parent_atoms);
        const std::int64_t parent = features_.weigh(weights_);
        for (std::size_t i = 0; i < expansion->children.size(); ++i) {
            if (i % 32 == 31) {
                if (const Halt halt = limits_.check(); halt != Halt::go_on) throw Halted{halt};
            }
            const Child& child = expansion->children[i];
            const auto change = features_.weigh_diff(expansion->added(child), expansion->removed(child), weights_);
            out.push_back(value(parent + change));
        }
    }
}

}  // namespace isonova
