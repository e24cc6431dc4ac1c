from pathlib import Path

import pytest

from isonova import _core, examples


@pytest.mark.parametrize("name", examples.NAMES)
def test_both_files_are_installed_and_belong_together(name: str) -> None:
    domain, problem = (path.read_text(encoding="utf-8") for path in examples.files(name))
    declared = domain.split("(domain ")[1].split(")")[0]
    assert f"(:domain {declared})" in problem


def test_every_folder_is_listed() -> None:
    folder = Path(examples.__file__).parent
    assert tuple(sorted(path.parent.name for path in folder.glob("*/domain.pddl"))) == examples.NAMES


def test_an_unknown_name_says_which_there_are() -> None:
    with pytest.raises(KeyError, match="parcels"):
        examples.files("nowhere")


@pytest.mark.parametrize("name", examples.NAMES)
def test_every_example_is_read_without_a_warning(name: str) -> None:
    domain, problem = (_core.Source.from_file(path) for path in examples.files(name))
    assert not [warning.render() for warning in _core.parse(domain, problem).warnings]
