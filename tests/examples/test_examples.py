"""The files of the examples: installed, in pairs, without a warning."""

from __future__ import annotations

from pathlib import Path

import pytest

import isonova
from isonova import examples
from isonova.api.check import check

WRITTEN_BY_HAND = ("lockdown", "parcels", "tray_towers")


@pytest.mark.parametrize("name", examples.NAMES)
def test_both_files_belong_together_and_have_no_warning(name: str) -> None:
    domain, problem = (path.read_text(encoding="utf-8") for path in examples.files(name))
    declared = domain.split("(domain ")[1].split(")")[0]
    assert f"(:domain {declared})" in problem
    assert not check(isonova.load(*examples.files(name))).warnings


def test_every_folder_is_listed() -> None:
    folder = Path(examples.__file__).parent
    assert tuple(sorted(path.parent.name for path in folder.glob("*/domain.pddl"))) == examples.NAMES


def test_an_unknown_name_says_which_there_are() -> None:
    for use in (examples.files, examples.generate, examples.options, examples.about):
        with pytest.raises(KeyError, match="unknown example 'parcles'; did you mean parcels"):
            use("parcles")


@pytest.mark.parametrize("name", examples.NAMES)
def test_problems_are_those_of_the_generator_unless_written_by_hand(name: str) -> None:
    """So a generator gives the same text on every platform and version of Python that runs this."""
    problem = examples.files(name)[1].read_text(encoding="utf-8")
    assert (problem == examples.generate(name)[1]) == (name not in WRITTEN_BY_HAND)


@pytest.mark.parametrize("name", examples.NAMES)
def test_a_description_has_a_first_sentence(name: str) -> None:
    assert examples.description(name).startswith(examples.about(name))
    assert 20 < len(examples.about(name)) < 120
