"""What a run counted and measured. The fields are keys of `isonova plan --json`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from isonova.validator.costs import Cost, cost_text


@dataclass(frozen=True, slots=True)
class Seconds:
    """How long each phase took."""

    parse: float = 0.0
    normalise: float = 0.0
    ground: float = 0.0
    search: float = 0.0
    """With the building of the heuristic."""
    shorten: float = 0.0
    validate: float = 0.0
    total: float = 0.0


@dataclass(frozen=True, slots=True)
class FoundPlan:
    """One of the plans of an anytime run."""

    cost: Cost
    length: int
    seconds: float
    """Since the start of the run, when it was validated."""
    found_by: str
    """The search that found it, or ``windows``."""

    def words(self) -> str:
        return f"cost {cost_text(self.cost)}, {self.length} steps, after {self.seconds:.2f} s ({self.found_by})"


@dataclass(frozen=True, slots=True)
class TaskSize:
    """Reachable atoms, actions and axioms; with the lifted engine, the atoms met and nothing else."""

    atoms: int
    actions: int
    axioms: int


@dataclass(frozen=True, slots=True)
class RelaxationStatistics:
    """What ``add`` and ``ff`` were computed on."""

    graph: bool
    """Whether the relaxed graph fitted its budget. If not, rules were evaluated for every state."""
    nodes: int
    edges: int
    split_schemata: int
    dropped_inequalities: int
    """Schemata whose inequalities went past the budget."""
    seconds: float

    def words(self) -> str:
        words = (
            f"relaxed graph of {self.edges} edges"
            if self.graph
            else "no relaxed graph: rules evaluated for every state"
        )
        if self.dropped_inequalities:
            words += f", without the inequalities of {self.dropped_inequalities} schemata"
        return words


@dataclass(frozen=True, slots=True)
class LaneStatistics:
    """How states were evaluated side by side."""

    width: int
    filled: float
    """Share of the places in all batches that had a state."""


@dataclass(frozen=True, slots=True)
class SearchStatistics:
    """What one of the searches of a run did."""

    name: str
    status: str | None
    """How it ended; None if it could have gone on."""
    started: bool
    dropped: bool
    """It was given up to make room in memory for the others."""
    expansions: int
    evaluations: int
    states: int
    initial_h: int | None
    best_h: int | None
    seconds: float
    work: int
    """Counted, the same on every machine: what turns are measured in."""
    best_h_queue: int
    """The queue, counted from 0, whose state led to the lowest h."""
    plan_queue: int | None
    """The queue from which the goal came."""
    sent_back: int = 0
    """States that looked like one expanded before, so that they waited behind all others."""
    episodes: int = 0
    """Of a serial search: how often it started anew from a state with fewer goals left."""
    widest: int = 0
    """Of a serial search: how many of its feature maps an episode needed, at most."""

    @classmethod
    def of(cls, found: Any) -> SearchStatistics:
        return cls(
            found.name,
            found.status,
            found.started,
            found.dropped,
            found.expansions,
            found.evaluations,
            found.states,
            found.initial_h if found.evaluations else None,
            found.best_h if found.evaluations else None,
            round(found.seconds, 6),
            found.work,
            found.best_h_queue,
            found.plan_queue if found.status == "solved" else None,
            found.sent_back,
            found.episodes,
            found.widest,
        )

    def words(self, found_the_plan: bool) -> str:
        if not self.started:
            return f"{self.name}: its turn never came"
        end = "found the plan" if found_the_plan else "dropped: memory" if self.dropped else self.status or "stopped"
        if end == "unsolvable":  # the task may have a plan, but none within --max-cost
            end = "proved it"
        return (
            f"{self.name}: {end.replace('_', ' ')}; {self.expansions} expansions, {self.evaluations} evaluations, "
            f"lowest h {self.best_h}, {self.seconds:.1f} s"
        )


@dataclass(frozen=True, slots=True)
class FeatureCount:
    """Distinct features of a map, or of one iteration of it."""

    map: str
    iteration: int | None
    features: int


@dataclass(frozen=True, slots=True)
class NoveltySeconds:
    """Extrapolated from every 16th expansion."""

    heuristic: float
    features: float
    novelty: float


@dataclass(frozen=True, slots=True)
class NoveltyStatistics:
    """What novelty did in a run."""

    features: tuple[FeatureCount, ...]
    distinct_features: int
    table_entries: int
    table_bytes: int
    feature_bytes: int
    """Memory of the maps that give features their numbers."""
    bytes_per_feature: float
    recoloured: int
    """Colours computed, one per node and iteration."""
    states: int
    new_states: int
    new_share_every: int
    new_share: tuple[float, ...]
    """Share of new states in each stretch of ``new_share_every`` states."""
    seconds: NoveltySeconds

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> NoveltyStatistics:
        return cls(
            **{
                **data,
                "features": tuple(FeatureCount(**row) for row in data["features"]),
                "new_share": tuple(data["new_share"]),
                "seconds": NoveltySeconds(**data["seconds"]),
            }
        )

    def words(self) -> str:
        by_map = ", ".join(
            f"{row.map}{'' if row.iteration is None else row.iteration} {row.features}" for row in self.features
        )
        share = self.new_states / max(1, self.states)
        times = self.seconds
        return (
            f"{self.distinct_features} features ({by_map}), {share:.0%} of states new, "
            f"{(self.table_bytes + self.feature_bytes) / 2**20:.1f} MB, seconds: heuristic {times.heuristic:.3f}, "
            f"features {times.features:.3f}, novelty {times.novelty:.3f}"
        )
