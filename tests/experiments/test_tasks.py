"""Finding tasks in folders as the public collections have them, and grouping them as the paper's tables do."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isonova.examples import NAMES
from isonova.experiments.errors import ExperimentError
from isonova.experiments.grouping import domain_of, paper_domains, without_optimal_variants
from isonova.experiments.pairing import find_tasks as pairs
from isonova.experiments.pairing import scan
from isonova.experiments.sample import Sample
from isonova.experiments.tasks import Task, example_tasks, find_tasks, natural


def touch(root: Path, *files: str) -> None:
    for file in files:
        path = root / f"{file}.pddl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file)


@pytest.mark.parametrize(
    ("files", "found"),
    [
        (["domain", "p01", "p02"], [("domain", "p01"), ("domain", "p02")]),
        (["domain", "orig-domain", "domain-nosplit", "p01"], [("domain", "p01")]),
        (["p01-domain", "p02-domain", "p01-s2-n1", "p02"], [("p01-domain", "p01-s2-n1"), ("p02-domain", "p02")]),
        (["domain_p01", "domain_p02", "p01", "p02"], [("domain_p01", "p01"), ("domain_p02", "p02")]),
        (["domain-x", "domain", "x", "y"], [("domain-x", "x"), ("domain", "y")]),
        (["domain01", "task01"], [("domain01", "task01")]),
        (["domain_p01", "p02"], []),
    ],
)
def test_which_domain_file_belongs_to_a_problem(tmp_path: Path, files: list[str], found: list[tuple[str, str]]) -> None:
    touch(tmp_path / "outer" / "inner", *files)
    (tmp_path / "README.md").touch()
    assert [(pair.domain.stem, pair.problem.stem) for pair in pairs(tmp_path)] == found


def test_a_problem_without_a_domain_is_an_orphan(tmp_path: Path) -> None:
    touch(tmp_path, "p01")
    assert scan(tmp_path).orphans == [tmp_path / "p01.pddl"]


def places(tasks: list[Task]) -> list[str]:
    return [f"{task.suite}:{task.domain}:{task.folder}:{task.name}" for task in tasks]


def test_one_collection_many_or_a_single_domain(tmp_path: Path) -> None:
    touch(
        tmp_path / "ipc",
        "logistics98/domain",
        "logistics98/p2",
        "logistics98/p10",
        "logistics00/domain",
        "logistics00/p1",
    )
    touch(
        tmp_path / "htg",
        "rovers-large-simple/goal-2/domain",
        "rovers-large-simple/goal-2/p1",
        "logistics/domain",
        "logistics/p1",
    )
    touch(tmp_path / ".git", "x/domain", "x/p1")
    ipc = ["ipc:logistics:logistics00:p1", "ipc:logistics:logistics98:p2", "ipc:logistics:logistics98:p10"]
    htg = ["htg:rovers:rovers-large-simple:goal-2/p1"]
    assert places(find_tasks([tmp_path], "paper").tasks) == htg + ipc
    assert places(find_tasks([tmp_path / "ipc"], "paper").tasks) == ipc
    assert places(find_tasks([tmp_path / "ipc", tmp_path / "htg"], "paper").tasks) == ipc + htg
    assert places(find_tasks([tmp_path / "ipc" / "logistics98"], "all").tasks) == ipc[1:]
    assert places(find_tasks([tmp_path / "htg"], "all").tasks) == ["htg:logistics:logistics:p1", *htg]
    with pytest.raises(ExperimentError, match="give only one"):
        find_tasks([tmp_path, tmp_path / "ipc"], "paper")
    with pytest.raises(ExperimentError, match="no folder"):
        find_tasks([tmp_path / "nowhere"], "paper")


def test_a_collection_of_ones_own(tmp_path: Path) -> None:
    touch(tmp_path / "mine", "ferry/domain", "ferry/p1", "nested/easy/domain", "nested/easy/p1")
    assert places(find_tasks([tmp_path / "mine"], "all").tasks) == ["mine:ferry:ferry:p1", "mine:nested:nested:easy/p1"]
    assert find_tasks([tmp_path / "mine"], "paper").tasks == []


def test_equal_tasks_in_two_places_are_two_tasks_and_a_change_makes_another(tmp_path: Path) -> None:
    for folder in ("elevators-sat08-strips", "elevators-sat11-strips"):
        touch(tmp_path, f"{folder}/domain", f"{folder}/p1")
        (tmp_path / folder / "domain.pddl").write_text("d")
        (tmp_path / folder / "p1.pddl").write_text("p")
    first = find_tasks([tmp_path], "paper").tasks
    assert len({task.hash for task in first}) == 2
    assert first == find_tasks([tmp_path], "paper").tasks
    (tmp_path / "elevators-sat08-strips" / "domain.pddl").write_text("d ")
    second = find_tasks([tmp_path], "paper").tasks
    assert [a.hash == b.hash for a, b in zip(first, second, strict=True)] == [False, True]


@pytest.mark.parametrize(
    ("folder", "domain"),
    [
        ("logistics98", "logistics"),
        ("miconic-simpleadl", "miconic"),
        ("data-network-opt18-strips", "data"),
        ("barman-mco14-strips", "barman"),
        ("organic-synthesis-alkene", "organic"),
        ("parcprinter-08-strips", "parcprinter"),
        ("trucks-strips", "trucks"),
        ("my-domain", "my-domain"),
    ],
)
def test_domains_of_folders(folder: str, domain: str) -> None:
    assert domain_of(folder) == domain


def test_optimal_variants_are_left_out_only_where_there_is_another() -> None:
    folders = [
        "a-opt11-strips",
        "a-sat11-strips",
        "a-sat14-strips",
        "petri-opt18-strips",
        "b-opt14-adl",
        "b-agl14-adl",
        "c",
    ]
    kept = ["a-sat11-strips", "a-sat14-strips", "petri-opt18-strips", "b-opt14-adl", "b-agl14-adl", "c"]
    assert without_optimal_variants(folders) == kept


def test_no_folder_is_in_two_domains() -> None:
    folders = [folder for domain in paper_domains() for folder in domain.folders]
    assert len(folders) == len(set(folders))


def test_the_papers_totals(benchmarks: Path) -> None:
    """Of the Hard-To-Ground collection's 468 genome tasks, archives without its largest files have fewer."""
    found = Counter((task.suite, task.domain) for task in find_tasks([benchmarks], "paper").tasks)
    expected = {(domain.suite, domain.domain): domain.tasks for domain in paper_domains()}
    assert found.keys() == expected.keys()
    differences = {key: found[key] for key in expected if found[key] != expected[key]}
    assert differences.keys() <= {("htg", "genome")}


