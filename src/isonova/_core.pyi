"""The compiled core of Isonova."""

from collections.abc import Callable, Hashable, Iterable, Sequence
import fractions
import os
from typing import Any, overload


class Diagnostic:
    """A warning or an error about PDDL text, with its place."""

    @property
    def severity(self) -> str: ...

    @property
    def suspicious(self) -> bool:
        """A warning of this kind may be why a task has no plan."""

    @property
    def file(self) -> str: ...

    @property
    def line(self) -> int:
        """From 1; 0 stands for the whole file."""

    @property
    def column(self) -> int:
        """From 1, in bytes."""

    @property
    def message(self) -> str: ...

    @property
    def hint(self) -> str: ...

    def render(self) -> str: ...

    def __str__(self) -> str: ...

class PDDLError(ValueError):
    """PDDL that cannot be read; `diagnostics` says what and where."""

    diagnostics: list[Diagnostic]

class UnsupportedError(PDDLError):
    """PDDL outside classical planning."""

class Source:
    """A piece of PDDL text with a name."""

    @staticmethod
    def from_file(path: str | os.PathLike[str]) -> Source:
        """Reads a file."""

    @staticmethod
    def from_text(text: str | bytes, name: str = '<string>') -> Source: ...

    @property
    def name(self) -> str: ...

    @property
    def text(self) -> bytes: ...

class ConditionSyntax:
    """A condition: and, or, not, imply, exists, forall, atom or =."""

    @property
    def kind(self) -> str: ...

    @property
    def children(self) -> list[ConditionSyntax]: ...

    @property
    def parameters(self) -> list[TypedNameSyntax]: ...

    @property
    def predicate(self) -> str: ...

    @property
    def line(self) -> int: ...

    @property
    def column(self) -> int: ...

    @property
    def args(self) -> list[str]: ...

class EffectSyntax:
    """An effect: and, forall, when, add, delete or increase."""

    @property
    def kind(self) -> str: ...

    @property
    def children(self) -> list[EffectSyntax]: ...

    @property
    def parameters(self) -> list[TypedNameSyntax]: ...

    @property
    def predicate(self) -> str: ...

    @property
    def line(self) -> int: ...

    @property
    def column(self) -> int: ...

    @property
    def condition(self) -> ConditionSyntax:
        """Of `when`; else true."""

    @property
    def args(self) -> list[str]: ...

    @property
    def amount(self) -> int | fractions.Fraction | None:
        """The number `increase` adds to the cost, unless it is a function term."""

    @property
    def function(self) -> str:
        """The function `increase` adds to the cost; its arguments are `args`."""

class TypedNameSyntax:
    """A declared name and its types; none stands for `object`."""

    @property
    def name(self) -> str: ...

    @property
    def types(self) -> list[str]: ...

class PredicateSyntax:
    """A declared predicate or function."""

    @property
    def name(self) -> str: ...

    @property
    def parameters(self) -> list[TypedNameSyntax]: ...

class ActionSyntax:
    """An action as declared."""

    @property
    def name(self) -> str: ...

    @property
    def parameters(self) -> list[TypedNameSyntax]: ...

    @property
    def precondition(self) -> ConditionSyntax: ...

    @property
    def effect(self) -> EffectSyntax: ...

class DerivedSyntax:
    """One rule of a derived predicate."""

    @property
    def name(self) -> str: ...

    @property
    def parameters(self) -> list[TypedNameSyntax]: ...

    @property
    def body(self) -> ConditionSyntax: ...

class DomainSyntax:
    """A domain as written."""

    @property
    def name(self) -> str: ...

    @property
    def requirements(self) -> list[str]: ...

    @property
    def types(self) -> list[TypedNameSyntax]: ...

    @property
    def constants(self) -> list[TypedNameSyntax]: ...

    @property
    def predicates(self) -> list[PredicateSyntax]: ...

    @property
    def functions(self) -> list[PredicateSyntax]: ...

    @property
    def actions(self) -> list[ActionSyntax]: ...

    @property
    def derived(self) -> list[DerivedSyntax]: ...

