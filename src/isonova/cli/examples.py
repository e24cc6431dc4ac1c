"""`isonova examples`: the tasks that come with the package."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from isonova.cli.usage import fail


def _names(incomplete: str) -> list[str]:
    from isonova.examples import NAMES

    return [name for name in NAMES if name.startswith(incomplete)]


def examples(
    name: Annotated[
        str | None, typer.Argument(help="One of them: print where its files are.", autocompletion=_names)
    ] = None,
    copy: Annotated[str | None, typer.Option(help="Copy the files into this folder.", metavar="FOLDER")] = None,
) -> None:
    """List the example tasks, say where the files of one are, or copy them.

    \b
    Examples:
      isonova examples
      isonova plan $(isonova examples parcels)
      isonova examples parcels --copy my-task
    """
    from isonova.examples import NAMES, about, files

    if name is None:
        if copy is not None:
            fail(f"which example is to be copied? There are {', '.join(NAMES)}")
        width = max(map(len, NAMES))
        for each in NAMES:
            typer.echo(f"{each:{width}}  {about(each)}")
        return
    if name not in NAMES:
        from difflib import get_close_matches

        close = get_close_matches(name, NAMES, n=1)
        hint = f"; did you mean {close[0]}?" if close else "."
        fail(f"unknown example '{name}'{hint} Known: {', '.join(NAMES)}")
    paths = files(name)
    for path in paths if copy is None else _copy(paths, Path(copy)):
        typer.echo(path)


def _copy(paths: tuple[Path, Path], folder: Path) -> list[Path]:
    targets = [folder / path.name for path in paths]
    for target in targets:
        if target.exists():
            fail(f"{target} exists already, and nothing was copied")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, target in zip(paths, targets, strict=True):
            target.write_bytes(path.read_bytes())
    except OSError as error:
        fail(f"cannot copy to {folder}: {error.strerror}")
    return targets
