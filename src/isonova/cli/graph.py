"""`isonova graph`: a picture of the graph behind the features."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from isonova.api.novelty_options import NoveltyOptions
from isonova.cli.arguments import TaskFiles
from isonova.cli.options import with_options
from isonova.cli.states import GRAPH_OPTIONS, Afters, States, chosen_states, graph_of, settings
from isonova.cli.usage import check_writable, fail, task_files


@with_options(NoveltyOptions, after="after", only=GRAPH_OPTIONS)
def graph(
    files: TaskFiles,
    output: Annotated[
        str,
        typer.Option(
            "-o",
            "--output",
            help="The picture: .svg, .png, .pdf, .html (with a slider over rounds) or .dot.",
            metavar="FILE",
        ),
    ],
    iteration: Annotated[int, typer.Option(help="Nodes are filled by their colour after so many rounds.", min=0)] = 2,
    state: States = None,
    after: Afters = None,
    max_nodes: Annotated[int | None, typer.Option(help="Refuse to draw more nodes than this.", min=1)] = None,
    **keywords: Any,
) -> None:
    """Draw the instance learning graph of a state.

    It is the initial one unless another is named.

    \b
    Examples:
      isonova graph domain.pddl problem.pddl -o ilg.svg
      isonova graph problem.pddl -o ilg.png --wl-statics drop --iteration 1
      isonova graph problem.pddl -o rounds.html --iteration 4
      isonova graph problem.pddl -o ilg.dot --after some.plan

    All but .dot need more packages: pip install 'isonova[graph]'.
    """
    from isonova.api.ilg.draw import FORMATS, LEGIBLE, MOST, TooLargeError, draw
    from isonova.api.task import load

    check_writable(output)
    suffix = Path(output).suffix.lower()
    if suffix not in FORMATS:  # before any work
        fail(f"cannot tell from the name '{output}' what to write; known endings: {' '.join(FORMATS)}")
    if len(state or ()) + len(after or ()) > 1:
        fail("one state at a time can be drawn")
    options = settings({"wl_iterations": iteration, **keywords})
    task = load(*task_files(files))
    chosen = chosen_states(task, False, state, after)[0]
    built = graph_of(task, chosen, keywords)
    nodes = len(built.nodes)
    fewer = [f"--{name.replace('_', '-')} drop" for name in ("wl_statics", "wl_types") if options[name] == "keep"]
    advice = f"leave nodes out with {' '.join(fewer)}, or " if fewer else ""
    try:
        rounds = "round by round" if suffix == ".html" else f"after {iteration} round{'s' * (iteration != 1)} of WL"
        title = f"{task.name}, {chosen.source}: colours {rounds}"
        draw(built, output, iteration=iteration, title=title, max_nodes=max_nodes or MOST)
    except TooLargeError as error:
        fail(f"{error}; {advice}write a .dot file, or insist with --max-nodes {nodes}")
    except OSError as error:
        fail(f"cannot write {output}: {error.strerror}")
    typer.echo(f"{output}: {nodes} nodes, {len(built.edges)} edges", err=True)
    if nodes > LEGIBLE and suffix != ".dot" and fewer:
        typer.echo(f"; past {LEGIBLE} nodes a picture is hard to read: {' '.join(fewer)} gives fewer", err=True)
