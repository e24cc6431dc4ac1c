"""Description-logic features against the sets that their names stand for, on random walks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from features.symmetric_tasks import TASKS
from features.symmetry import moved, symmetries
from features.test_against_reference import check_difference
from features.walks import FOLDERS, load, walk

import isonova
from isonova.api.names import EngineName
from isonova.api.state_features import StateFeatures
from isonova.api.task import Atom, Task
from isonova.examples import files

Extension = frozenset[Any]
"""Objects of a concept, pairs of objects of a role."""
TOKEN = re.compile(r"\s*(goal |type |\{[^}]*\}|[(),]|[^\s(),{}]+\[\d+(?:,\d+)?\]|[^\s(),{}]+)")


class Reference:
    """Evaluates the text of a concept or role by its definition."""

    def __init__(self, task: Task, atoms: frozenset[Atom]) -> None:
        static = {p.name for p in task.predicates if p.kind == "static"}
        self.true = set(atoms) | {atom for atom in task.init if atom[0] in static}
        self.goal = {(part.predicate, *part.args) for part in task.goal if not part.negated}
        self.types = {kind.name: frozenset(kind.objects) for kind in task.types}
        self.objects = frozenset(item.name for item in task.objects)

    def __call__(self, text: str) -> Extension:
        self.tokens = TOKEN.findall(text)
        result = self._parse()
        assert not self.tokens
        return result

    def _parse(self) -> Extension:
        token = self.tokens.pop(0)
        if token == "top":
            return self.objects
        if token == "type ":
            return self.types[self.tokens.pop(0)]
        if token.startswith("{"):
            return frozenset([token[1:-1]])
        if token == "goal ":
            return self._primitive(self.tokens.pop(0), self.goal)
        if token.endswith("]"):
            return self._primitive(token, self.true)
        parts: list[Extension] = []
        assert self.tokens.pop(0) == "("
        while True:
            parts.append(self._parse())
            if self.tokens.pop(0) == ")":
                return self._apply(token, parts)

    def _primitive(self, token: str, atoms: set[Atom]) -> Extension:
        name, places = token[:-1].split("[")
        numbers = [int(place) + 1 for place in places.split(",")]
        found = [tuple(atom[place] for place in numbers) for atom in atoms if atom[0] == name]
        return frozenset(pair[0] for pair in found) if len(numbers) == 1 else frozenset((a, b) for a, b in found)

    def _apply(self, name: str, parts: list[Extension]) -> Extension:
        first, second = parts[0], parts[-1]
        if name == "not":
            return frozenset(o for o in self.objects if o not in first)
        if name == "and":
            return frozenset(o for o in self.objects if o in first and o in second)
        if name == "inverse":
            return frozenset((b, a) for a, b in first)
        if name == "compose":
            return frozenset((a, c) for a, b in first for other, c in second if b == other)
        if name == "closure":
            pairs = set(first)
            while True:
                more = {(a, d) for a, b in pairs for c, d in pairs if b == c} - pairs
                if not more:
                    return frozenset(pairs)
                pairs |= more
        others = {o: {b for a, b in first if a == o} for o in self.objects}
        if name == "some":
            return frozenset(o for o in self.objects if any(each in second for each in others[o]))
        if name == "all":
            return frozenset(o for o in self.objects if all(each in second for each in others[o]))
        assert name == "equal"
        return frozenset(o for o in self.objects if others[o] == {b for a, b in second if a == o})


@pytest.mark.parametrize("engine", ["grounded", "lifted"])
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_sizes_are_those_of_the_sets(folder: Path, engine: EngineName) -> None:
    task = load(folder)
    states = walk(isonova.StateSpace(task, engine=engine), 6)
    features = StateFeatures(states[0].space, "dl")
    for before, state in zip([states[0], *states], states, strict=False):
        reference = Reference(task, state.atoms)
        found = features(state)
        for feature in found:
            about = features.describe(feature)
            assert about.map == "dl"
            assert len(reference(about.name)) == about.count, about.name
        check_difference(features, before, state, features(before), found)


def test_what_is_generated() -> None:
    space = isonova.StateSpace(isonova.load(*files("parcels")))
    features = StateFeatures(space, "dl")
    names = [features.describe(feature).name for feature in features(space.initial())]
    assert len(names) == len(set(names)) <= 256
    assert "top" in names
    for part in ("goal ", "not(", "and(", "some(", "compose(", "inverse("):
        assert any(part in name for name in names), part


@pytest.mark.parametrize("name", TASKS)
def test_symmetric_states_have_the_same_sizes(name: str) -> None:
    space = isonova.StateSpace(isonova.load(*TASKS[name]))
    features = StateFeatures(space, "dl")
    compared = 0
    for permutation in symmetries(space.task, True, 3):
        for state in dict.fromkeys(walk(space, 20, 3)):
            try:
                image = space.state(moved(state.atoms, permutation))
            except ValueError:  # an atom of it is not reachable
                continue
            assert features(state) == features(image)
            compared += state != image
    assert compared >= 10


def test_searches_take_them_by_name() -> None:
    results = [
        isonova.plan(*files("parcels"), heuristic="gc", novelty="at+dl", engine=engine)
        for engine in ("grounded", "lifted")
    ]
    assert results[0].solved
    assert results[0].expansions == results[1].expansions