class ProblemSyntax:
    """A problem as written."""

    @property
    def name(self) -> str: ...

    @property
    def domain_name(self) -> str: ...

    @property
    def requirements(self) -> list[str]: ...

    @property
    def objects(self) -> list[TypedNameSyntax]: ...

    @property
    def goal(self) -> ConditionSyntax: ...

    @property
    def minimises_cost(self) -> bool: ...

    def init(self) -> list[tuple[str, tuple[str, ...]]]:
        """The initial atoms."""

    def init_functions(self) -> list[tuple[str, tuple[str, ...], int | fractions.Fraction]]:
        """The initial values of functions."""

class SyntaxTree:
    """A domain and a problem, parsed and checked."""

    @property
    def domain(self) -> DomainSyntax: ...

    @property
    def problem(self) -> ProblemSyntax: ...

    @property
    def domain_source(self) -> Source: ...

    @property
    def problem_source(self) -> Source: ...

    @property
    def warnings(self) -> list[Diagnostic]: ...

def parse(domain: Source, problem: Source) -> SyntaxTree:
    """
    Parses and checks a domain and a problem. Raises PDDLError with every independent error found.
    """

class Task:
    """
    A normalised task. Terms are integers: a variable is its index, object o is -o - 1.
    """

    @property
    def domain_name(self) -> str: ...

    @property
    def problem_name(self) -> str: ...

    @property
    def has_metric(self) -> bool: ...

    @property
    def cost_scale(self) -> int:
        """Costs are integers: this many stand for 1 as written."""

    @property
    def goal_false(self) -> bool: ...

    @property
    def init_size(self) -> int: ...

    def types(self) -> list[tuple[str, int, int]]: ...

    def objects(self) -> list[tuple[str, str, int, bool]]: ...

    def predicates(self) -> list[tuple[str, list[int], str, bool]]: ...

    def functions(self) -> list[tuple[str, int]]: ...

    def object_sets(self) -> list[list[int]]: ...

    def actions(self) -> list[tuple[str, list[str], list[int], tuple[int, list[tuple[int, list[int]]]]]]: ...

    def schemata(self) -> list[tuple[int, list[int], list[str], list[int], tuple[list[tuple[int, bool, list[int]]], list[tuple[int, int, bool]]], list[tuple[list[int], tuple[list[tuple[int, bool, list[int]]], list[tuple[int, int, bool]]], tuple[int, bool, list[int]]]], tuple[int, list[tuple[int, list[int]]]]]]: ...

    def axioms(self) -> list[tuple[tuple[int, bool, list[int]], list[str], list[int], tuple[list[tuple[int, bool, list[int]]], list[tuple[int, int, bool]]], int]]: ...

    def init(self) -> list[tuple[str, ...]]: ...

    def function_values(self) -> list[tuple[int, list[int], int]]: ...

    def goal(self) -> list[tuple[int, bool, list[int]]]: ...

    def static_goal(self) -> list[tuple[int, bool, list[int]]]: ...

    def __str__(self) -> str: ...

class NoveltyOptions:
    """Names as in the tables of names; None: as in the profile."""

    def __init__(self) -> None: ...

    @property
    def kind(self) -> str: ...

    @kind.setter
    def kind(self, arg: str, /) -> None: ...

    @property
    def profile(self) -> str: ...

    @profile.setter
    def profile(self, arg: str, /) -> None: ...

    @property
    def wl_statics(self) -> str | None: ...

    @wl_statics.setter
    def wl_statics(self, name: str | None) -> None: ...

    @property
    def wl_types(self) -> str | None: ...

    @wl_types.setter
    def wl_types(self, name: str | None) -> None: ...

    @property
    def wl_constants(self) -> str | None: ...

    @wl_constants.setter
    def wl_constants(self, name: str | None) -> None: ...

    @property
    def wl_counts(self) -> str | None: ...

    @wl_counts.setter
    def wl_counts(self, name: str | None) -> None: ...

    @property
    def wl_objects(self) -> str | None: ...

    @wl_objects.setter
    def wl_objects(self, name: str | None) -> None: ...

    @property
    def at_statics(self) -> str | None: ...

    @at_statics.setter
    def at_statics(self, name: str | None) -> None: ...

    @property
    def features(self) -> str:
        """`none`, or names of feature maps joined by `+`."""

    @features.setter
    def features(self, arg: str, /) -> None: ...

    @property
    def wl_iterations(self) -> int | None: ...

    @wl_iterations.setter
    def wl_iterations(self, arg: int | None, /) -> None: ...

    @property
    def wl_exact(self) -> bool: ...

    @wl_exact.setter
    def wl_exact(self, arg: bool, /) -> None: ...

    def check(self) -> None:
        """Raises ValueError on options that do not go together."""

    def settings(self, grounded: bool = True) -> dict[str, int | str | bool]:
        """What the profile and the options come to."""

