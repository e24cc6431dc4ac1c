"""Options of the command line, made from the dataclasses that say what can be configured."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeVar

import typer

from isonova.api.keywords import Option, options_of
from isonova.api.names import described

F = TypeVar("F", bound=Callable[..., Any])


def with_options(kind: type, *, after: str, only: Sequence[str] | None = None) -> Callable[[F], F]:
    """Shows the options of a dataclass as options of a command, after one of its own. The command gets their values as
    `**keywords`."""

    def decorate(function: F) -> F:
        signature = inspect.signature(function, eval_str=True)
        shown: list[inspect.Parameter] = []
        for parameter in signature.parameters.values():
            if parameter.kind is not parameter.VAR_KEYWORD:
                shown.append(parameter.replace(kind=parameter.KEYWORD_ONLY))
            if parameter.name == after:
                shown += [_parameter(each) for each in options_of(kind) if only is None or each.keyword in only]
        function.__signature__ = signature.replace(parameters=shown)  # type: ignore[attr-defined]
        return function

    return decorate


def _parameter(option: Option) -> inspect.Parameter:
    plain: Any = option.kind if option.default is not None else option.kind | None
    info = typer.Option(
        # Alone, a switch has no --no-...
        option.flag if option.no_flag is None else f"{option.flag}/{option.no_flag}",
        help=option.about,
        metavar=option.metavar or None,
        autocompletion=_completion(option) if option.choices else None,
    )
    annotation = Annotated[plain, info]
    return inspect.Parameter(
        option.keyword, inspect.Parameter.KEYWORD_ONLY, default=option.default, annotation=annotation
    )


def _completion(option: Option) -> Callable[[str], list[tuple[str, str]]]:
    def complete(incomplete: str) -> list[tuple[str, str]]:
        return [(name, about) for name, about in described(option.keyword) if name.startswith(incomplete)]

    return complete
