// The lifted and the ground state space of a task, walked side by side.
#pragma once

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <vector>

#include "isonova/ground/ground.hpp"
#include "isonova/ground/ground_state_space.hpp"
#include "isonova/lifted/lifted_state_space.hpp"

namespace isonova::testing {

using Named = std::vector<GroundAtom>;

inline Named named(const StateSpace& space, std::span<const AtomId> ids) {
    Named out;
    for (const AtomId id : ids) {
        const auto args = space.atom_table().args(id);
        out.push_back({space.atom_table().predicate(id), {args.begin(), args.end()}});
    }
    std::sort(out.begin(), out.end());
    return out;
}

struct Duplicates : ExpansionListener {
    std::vector<std::pair<StateId, std::int64_t>> rows;
    void duplicate(StateId, StateId child, ActionId, std::int64_t cost) override { rows.emplace_back(child, cost); }
};

inline bool is_true_difference(const StateSpace& space, const Expansion& expansion, const Child& child) {
    std::vector<AtomId> before, after, expected;
    space.atoms(expansion.parent, before);
    space.atoms(child.state, after);
    std::set_difference(after.begin(), after.end(), before.begin(), before.end(), std::back_inserter(expected));
    if (!std::ranges::equal(expected, expansion.added(child))) return false;
    expected.clear();
    std::set_difference(before.begin(), before.end(), after.begin(), after.end(), std::back_inserter(expected));
    return std::ranges::equal(expected, expansion.removed(child));
}

// Compares atoms, goal test, children, costs and names over the first `most` states in breadth-first order. Returns how
// many there were.
inline std::uint32_t compare_spaces(TaskPtr task, std::uint32_t most) {
    Limits limits;
    GroundStateSpace ground_space(std::make_shared<const GroundTask>(ground(task, limits)), limits);
    LiftedStateSpace lifted_space(task, limits);
    BOOST_REQUIRE_EQUAL(ground_space.initial(), 0u);
    BOOST_REQUIRE_EQUAL(lifted_space.initial(), 0u);
    Expansion one, two;
    std::vector<AtomId> ids, listed;
    StateId state = 0;
    for (; state < std::min(most, ground_space.state_count()); ++state) {
        ground_space.atoms(state, ids);
        const Named expected = named(ground_space, ids);
        lifted_space.atoms(state, ids);
        BOOST_REQUIRE(std::is_sorted(ids.begin(), ids.end()));
        BOOST_REQUIRE(named(lifted_space, ids) == expected);
        BOOST_REQUIRE_EQUAL(ground_space.is_goal(state), lifted_space.is_goal(state));
        Duplicates known_one, known_two;
        ground_space.expand(state, one, &known_one);
        lifted_space.expand(state, two, &known_two);
        BOOST_REQUIRE(two.parent_atoms == ids);
        BOOST_REQUIRE_EQUAL(one.children.size(), two.children.size());
        for (std::size_t i = 0; i < one.children.size(); ++i) {
            const Child& a = one.children[i];
            const Child& b = two.children[i];
            BOOST_REQUIRE_EQUAL(a.state, b.state);
            BOOST_REQUIRE_EQUAL(a.cost, b.cost);
            BOOST_REQUIRE(named(ground_space, one.added(a)) == named(lifted_space, two.added(b)));
            BOOST_REQUIRE(named(ground_space, one.removed(a)) == named(lifted_space, two.removed(b)));
            BOOST_REQUIRE(is_true_difference(lifted_space, two, b));
            two.atoms(b, listed);
            std::sort(listed.begin(), listed.end());
            lifted_space.atoms(b.state, ids);
            BOOST_REQUIRE(listed == ids);
            const ActionName name = ground_space.action_name(state, a.action);
            const ActionName same = lifted_space.action_name(state, b.action);
            BOOST_REQUIRE_EQUAL(name.name, same.name);
            BOOST_REQUIRE(name.args == same.args);
            BOOST_REQUIRE_EQUAL(lifted_space.action_cost(state, b.action), b.cost);
        }
        // The ground engine has no instances that change nothing in any state.
        std::erase_if(known_one.rows, [&](const auto& row) { return row.first == state; });
        std::erase_if(known_two.rows, [&](const auto& row) { return row.first == state; });
        BOOST_REQUIRE(known_one.rows == known_two.rows);
    }
    return state;
}

}  // namespace isonova::testing