class LinearModel:
    """Weights of WL colours: (iteration, name, weight) each."""

    def __init__(self, options: NoveltyOptions, weights: Sequence[tuple[int, str, float]], bias: float, scale: float) -> None: ...

class FeatureDescription:
    """What a feature stands for."""

    @property
    def map(self) -> str: ...

    @property
    def iteration(self) -> int | None: ...

    @property
    def name(self) -> str:
        """The colour or the atom: the same in every state, task and run."""

    @property
    def count(self) -> int: ...

class FeatureCount:
    """How many distinct features a map has met."""

    @property
    def map(self) -> str: ...

    @property
    def iteration(self) -> int | None: ...

    @property
    def features(self) -> int: ...

class SpaceFeatures:
    """The features of the states of a space. A feature is a number."""

    def __init__(self, space: Space, options: NoveltyOptions) -> None: ...

    def __call__(self, state: int) -> list[int]:
        """All features of a state, in no particular order."""

    def diff(self, parent: int, child: int) -> tuple[list[int], list[int]]:
        """
        What `child` has that `parent` has not, and the other way round; found by differences, as in search.
        """

    def describe(self, feature: int) -> FeatureDescription: ...

    @property
    def count(self) -> int:
        """Distinct features met so far."""

    @property
    def counts(self) -> list[FeatureCount]:
        """The same by map and iteration."""

    @property
    def bytes(self) -> int: ...

def coloured_nodes(task: Task, options: NoveltyOptions, atoms: Sequence[tuple[str, ...]]) -> list[tuple[str, str, tuple[str, ...], list[str]]]:
    """
    The graph of the state with just these fluent and derived atoms: kind, predicate or type or name of a constant, objects, and the name of the colour after each iteration of every node. Objects come first.
    """

def feature_map_names() -> list[tuple[str, str]]: ...

def novelty_kind_names() -> list[tuple[str, str]]: ...

def profile_names() -> list[tuple[str, str]]: ...

class EvaluatorSpec:
    """What orders a queue: a heuristic, or novelty over it."""

    def __init__(self) -> None: ...

    @property
    def novelty(self) -> NoveltyOptions: ...

    @novelty.setter
    def novelty(self, arg: NoveltyOptions, /) -> None: ...

    @property
    def heuristic(self) -> str: ...

    @heuristic.setter
    def heuristic(self, arg: str, /) -> None: ...

class QueueOptions:
    def __init__(self) -> None: ...

    @property
    def evaluator(self) -> int:
        """By its place among those of the search."""

    @evaluator.setter
    def evaluator(self, arg: int, /) -> None: ...

    @property
    def preferred(self) -> bool: ...

    @preferred.setter
    def preferred(self, arg: bool, /) -> None: ...

    @property
    def epsilon(self) -> float: ...

    @epsilon.setter
    def epsilon(self, arg: float, /) -> None: ...

    @property
    def order(self) -> str: ...

    @order.setter
    def order(self, arg: str, /) -> None: ...

