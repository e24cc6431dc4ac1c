"""What each faulty text in errors/ is told, word for word. ISONOVA_WRITE_GOLDEN=1 writes the texts anew, for review."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from isonova import _core

FOLDER = Path(__file__).parent
CASES = sorted((FOLDER / "errors").glob("*.pddl"))


def named(file: str) -> _core.Source:
    return _core.Source.from_text((FOLDER / file).read_bytes(), file)


def complaint(case: Path) -> str:
    """The errors or, where the text is accepted, the warnings."""
    faulty = _core.Source.from_text(case.read_bytes(), case.name)
    domain = named("lamps-domain.pddl")
    problem = named("lamps-problem.pddl")
    if case.name.startswith("domain-"):
        domain = faulty
    else:
        problem = faulty
    try:
        tree = _core.parse(domain, problem)
    except _core.UnsupportedError as error:
        return f"UnsupportedError\n{error}\n"
    except _core.PDDLError as error:
        return f"PDDLError\n{error}\n"
    return "accepted\n" + "".join(f"{warning}\n" for warning in tree.warnings)


def test_there_are_cases() -> None:
    assert len(CASES) >= 30


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_message(case: Path) -> None:
    golden = case.with_suffix(".txt")
    text = complaint(case)
    if os.environ.get("ISONOVA_WRITE_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_the_texts_beside_the_faulty_ones_are_fine() -> None:
    assert _core.parse(named("lamps-domain.pddl"), named("lamps-problem.pddl")).warnings == []
