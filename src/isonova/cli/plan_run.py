"""What `isonova plan` does once the command line is understood. Nothing here imports the command-line library."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING, Any

from isonova.api.keywords import flat, with_keywords
from isonova.api.options import PlanOptions
from isonova.cli.memory import cap
from isonova.cli.plan_files import PlanFiles
from isonova.cli.usage import INTERNAL_ERROR, check_writable, task_files

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from isonova.api.result import Result
    from isonova.cli.log import Log

MOST_WARNINGS = 10  # on the terminal


def run_plan(
    files: list[str],
    settings: dict[str, Any],
    given: Collection[str],
    *,
    alias: str | None = None,
    plan_file: str | None = None,
    log_file: str | None = None,
    report: str | None = None,
    dry_run: bool = False,
    json: bool = False,
    quiet: bool = False,
) -> int:
    """Plans; returns the exit code. `given` are the settings that the command line names, whatever their values."""
    from isonova.api.configurations import configuration
    from isonova.api.plan import InvalidPlanError, run
    from isonova.api.searches import IMPROVING_SEARCHES
    from isonova.cli.log import logging_to
    from isonova.cli.progress import reporter

    gc.enable()  # `main` turned it off while modules were imported

    if alias is not None:  # it decides what was not said
        settings |= {name: value for name, value in configuration(alias).items() if name not in given}
    task = task_files(files)
    if report is not None:
        settings["record_goals"] = True
    options = with_keywords(PlanOptions(), settings, of="plan")
    for keyword, why in options.without_effect(given):
        print(f"warning: --{keyword.replace('_', '-')} has no effect: {why}", file=sys.stderr, flush=True)
    if dry_run:
        print(_json(_configuration(task, options)), flush=True)
        return 0
    plan_files = PlanFiles(plan_file, numbered=options.anytime)
    for path in (plan_files.first, log_file, report):
        if path is not None:
            check_writable(path)
    limits = options.limits
    if limits.megabytes is not None:  # what the end of a run imports must not run out of memory
        import isonova.api.result
        import isonova.validator  # noqa: F401

        cap(limits.megabytes)
    with logging_to(log_file) as log:
        if log_file is not None:
            log.write(f"isonova {_json(_configuration(task, options))}")
        searches = options.portfolio
        names = [options.heuristic_name or ""] if searches is None else [search.name for search in searches.searches]
        if options.anytime:
            names += IMPROVING_SEARCHES
        with reporter(not (json or quiet), limits.seconds, limits.megabytes, log, names) as progress:
            try:
                warn = _warn(not (json or quiet), log)
                if options.anytime:
                    from isonova.cli.improve import improve

                    show = None if json or quiet else _print_plan
                    result = improve(options, task, plan_files, show, log, progress=progress, on_warning=warn)
                else:
                    result = run(options, *task, progress=progress, on_warning=warn)
            except InvalidPlanError as error:
                print(error, file=sys.stderr, flush=True)
                return INTERNAL_ERROR
        log.write(result.summary())
    if result.solved and not options.anytime:
        plan_files.write(result.plan_text())
    _show(result, json, quiet, printed=options.anytime)
    written = plan_files.complete
    if report is not None:
        from isonova.cli.run_report import write_report

        written = write_report(result, report) and written
    return result.exit_code if written else INTERNAL_ERROR


def _configuration(task: tuple[str, str], options: PlanOptions) -> dict[str, Any]:
    """What is about to be run, with the settings of novelty spelled out."""
    settings = options.novelty.settings(grounded=options.engine != "lifted")
    kept = {name: value for name, value in flat(options).items() if not name.startswith(("wl_", "at_"))}
    kept["search"] = None if options.portfolio is None else str(options.portfolio)
    kept["shorten"] = options.shortens
    spelled = None if settings is None else flat(settings)
    return {"domain": task[0], "problem": task[1], **kept, "novelty_settings": spelled}


def _warn(show: bool, log: Log) -> Callable[[str], None]:
    """Shows the first warnings about the PDDL; the log has all of them."""
    told = 0

    def warn(text: str) -> None:
        nonlocal told
        told += 1
        log.write(text)
        if show and told <= MOST_WARNINGS:
            print(text, file=sys.stderr, flush=True)
        elif show and told == MOST_WARNINGS + 1:
            print("; there are more warnings: isonova check shows them all", file=sys.stderr, flush=True)

    return warn


def _json(data: dict[str, Any]) -> str:
    from json import dumps

    return dumps(data)


def _print_plan(result: Result) -> None:
    print(result.plan_text(), end="", flush=True)


def _show(result: Result, json: bool, quiet: bool, *, printed: bool) -> None:
    """`printed`: plans were shown as they came, unless that was to be quiet."""
    if json:
        print(result.to_json(), flush=True)
        return
    if result.solved and (quiet or not printed):
        _print_plan(result)
    if not quiet:
        sys.stdout.flush()
        print("\n".join(f"; {line}" for line in result.summary().splitlines()), file=sys.stderr, flush=True)