class SearchOptions:
    def __init__(self) -> None: ...

    @property
    def queues(self) -> list[QueueOptions]: ...

    @queues.setter
    def queues(self, arg: Sequence[QueueOptions], /) -> None: ...

    @property
    def pop(self) -> int: ...

    @pop.setter
    def pop(self, arg: int, /) -> None: ...

    @property
    def speculate(self) -> int: ...

    @speculate.setter
    def speculate(self, arg: int, /) -> None: ...

    @property
    def helpful_first(self) -> int: ...

    @helpful_first.setter
    def helpful_first(self, arg: int, /) -> None: ...

    @property
    def boost(self) -> int: ...

    @boost.setter
    def boost(self, arg: int, /) -> None: ...

    @property
    def weight(self) -> int | None:
        """Queues are ordered by g + weight * h."""

    @weight.setter
    def weight(self, arg: int | None, /) -> None: ...

    @property
    def reopen(self) -> bool: ...

    @reopen.setter
    def reopen(self, arg: bool, /) -> None: ...

    @property
    def serial(self) -> bool:
        """Serialised iterated width."""

    @serial.setter
    def serial(self, arg: bool, /) -> None: ...

    @property
    def seed(self) -> int: ...

    @seed.setter
    def seed(self, arg: int, /) -> None: ...

    @property
    def evaluate(self) -> str: ...

    @evaluate.setter
    def evaluate(self, arg: str, /) -> None: ...

    @property
    def tie_break(self) -> str: ...

    @tie_break.setter
    def tie_break(self, arg: str, /) -> None: ...

    @property
    def symmetric(self) -> str: ...

    @symmetric.setter
    def symmetric(self, arg: str, /) -> None: ...

class SearchSpec:
    def __init__(self) -> None: ...

    @property
    def name(self) -> str: ...

    @name.setter
    def name(self, arg: str, /) -> None: ...

    @property
    def evaluators(self) -> list[EvaluatorSpec]: ...

    @evaluators.setter
    def evaluators(self, arg: Sequence[EvaluatorSpec], /) -> None: ...

    @property
    def options(self) -> SearchOptions: ...

    @options.setter
    def options(self, arg: SearchOptions, /) -> None: ...

    @property
    def share(self) -> float: ...

    @share.setter
    def share(self, arg: float, /) -> None: ...

    def check(self, grounded: bool = True) -> None:
        """Raises ValueError on what does not go together."""

    @property
    def cost_type(self) -> str: ...

    @cost_type.setter
    def cost_type(self, arg: str, /) -> None: ...

class PortfolioOptions:
    def __init__(self) -> None: ...

    @property
    def first_turn(self) -> int: ...

    @first_turn.setter
    def first_turn(self, arg: int, /) -> None: ...

    @property
    def growth(self) -> float: ...

    @growth.setter
    def growth(self, arg: float, /) -> None: ...

    @property
    def threads(self) -> int: ...

    @threads.setter
    def threads(self, arg: int, /) -> None: ...

def evaluate_names() -> list[tuple[str, str]]: ...

def symmetric_names() -> list[tuple[str, str]]: ...

def queue_order_names() -> list[tuple[str, str]]: ...

class StopToken:
    """Ends the searches it was given to; any thread may call stop."""

    def __init__(self) -> None: ...

    def stop(self) -> None:
        """End them, with the status `interrupted`."""

    @property
    def stopped(self) -> bool: ...

    def __repr__(self) -> str: ...

class Limits:
    """Time and memory for one run, counted from when this is made."""

    def __init__(self, seconds: float | None = None, bytes: int | None = None, token: StopToken | None = None) -> None: ...

    @property
    def elapsed(self) -> float: ...

class Halted(RuntimeError):
    pass

def normalise(tree: SyntaxTree, limits: Limits | None = None, *, most_disjuncts: int = 64, most_specialisations: int = 20000, most_instances: int = 20000) -> Task:
    """
    From the syntax tree to the normalised task. Raises Halted, with a status as its text, at a limit. Past the sizes given, parts of conditions become axioms.
    """

