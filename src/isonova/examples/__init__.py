"""Small tasks that come with the package, each a folder with a domain and a problem file."""

from pathlib import Path

NAMES = ("lockdown", "parcels", "tray_towers")


def files(name: str) -> tuple[Path, Path]:
    """The domain and the problem file of a bundled task."""
    if name not in NAMES:
        raise KeyError(f"no example is called {name!r}; there are {', '.join(NAMES)}")
    folder = Path(__file__).parent / name
    return folder / "domain.pddl", folder / "problem.pddl"


def about(name: str) -> str:
    """What a bundled task is about: the first sentence of its domain file."""
    lines = []
    for line in files(name)[0].read_text(encoding="utf-8").splitlines():
        if not line.startswith(";"):
            break
        lines.append(line.lstrip("; "))
    return " ".join(lines).split(". ")[0].rstrip(".") + "."
