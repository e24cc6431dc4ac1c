"""`isonova plan --anytime`: shows and writes plans as they come."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from isonova.api.plan import improve as plans_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from isonova.api.options import PlanOptions
    from isonova.api.result import Result
    from isonova.cli.log import Log
    from isonova.cli.plan_files import PlanFiles


def improve(
    options: PlanOptions,
    task: tuple[str, str],
    files: PlanFiles,
    show: Callable[[Result], None] | None,
    log: Log,
    **how: Any,
) -> Result:
    """The best plan. Whatever goes wrong after the first one is told, and the best so far is the result."""
    plans = plans_of(options, *task, **how)
    out = 0  # plans that were written and shown

    def put_out(result: Result) -> None:
        nonlocal out
        files.write(result.plan_text())
        if show is not None:
            show(result)
        log.write(f"plan {len(result.plans)}: {result.plans[-1].words()}")
        out = len(result.plans)

    with plans:
        try:
            for result in plans:
                put_out(result)
        except (KeyboardInterrupt, Exception) as error:
            if plans.result is None or not plans.result.solved:
                raise
            if not isinstance(error, KeyboardInterrupt):  # that one came between two plans
                print(f"error: the search for better plans broke off: {error}", file=sys.stderr, flush=True)
    assert plans.result is not None
    if out < len(plans.result.plans):  # Ctrl-C came in between
        put_out(plans.result)
    return plans.result