class PlanOptions:
    def __init__(self) -> None: ...

    @property
    def heuristic(self) -> str: ...

    @heuristic.setter
    def heuristic(self, arg: str, /) -> None: ...

    @property
    def cost_type(self) -> str: ...

    @cost_type.setter
    def cost_type(self, arg: str, /) -> None: ...

    @property
    def tie_break(self) -> str: ...

    @tie_break.setter
    def tie_break(self, arg: str, /) -> None: ...

    @property
    def engine(self) -> str: ...

    @engine.setter
    def engine(self, arg: str, /) -> None: ...

    @property
    def novelty(self) -> NoveltyOptions: ...

    @novelty.setter
    def novelty(self, arg: NoveltyOptions, /) -> None: ...

    @property
    def searches(self) -> list[SearchSpec]:
        """In turns; empty: one queue of the heuristic and novelty above."""

    @searches.setter
    def searches(self, arg: Sequence[SearchSpec], /) -> None: ...

    @property
    def turns(self) -> PortfolioOptions: ...

    @turns.setter
    def turns(self, arg: PortfolioOptions, /) -> None: ...

    @property
    def record_goals(self) -> bool: ...

    @record_goals.setter
    def record_goals(self, arg: bool, /) -> None: ...

    @property
    def shorten(self) -> bool: ...

    @shorten.setter
    def shorten(self, arg: bool, /) -> None: ...

    @property
    def max_cost(self) -> int:
        """Only plans that cost less, counted as the core counts."""

    @max_cost.setter
    def max_cost(self, arg: int, /) -> None: ...

    @property
    def shorten_budget(self) -> int:
        """In literals looked at."""

    @shorten_budget.setter
    def shorten_budget(self, arg: int, /) -> None: ...

    @property
    def auto_instances(self) -> int: ...

    @auto_instances.setter
    def auto_instances(self, arg: int, /) -> None: ...

    @property
    def auto_bytes(self) -> int: ...

    @auto_bytes.setter
    def auto_bytes(self, arg: int, /) -> None: ...

    @property
    def max_expansions(self) -> int: ...

    @max_expansions.setter
    def max_expansions(self, arg: int, /) -> None: ...

    @property
    def max_evaluations(self) -> int: ...

    @max_evaluations.setter
    def max_evaluations(self, arg: int, /) -> None: ...

    def check(self) -> None:
        """Raises ValueError on options that do not go together."""

class Progress:
    """How a search stands."""

    @property
    def search(self) -> int:
        """Which one it is, where there are several."""

    @property
    def queue(self) -> int:
        """The queue that led to the lowest h."""

    @property
    def expansions(self) -> int: ...

    @property
    def evaluations(self) -> int: ...

    @property
    def generated(self) -> int: ...

    @property
    def dead_ends(self) -> int: ...

    @property
    def best_h(self) -> int: ...

    @property
    def best_h_seconds(self) -> float:
        """When it was found."""

    @property
    def best_h_expansions(self) -> int: ...

    @property
    def recent_h(self) -> int | None:
        """
        The lowest h of the states evaluated last; None where all were dead ends.
        """

    @property
    def scored_states(self) -> int:
        """States that novelty has scored; 0 without novelty."""

    @property
    def new_states(self) -> int:
        """Those of them that showed something new."""

    @property
    def seconds(self) -> float: ...

class SearchSummary:
    """What one of several searches did."""

    @property
    def name(self) -> str: ...

    @property
    def started(self) -> bool: ...

    @property
    def dropped(self) -> bool:
        """To make room for the others."""

    @property
    def status(self) -> str | None: ...

    @property
    def work(self) -> int: ...

    @property
    def notes(self) -> list[str]: ...

    @property
    def seconds(self) -> float: ...

    @property
    def expansions(self) -> int: ...

    @property
    def evaluations(self) -> int: ...

    @property
    def states(self) -> int: ...

    @property
    def sent_back(self) -> int:
        """States that looked like one expanded before and had to wait."""

    @property
    def episodes(self) -> int: ...

    @property
    def widest(self) -> int: ...

    @property
    def initial_h(self) -> int | None: ...

    @property
    def best_h(self) -> int | None: ...

    @property
    def best_h_queue(self) -> int: ...

    @property
    def plan_queue(self) -> int: ...

