"""The command that repeats a run."""

from __future__ import annotations

from shlex import quote

from isonova.api.keywords import flat, options_of
from isonova.api.novelty_options import name_of
from isonova.api.options import PlanOptions


def command(options: PlanOptions, files: tuple[str, str] | None) -> str:
    """Options that have their default are left out; what is written in Python stands there by its name."""
    words = ["isonova", "plan", *map(quote, files or ("domain.pddl", "problem.pddl"))]
    chosen = flat(options)
    for each in options_of(PlanOptions):
        value = chosen[each.keyword]
        if value == each.default:
            continue
        if isinstance(value, bool):
            words.append(each.flag if value or each.no_flag is None else each.no_flag)
        else:
            words += [each.flag, quote(_text(each.keyword, value, options))]
    return " ".join(words)


def is_repeatable(options: PlanOptions, files: tuple[str, str] | None) -> bool:
    """Whether a shell can repeat it: the task is in files, and nothing is written in Python."""
    return files is not None and not any(map(callable, _written_in_python(options)))


def _written_in_python(options: PlanOptions) -> list[object]:
    kind = options.novelty.kind
    return [options.heuristic_function, options.novelty.function, None if isinstance(kind, str) else type(kind)]


def _text(keyword: str, value: object, options: PlanOptions) -> str:
    if keyword == "novelty":
        return options.novelty.name
    if isinstance(value, float):
        return f"{value:.12g}"
    if callable(value) or (keyword == "novelty_kind" and not isinstance(value, str)):
        return name_of(value)
    return str(value)
