// The one table of names: what can be asked for, by which word, and what it is. Python, the command line and the docs
// read it from here.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "isonova/search/search.hpp"
#include "isonova/task/cost_type.hpp"

namespace isonova {

enum class HeuristicKind : std::uint8_t { blind, gc, add, ff, lm, hmax, gc_r, lm_ff };
enum class Engine : std::uint8_t { automatic, grounded, lifted };
enum class FeatureMapKind : std::uint8_t { at, wl, at2, wl_set, wl_stable, iwl, lwl2, wl_changes, dl };
enum class NoveltyKind : std::uint8_t { qb, pn, w, cb, iw };
enum class Profile : std::uint8_t { isonova, paper, author };
enum class Keep : std::uint8_t { keep, drop };
enum class Constants : std::uint8_t { same, distinct };
enum class Switch : std::uint8_t { on, off };
enum class Objects : std::uint8_t { all, fluent };

template <class Kind>
struct Name {
    Kind kind;
    std::string_view name;
    std::string_view about;
};

inline constexpr Name<HeuristicKind> heuristic_names[] = {
    {HeuristicKind::blind, "blind", "0 for every state"},
    {HeuristicKind::gc, "gc", "number of goal literals that do not hold"},
    {HeuristicKind::add, "add", "additive heuristic of the delete relaxation"},
    {HeuristicKind::ff, "ff", "cost of a relaxed plan made of the additive heuristic's best supporters"},
    {HeuristicKind::lm, "lm", "number of landmarks that have still to be made true, counted along the path"},
    {HeuristicKind::hmax, "hmax", "cost of the costliest goal in the delete relaxation: never more than a plan costs"},
    {HeuristicKind::gc_r, "gc+r", "gc, then atoms of a relaxed plan that are still to be reached on the path"},
    {HeuristicKind::lm_ff, "lm+ff", "lm, then ff"},
};
inline constexpr Name<CostType> cost_type_names[] = {
    {CostType::normal, "normal", "heuristics count action costs as given"},
    {CostType::one, "one", "heuristics count every action as 1"},
    {CostType::plusone, "plusone", "heuristics add 1 to every action cost, unless all costs are 1"},
};
inline constexpr Name<TieBreak> tie_break_names[] = {
    {TieBreak::fifo, "fifo", "among equal keys the oldest state first"},
    {TieBreak::g, "g", "among equal keys the cheapest path first, then the oldest state"},
};
inline constexpr Name<Evaluate> evaluate_names[] = {
    {Evaluate::eager, "eager", "a state is evaluated when it is generated"},
    {Evaluate::lazy, "lazy", "a state is evaluated when it is expanded; its children are queued by its value"},
};
inline constexpr Name<Symmetric> symmetric_names[] = {
    {Symmetric::keep, "keep", "a state that looks like one expanded before is a state like any other"},
    {Symmetric::back, "back", "a state that looks like one expanded before waits until all queues are empty"},
};
inline constexpr Name<QueueOrder> queue_order_names[] = {
    {QueueOrder::fifo, "fifo", "the lowest key first, first in, first out among equal keys"},
    {QueueOrder::random, "random", "any state, all with the same chance"},
    {QueueOrder::type, "type", "a random one of the types (h, g), then a random state of that type"},
    {QueueOrder::epsilon, "epsilon", "as fifo, but with probability epsilon any state"},
};
inline constexpr Name<Engine> engine_names[] = {
    {Engine::automatic, "auto", "grounded if the task grounds within a budget, else lifted"},
    {Engine::grounded, "grounded", "ground the task, then search"},
    {Engine::lifted, "lifted", "search on the action schemata, without grounding"},
};
inline constexpr Name<FeatureMapKind> feature_map_names[] = {
    {FeatureMapKind::at, "at", "the atoms true in a state"},
    {FeatureMapKind::wl, "wl", "Weisfeiler-Leman colours of a state's graph, with their counts"},
    {FeatureMapKind::at2, "at2", "pairs of atoms true in a state; past a budget of pairs, some share a feature"},
    {FeatureMapKind::wl_set, "wl-set", "as wl, but a colour tells which colours are around a node, not how often"},
    {FeatureMapKind::wl_stable, "wl-stable", "as wl, with iterations until no more nodes are told apart"},
    {FeatureMapKind::iwl, "iwl", "individualised WL: as wl, once for each node, which has a colour of its own"},
    {FeatureMapKind::lwl2, "lwl2", "as wl, with colours of pairs of nodes; for small tasks"},
    {FeatureMapKind::wl_changes, "wl-changes", "how a step changes the colours of objects"},
    {FeatureMapKind::dl, "dl", "sizes of description-logic concepts and roles"},
};
inline constexpr Name<NoveltyKind> novelty_kind_names[] = {
    {NoveltyKind::qb, "qb", "Quantified-Both: how many features are new at so low a heuristic value, or old"},
    {NoveltyKind::pn, "pn", "partition novelty: whether any feature is new among states of the same value"},
    {NoveltyKind::w, "w", "as pn, by the first of the feature maps that shows something new"},
    {NoveltyKind::cb, "cb", "count-based: how many states of the same value had the rarest feature"},
    {NoveltyKind::iw, "iw", "iterated width: as pn, but states without a new feature are pruned"},
};
inline constexpr Name<Profile> profile_names[] = {
    {Profile::isonova, "isonova", "what measured best"},
    {Profile::paper, "paper", "the definition as printed"},
    {Profile::author, "author", "what the author's public code does"},
};
inline constexpr Name<Keep> keep_names[] = {
    {Keep::keep, "keep", "they count"},
    {Keep::drop, "drop", "they do not count"},
};
inline constexpr Name<Constants> constants_names[] = {
    {Constants::same, "same", "domain constants look like other objects"},
    {Constants::distinct, "distinct", "each domain constant has a colour of its own"},
};
inline constexpr Name<Switch> switch_names[] = {
    {Switch::on, "on", "a feature is a colour with its count"},
    {Switch::off, "off", "a feature is a colour"},
};
inline constexpr Name<Objects> objects_names[] = {
    {Objects::all, "all", "every object is a node"},
    {Objects::fluent, "fluent", "only objects of atoms that can be nodes are"},
};
inline constexpr Name<Status> status_names[] = {
    {Status::solved, "solved", "a plan was found"},
    {Status::unsolvable, "unsolvable", "proved that there is no plan"},
    {Status::exhausted, "exhausted", "nothing left to expand, but states were pruned without proof"},
    {Status::out_of_time, "out_of_time", "the time limit was reached"},
    {Status::out_of_memory, "out_of_memory", "the memory limit was reached"},
    {Status::limit_reached, "limit_reached", "the limit on expansions or evaluations was reached"},
    {Status::interrupted, "interrupted", "told to stop"},
};

namespace detail {
// Says what was asked for, what there is, and which of these come nearest. Throws std::invalid_argument.
[[noreturn]] void unknown_name(std::string_view what, std::string_view given, std::span<const std::string_view> known);
}  // namespace detail

template <class Kind, std::size_t n>
Kind kind_of(std::string_view what, std::string_view given, const Name<Kind> (&names)[n]) {
    std::string_view known[n];
    for (std::size_t i = 0; i < n; ++i) {
        if (names[i].name == given) return names[i].kind;
        known[i] = names[i].name;
    }
    detail::unknown_name(what, given, known);
}

template <class Kind, std::size_t n>
std::string_view name_of(Kind kind, const Name<Kind> (&names)[n]) {
    for (const auto& each : names) {
        if (each.kind == kind) return each.name;
    }
    return {};
}

}  // namespace isonova