class PlanResult:
    @property
    def searches(self) -> list[SearchSummary]: ...

    @property
    def decided_by(self) -> int:
        """
        The search that found the plan, or proved that there is none, by its place.
        """

    @property
    def status(self) -> str: ...

    @property
    def in_search(self) -> bool: ...

    @property
    def engine(self) -> str: ...

    @property
    def engine_reason(self) -> str: ...

    @property
    def relaxation(self) -> dict[str, int | float | bool] | None: ...

    @property
    def plan(self) -> list[str]: ...

    @property
    def cost(self) -> int: ...

    @property
    def optimal(self) -> bool:
        """Proved: no plan costs less."""

    @property
    def found_length(self) -> int:
        """Before the plan was shortened."""

    @property
    def saved(self) -> int:
        """Cost of the steps that were left out."""

    @property
    def atoms(self) -> int: ...

    @property
    def actions(self) -> int: ...

    @property
    def axioms(self) -> int: ...

    @property
    def ground_seconds(self) -> float: ...

    @property
    def search_seconds(self) -> float: ...

    @property
    def shorten_seconds(self) -> float: ...

    @property
    def initial_h(self) -> int | None: ...

    @property
    def initial_key(self) -> int | None: ...

    @property
    def best_h(self) -> int | None: ...

    @property
    def best_h_seconds(self) -> float: ...

    @property
    def expansions(self) -> int: ...

    @property
    def evaluations(self) -> int: ...

    @property
    def generated(self) -> int: ...

    @property
    def dead_ends(self) -> int: ...

    @property
    def states(self) -> int: ...

    @property
    def sent_back(self) -> int: ...

    @property
    def episodes(self) -> int: ...

    @property
    def widest(self) -> int: ...

    @property
    def goals(self) -> tuple[int, int, list[int]] | None:
        """
        Where that was recorded: how many goals were looked at, those of the best state, and for each goal itself, if it was reached, and goals that were true with it. A pair that was true together is there for one goal, at least. Sets are bits.
        """

    @property
    def lanes(self) -> dict[str, int | float] | None: ...

    @property
    def novelty(self) -> dict[str, Any] | None: ...

    @property
    def bytes_per_state(self) -> float: ...

def plan(task: Task, options: PlanOptions, limits: Limits, progress: Callable[[Progress], None] | None = None, features: Callable[[frozenset[tuple[str, ...]]], Iterable[Hashable]] | None = None, novelty: Any = None, heuristic: Any = None) -> PlanResult: ...

class Anytime:
    """Plans that get better."""

    def __init__(self, task: Task, options: PlanOptions, limits: Limits, progress: object | None = None, features: object | None = None, novelty: object | None = None, heuristic: object | None = None) -> None: ...

    def next(self) -> bool:
        """Whether there is a plan that costs less than the one before."""

    @property
    def result(self) -> PlanResult: ...

    @property
    def found_by(self) -> str: ...

    @property
    def ended(self) -> str:
        """
        Why there is no further plan; solved where the last one is proved optimal.
        """

def exit_code(status: str, in_search: bool) -> int:
    """The exit code of a run that ended so."""

def resident_memory() -> int:
    """Bytes of memory that this process holds."""

def peak_memory() -> int:
    """The most it has held."""

def heuristic_names() -> list[tuple[str, str]]:
    """Names with what they stand for."""

def cost_type_names() -> list[tuple[str, str]]: ...

def tie_break_names() -> list[tuple[str, str]]: ...

def engine_names() -> list[tuple[str, str]]: ...

def status_names() -> list[tuple[str, str]]: ...

class Space:
    """The state space of a task, by one of the engines."""

    def __init__(self, task: Task, engine: str = 'grounded') -> None: ...

    @property
    def is_grounded(self) -> bool: ...

    def initial(self) -> int: ...

    def is_goal(self, state: int) -> bool: ...

    def atoms(self, state: int) -> list[tuple[str, ...]]: ...

    def successors(self, state: int) -> list[tuple[tuple[str, ...], int, int]]: ...

    def state(self, atoms: Sequence[Sequence[str]]) -> int: ...

    @property
    def atom_count(self) -> int: ...

    @property
    def action_count(self) -> int: ...

    @property
    def axiom_count(self) -> int: ...

    @property
    def goal_is_unreachable(self) -> bool: ...

    @property
    def state_count(self) -> int: ...

class SpaceHeuristic:
    """A heuristic on the states of a space. None is a dead end."""

    @overload
    def __init__(self, space: Space, name: str, cost_type: str = 'normal') -> None: ...

    @overload
    def __init__(self, space: Space, model: LinearModel) -> None: ...

    def __call__(self, state: int) -> int | None: ...

class Symbols:
    """What the atoms of a simulator are made of."""

    def __init__(self, predicates: Sequence[tuple[str, int]], objects: Sequence[str], goal: Sequence[Sequence[str]], statics: Sequence[Sequence[str]]) -> None: ...

def search_space(space: Any, options: PlanOptions, limits: Limits, symbols: Symbols | None = None, heuristic: Any = None, novelty: Any = None, progress: Any = None) -> tuple[PlanResult, list[Any], list[Any]]: ...
