"""Tasks that come with the package. Each is a folder with a domain, a small problem and a generator of larger ones.

>>> import isonova
>>> from isonova.examples import files, generate
>>> isonova.plan(*files("parcels")).solved
True
>>> isonova.plan(*generate("blocks", blocks=5, seed=1)).solved
True
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path

from isonova.examples.sizes import SEED, Option, SizeError, checked, options_of

__all__ = ["NAMES", "SEED", "Option", "SizeError", "about", "description", "files", "generate", "options", "unknown"]

NAMES = (
    "banquet",
    "blocks",
    "briefcase",
    "ferry",
    "gripper",
    "labyrinth",
    "lights_out",
    "lockdown",
    "logistics",
    "parcels",
    "power_grid",
    "sandwiches",
    "sokoban",
    "transport",
    "tray_towers",
    "visitall",
)


def files(name: str) -> tuple[Path, Path]:
    """The domain and the problem file of an example."""
    if name not in NAMES:
        raise KeyError(unknown(name))
    folder = Path(__file__).parent / name
    return folder / "domain.pddl", folder / "problem.pddl"


def unknown(name: str, known: Sequence[str] = NAMES) -> str:
    """What to say of a name that no example has."""
    close = get_close_matches(name, known, n=1)
    hint = f"; did you mean {close[0]}?" if close else "."
    return f"unknown example '{name}'{hint} Known: {', '.join(known)}"


def description(name: str) -> str:
    """What an example is about: the comment at the top of its domain file."""
    lines = []
    for line in files(name)[0].read_text(encoding="utf-8").splitlines():
        if not line.startswith(";"):
            break
        lines.append(line.lstrip("; "))
    return " ".join(lines)


def about(name: str) -> str:
    """The first sentence of its description."""
    return description(name).split(". ")[0].rstrip(".") + "."


def options(name: str) -> tuple[Option, ...]:
    """The sizes and flags that the generator of an example takes; the last one is the seed."""
    return options_of(_generator(name))


def generate(name: str, **sizes: int | bool) -> tuple[str, str]:
    """The domain and a generated problem of an example, as PDDL text.

    ``sizes`` are those of :func:`options`, with a ``seed``; what is not given has its default. The same sizes and seed
    give the same text on every machine. A size out of bounds raises :class:`SizeError`, which is a ValueError.
    """
    generator = _generator(name)
    chosen = checked(name, options_of(generator), sizes)
    text = generator(**chosen)
    flags = [
        option.flag if option.is_flag else f"{option.flag} {chosen[option.name]}"
        for option in options_of(generator)
        if not option.is_flag or chosen[option.name]
    ]
    return files(name)[0].read_text(encoding="utf-8"), f"; isonova examples generate {' '.join([name, *flags])}\n{text}"


def _generator(name: str) -> Callable[..., str]:
    files(name)  # refuses an unknown name
    found: Callable[..., str] = import_module(f"isonova.examples.{name}").generate
    return found