def test_examples_are_tasks() -> None:
    assert [task.domain for task in example_tasks()] == list(NAMES)


def test_natural_order() -> None:
    assert sorted(["p10", "p2", "p1-x", "q", "2"], key=natural) == ["2", "p1-x", "p2", "p10", "q"]


def tasks(sizes: dict[str, int]) -> list[Task]:
    return [
        Task("s", domain, domain, f"p{number}", Path(), Path(), f"{domain}{number}")
        for domain, size in sizes.items()
        for number in range(size)
    ]


@given(
    st.dictionaries(st.sampled_from("abcdefgh"), st.integers(1, 30), min_size=1),
    st.integers(1, 120),
    st.integers(0, 10),
)
def test_a_sample_has_its_size_every_domain_and_the_right_weight(sizes: dict[str, int], size: int, seed: int) -> None:
    everything = tasks(sizes)
    drawn = Sample(size, seed=seed).draw(everything)
    assert drawn == Sample(size, seed=seed).draw(everything)
    assert len({task.hash for task in drawn}) == len(drawn) == min(size, len(everything))
    counts = Counter(task.domain for task in drawn)
    if size >= len(sizes):
        assert counts.keys() == sizes.keys()
        assert sum(task.weight for task in drawn) == pytest.approx(len(everything))
    for domain, count in counts.items():
        assert {task.weight for task in drawn if task.domain == domain} == {sizes[domain] / count}


def test_another_seed_draws_other_tasks_spread_over_the_domain() -> None:
    everything = tasks({"a": 100})
    first, second = (Sample(5, seed=seed).draw(everything) for seed in (1, 2))
    assert first != second
    assert [int(task.name[1:]) // 20 for task in first] == [0, 1, 2, 3, 4]


def test_so_many_of_each_domain() -> None:
    drawn = Sample(per_domain=3).draw(tasks({"a": 100, "b": 2, "c": 3}))
    assert Counter(task.domain for task in drawn) == {"a": 3, "b": 2, "c": 3}
    assert [int(task.name[1:]) // 34 for task in drawn if task.domain == "a"] == [0, 1, 2]
    assert {task.domain: task.weight for task in drawn} == {"a": 100 / 3, "b": 1, "c": 1}


def test_tasks_at_places_of_each_folder() -> None:
    drawn = Sample(positions=(30, 60, 90, 100)).draw(tasks({"a": 20, "b": 2}))
    assert [(task.domain, task.name) for task in drawn] == [
        *(("a", name) for name in ("p6", "p12", "p18", "p19")),
        *(("b", name) for name in ("p0", "p1")),
    ]
    assert [task.weight for task in drawn] == [5, 5, 5, 5, 1, 1]


def test_seeds_draw_what_they_always_drew() -> None:
    """Studies are recorded under them."""
    everything = tasks({"a": 40, "b": 7, "c": 25})
    of_each = ["a2", "a22", "a39", "b0", "b3", "b4", "c7", "c15", "c23"]
    assert [task.hash for task in Sample(per_domain=3).draw(everything)] == of_each
    of_all = ["a0", "a11", "a21", "a35", "b6", "c2", "c12", "c20"]
    assert [task.hash for task in Sample(8, seed=2).draw(everything)] == of_all
