"""Experiments from TOML: what they mean, and errors that point."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import isonova
from isonova.experiments.definition import Experiment, adjusted, check, load
from isonova.experiments.errors import ExperimentError
from isonova.experiments.grouping import paper_domains
from isonova.experiments.job import make_job
from isonova.experiments.matrix import build
from isonova.experiments.names import BUILT_IN
from isonova.experiments.sample import Sample

GOOD = """
[limits]
time = 10
memory = 500

[configurations]
ff = { heuristic = "ff" }
"""


def write(folder: Path, text: str) -> Path:
    file = folder / "mine.toml"
    file.write_text(text)
    return file


def read(folder: Path, text: str) -> Experiment:
    experiment = load(str(write(folder, text)))
    resolved = [each.with_options(tasks.options) for each in experiment.configurations for tasks in experiment.tasks]
    check(experiment, resolved)
    return experiment


def test_what_is_left_out_has_defaults(tmp_path: Path) -> None:
    experiment = read(tmp_path, GOOD)
    assert experiment.name == "mine"
    assert (experiment.limits.time, experiment.limits.cpu, experiment.limits.memory) == (10, 10, 500)
    [tasks] = experiment.tasks
    assert (tasks.source, tasks.select, tasks.suites) == ("benchmarks", "all", ())


ERRORS = [
    (
        "time = 10",
        "tim = 10",
        "limits.time: missing; expected a number",
    ),
    (
        "time = 10",
        "time = 10\ntimee = 1",
        "limits.timee: unknown key; did you mean time? Known: time, cpu, memory",
    ),
    (
        "time = 10",
        'time = "10 x"',
        "limits.time: expected a number of seconds or a text such as '90s', '5m' or '1h', not '10 x'",
    ),
    (
        "time = 10",
        "time = true",
        "limits.time: expected a number, not true or false (True)",
    ),
    (
        "time = 10",
        "time = 0",
        "limits.time: expected a number above 0, not 0",
    ),
    (
        "time = 10",
        "time = inf",
        "limits.time: expected a number above 0, not inf",
    ),
    (
        "[limits]",
        "[limit]",
        "limits.time: missing",
    ),
    (
        'heuristic = "ff"',
        'heuristc = "ff"',
        "configurations.ff: unknown key 'heuristc' for isonova; did you mean heuristic",
    ),
    (
        'heuristic = "ff"',
        'heuristic = "fff"',
        "configurations.ff: unknown heuristic 'fff'",
    ),
    (
        'heuristic = "ff"',
        'heuristic = ["ff"]',
        "configurations.ff.heuristic: expected a string, a number",
    ),
    (
        'heuristic = "ff"',
        "heuristic = 3",
        "configurations.ff: ",
    ),
    (
        'heuristic = "ff"',
        "time_limit = 3",
        "configurations.ff: time_limit is set for all configurations",
    ),
    (
        'heuristic = "ff"',
        'planner = "fast-downwrd"',
        "no planner 'fast-downwrd'; did you mean fast-downward?",
    ),
    (
        'heuristic = "ff"',
        'planner = "fast-downward", sarch = ""',
        "unknown key 'sarch' for fast-downward; did you mean search",
    ),
    (
        "[limits]",
        "[planners.x]\ncommand=['{y}']\n[configurations.z]\nplanner='x'\n[limits]",
        "nothing is given for {y}",
    ),
    (
        'ff = { heuristic = "ff" }',
        "",
        "configurations: missing; expected at least one",
    ),
    (
        'ff = { heuristic = "ff" }',
        'ff = "ff"',
        "configurations.ff: expected a table, not a string ('ff')",
    ),
    (
        'ff = { heuristic = "ff" }',
        "a = { }\nb = { }",
        "configurations.b: the same as the configuration 'a'",
    ),
    (
        "[limits]",
        "[[tasks]]\nselect = 'papr'\n[limits]",
        "tasks[0].select: unknown name 'papr'; did you mean paper?",
    ),
    (
        "[limits]",
        "[[tasks]]\nsuites = 'ipc'\n[limits]",
        "tasks[0].suites: expected a list, not a string ('ipc')",
    ),
    (
        "[limits]",
        "[[tasks]]\nsuites = [1]\n[limits]",
        "tasks[0].suites[0]: expected a string, not a whole number (1)",
    ),
    (
        "[limits]",
        "[[tasks]]\noptions = { engin = 'grounded' }\n[limits]",
        "unknown key 'engin' for isonova",
    ),
    (
        "[limits]",
        "[sample]\nsize = 0\n[limits]",
        "sample.size: expected a number above 0",
    ),
    (
        "[limits]",
        "[sample]\nsize = 3\nper_domain = 2\n[limits]",
        "sample: expected one of size, per_domain and positions, not size and per_domain",
    ),
    (
        "[limits]",
        "[sample]\npositions = [30, 101]\n[limits]",
        "sample.positions[1]: expected per cent from 0 to 100, not 101",
    ),
    (
        'heuristic = "ff"',
        "plan_file = 'x'",
        "configurations.ff: unknown key 'plan_file' for isonova",
    ),
    (
        "[limits]",
        "[planners.x]\n[limits]",
        "planners.x.command: missing; expected a list of words",
    ),
    (
        "[limits]",
        "[planners.isonova]\n[limits]",
        "planners.isonova: Isonova is always there",
    ),
    (
        "[limits]",
        "[planners.x]\ncommand=['x']\nfigures={a='('}\n[limits]",
        "planners.x.figures.a: not a regular expression",
    ),
    (
        "[limits]",
        "[planners.x]\ncommand=['x']\nfigures={a='x'}\n[limits]",
        "planners.x.figures.a: expected one group",
    ),
    (
        "[limits]",
        "[planners.x]\ncommand=['x']\nexit_codes={solvd=[0]}\n[limits]",
        "exit_codes.solvd: unknown key; did you mean solved",
    ),
    (
        "[limits]",
        "[planners.x]\ncommand=['x']\nexit_codes={solved=[256]}\n[limits]",
        "expected exit codes from 0 to 255",
    ),
    (
        "[limits]",
        "[limits",
        "not TOML",
    ),
]


@pytest.mark.parametrize(("old", "new", "error"), ERRORS)
def test_errors_point(tmp_path: Path, old: str, new: str, error: str) -> None:
    assert old in GOOD
    with pytest.raises(ExperimentError) as raised:
        read(tmp_path, GOOD.replace(old, new))
    assert str(raised.value).startswith(f"{tmp_path}/mine.toml: ")
    assert error in str(raised.value)


def test_unknown_experiments() -> None:
    with pytest.raises(ExperimentError, match="did you mean paper"):
        load("papr")


@pytest.mark.parametrize("name", [name for name in BUILT_IN if name != "ablation"])
def test_what_is_built_in_can_be_loaded(name: str) -> None:
    experiment = load(name)
    assert experiment.name == name
    assert [configuration.name for configuration in experiment.configurations] == [
        f"{heuristic}-{novelty}" for heuristic in ("gc", "add", "ff") for novelty in ("none", "at", "wl", "at+wl")
    ]
    for configuration in experiment.configurations:
        heuristic, _, novelty = configuration.name.partition("-")
        assert configuration.settings == {"heuristic": heuristic, "novelty": novelty, "profile": "author"}


def test_an_ablation_changes_one_option_at_a_time() -> None:
    """And to a value that the base does not have: a configuration that is the base says nothing."""
    experiment = load("ablation")
    assert experiment.sample == Sample(per_domain=1)
    settings = {each.name: each.settings for each in experiment.configurations}
    for base in ("add", "ff"):
        assert settings[base] == {"heuristic": base, "novelty": "at+wl", "profile": "isonova"}
        changes = {name: given for name, given in settings.items() if name.startswith(f"{base}-")}
        changed = []
        for given in changes.values():
            [(key, value)] = given.items() - settings[base].items()
            assert settings[base].items() <= given.items()
            changed.append((key, value))
        assert sorted(changed, key=str) == [
            *(("cost_type", "one"), ("cost_type", "plusone"), ("tie_break", "g"), ("wl_constants", "same")),
            *(("wl_counts", "off"), ("wl_iterations", 1), ("wl_iterations", 3)),
            *(("wl_statics", "drop"), ("wl_types", "keep")),
        ]


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_planner_knows_what_is_built_in(name: str) -> None:
    experiment = load(name)
    for tasks in experiment.tasks:
        check(experiment, [each.with_options(tasks.options) for each in experiment.configurations])


@pytest.mark.parametrize("name", ["paper", "study", "sample"])
def test_the_papers_configurations_are_those_with_a_name(name: str) -> None:
    paper = load(name)
    for configuration in paper.configurations:
        named = isonova.configuration(f"paper-{configuration.name}") | {"profile": "author"}
        for tasks in paper.tasks:
            settings = configuration.with_options(tasks.options).settings
            assert {key: value for key, value in settings.items() if key != "engine"} == named


def test_aliases(tmp_path: Path) -> None:
    text = 'aliases = ["paper-ff-*", "paper-gc-wl"]\n' + GOOD
    found = {each.name: each.settings for each in read(tmp_path, text).configurations}
    assert list(found)[:5] == ["ff-none", "ff-at", "ff-wl", "ff-at+wl", "gc-wl"]
    assert found["gc-wl"] == isonova.configuration("paper-gc-wl")
    assert len(found) > 5
    with pytest.raises(ExperimentError, match=r"aliases\[0\]: no alias is called 'paper-fff'; did you mean paper-ff-"):
        read(tmp_path, 'aliases = ["paper-fff"]\n' + GOOD)
    with pytest.raises(ExperimentError, match=r"configurations\.ff-at: an alias has this name already"):
        read(tmp_path, text + '\n[configurations.ff-at]\nheuristic = "ff"\n')


def test_options_for_all(tmp_path: Path) -> None:
    text = 'aliases = ["paper-gc-wl"]\noptions = { profile = "author", tie_break = "g" }\n' + GOOD
    text += 'add = { heuristic = "add", tie_break = "fifo" }\nfd = { planner = "lama" }\n'
    found = {each.name: each.settings for each in read(tmp_path, text).configurations}
    assert found["gc-wl"] == {"heuristic": "gc", "novelty": "wl", "profile": "author", "tie_break": "g"}
    assert found["add"] == {"heuristic": "add", "profile": "author", "tie_break": "fifo"}
    assert found["fd"] == {}


def test_the_study_has_three_tasks_of_every_domain(benchmarks: Path) -> None:
    matrix = build(load("study"), [benchmarks])
    counts = Counter((task.suite, task.domain) for task in matrix.tasks)
    assert set(counts.values()) == {3}
    assert counts.keys() == {(each.suite, each.domain) for each in paper_domains()}
    assert len(matrix.cells) == 67 * 3 * 12
    engines = {(cell.task.suite, cell.configuration.settings["engine"]) for cell in matrix.cells}
    assert engines == {("ipc", "grounded"), ("htg", "lifted")}
    assert build(load("study"), [benchmarks]).tasks == matrix.tasks


@pytest.mark.parametrize("way", ["size = 9", "per_domain = 2", "positions = [30, 60]"])
def test_a_narrowed_sample_has_the_same_tasks(tmp_path: Path, way: str) -> None:
    """Of the domains that are left, so that their runs serve the whole sample as well."""
    for domain in ("blocks", "ferry", "gripper"):
        (tmp_path / "mine" / domain).mkdir(parents=True)
        for name in ("domain", *(f"p{number}" for number in range(20))):
            (tmp_path / "mine" / domain / f"{name}.pddl").touch()
    experiment = read(tmp_path, f"{GOOD}\n[sample]\n{way}\n")
    whole = build(experiment, [tmp_path / "mine"]).tasks
    for domains in (("ferry",), ("gripper", "b*"), ("ferry", "gripper")):
        narrowed = build(adjusted(experiment, domains=domains), [tmp_path / "mine"]).tasks
        kept = {domain for domain in ("blocks", "ferry", "gripper") if domain in domains or domain[0] + "*" in domains}
        assert list(narrowed) == [task for task in whole if task.domain in kept]
        assert {task.domain for task in narrowed} == kept


def test_a_small_sample_may_have_no_task_of_a_domain(tmp_path: Path) -> None:
    for domain in ("blocks", "ferry"):
        (tmp_path / "mine" / domain).mkdir(parents=True)
        for name in ("domain", "p1"):
            (tmp_path / "mine" / domain / f"{name}.pddl").touch()
    experiment = read(tmp_path, f"{GOOD}\n[sample]\nsize = 1\n")
    [drawn] = build(experiment, [tmp_path / "mine"]).tasks
    other = "ferry" if drawn.domain == "blocks" else "blocks"
    with pytest.raises(ExperimentError, match="its sample has none of these domains"):
        build(adjusted(experiment, domains=(other,)), [tmp_path / "mine"])
    with pytest.raises(ExperimentError, match="no domain is called 'fery'; did you mean ferry"):
        build(adjusted(experiment, domains=("fery",)), [tmp_path / "mine"])


def test_limits_with_units(tmp_path: Path) -> None:
    experiment = read(tmp_path, GOOD.replace("time = 10", 'time = "5m"').replace("memory = 500", 'memory = "2G"'))
    assert (experiment.limits.time, experiment.limits.memory) == (300, 2048)
    limits = adjusted(experiment, time_limit="1h", cpu_limit="90s", memory_limit="1.5G").limits
    assert (limits.time, limits.cpu, limits.memory) == (3600, 90, 1536)
    with pytest.raises(ExperimentError, match="--time-limit is a number of seconds or a text"):
        adjusted(experiment, time_limit="soon")
    with pytest.raises(ExperimentError, match="--time-limit must have an end"):
        adjusted(experiment, time_limit="inf")


def test_what_matches_nothing_and_what_is_left_out_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "ipc" / "logistics98"
    folder.mkdir(parents=True)
    for name in ("domain", "p1"):
        (folder / f"{name}.pddl").touch()
    for number in range(12):
        other = tmp_path / "ipc" / f"other{number}"
        other.mkdir()
        (other / "p.pddl").touch()
    text = GOOD.replace("[configurations]", '[[tasks]]\ndomains = ["logistcs", "logistics"]\n\n[configurations]', 1)
    notes = build(read(tmp_path, text), [tmp_path / "ipc"]).notes
    assert "no domain is called 'logistcs'; did you mean logistics? Known: logistics" in notes
    by_folder = build(read(tmp_path, text.replace('"logistics"', '"logistics98"')), [tmp_path / "ipc"])
    assert [task.name for task in by_folder.tasks] == ["p1"]
    [left_out] = [note for note in notes if "left out" in note]
    assert left_out.startswith(f"12 problem files without a domain file left out: {tmp_path}/ipc/other0/p.pddl, ")
    assert left_out.endswith(", and 2 more")


def test_the_papers_limits_and_engines() -> None:
    paper = load("paper")
    assert (paper.limits.time, paper.limits.memory) == (300, 4096)
    assert {tasks.suites: tasks.options for tasks in paper.tasks} == {
        ("htg",): {"engine": "lifted"},
        ("ipc",): {"engine": "grounded"},
    }


def test_a_task_gets_the_options_of_the_first_set_that_takes_it(tmp_path: Path) -> None:
    for folder in ("ferry", "blocks"):
        (tmp_path / "mine" / folder).mkdir(parents=True)
        for file in ("domain", "p1"):
            (tmp_path / "mine" / folder / f"{file}.pddl").touch()
    sets = "[[tasks]]\ndomains = ['f*']\noptions = { tie_break = 'g' }\n[[tasks]]\n[limits]"
    experiment = read(tmp_path, GOOD.replace("[limits]", sets))
    matrix = build(experiment, [tmp_path / "mine"])
    commands = {cell.task.domain: cell.configuration.command(cell.task, cell.limits) for cell in matrix.cells}
    assert commands["ferry"][-4:] == ["--tie-break", "g", "--heuristic", "ff"]
    assert commands["blocks"][-4:] == ["--memory-limit", "500", "--heuristic", "ff"]
    assert len(matrix.configurations) == 2
    assert {configuration.name for configuration in matrix.configurations} == {"ff"}


def test_adjustments(tmp_path: Path) -> None:
    experiment = adjusted(
        read(tmp_path, GOOD), time_limit=3, memory_limit=7, size=5, seed=9, domains=("a",), only=("f*",)
    )
    assert (experiment.limits.time, experiment.limits.cpu, experiment.limits.memory) == (3, 3, 7)
    assert experiment.sample is not None
    assert (experiment.sample.size, experiment.sample.seed) == (5, 9)
    others = adjusted(experiment, options={"tie_break": "g", "heuristic": "gc"})
    [resolved] = [each.with_options(others.tasks[0].options) for each in others.configurations]
    assert resolved.settings == {"tie_break": "g", "heuristic": "gc"}
    with pytest.raises(ExperimentError, match="no configuration is called 'gc'"):
        adjusted(experiment, only=("gc",))
    with pytest.raises(ExperimentError, match="did you mean all"):
        adjusted(experiment, select="al")
    with pytest.raises(ExperimentError, match="give --size"):
        adjusted(read(tmp_path, GOOD), seed=1)


def test_samples_of_the_command_line(tmp_path: Path) -> None:
    experiment = read(tmp_path, GOOD)
    assert adjusted(experiment, per_domain=3, cpu_limit=2).sample == Sample(per_domain=3)
    assert adjusted(experiment, positions=(30, 60)).sample == Sample(positions=(30, 60))
    assert adjusted(experiment, time_limit=9, cpu_limit=2).limits.cpu == 2
    with pytest.raises(ExperimentError, match="--size and --positions are two"):
        adjusted(experiment, size=3, positions=(30,))


def test_switches(tmp_path: Path) -> None:
    """One that is neither on nor off by default can be turned off."""
    (tmp_path / "domain.pddl").touch()
    (tmp_path / "p1.pddl").touch()
    text = GOOD + "short = { shorten = true }\nlong = { shorten = false }\nexact = { wl_exact = false }\n"
    commands = {
        cell.configuration.name: make_job(cell)["command"] for cell in build(read(tmp_path, text), [tmp_path]).cells
    }
    shown = {
        name: [word for word in command if "shorten" in word or "exact" in word] for name, command in commands.items()
    }
    assert shown == {"ff": [], "short": ["--shorten"], "long": ["--no-shorten"], "exact": []}


def test_threads_take_cores_and_their_cpu_time(tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").touch()
    (tmp_path / "p1.pddl").touch()
    text = GOOD.replace('heuristic = "ff"', 'planner = "x", threads = 2').replace(
        "[limits]", "[planners.x]\ncommand=['x', '{threads}']\n[limits]"
    )
    [cell] = build(read(tmp_path, text), [tmp_path]).cells
    job = make_job(cell)
    assert (job["cores"], job["limits"]["cpu"], job["limits"]["wall"]) == (2, 20, 10)


def test_a_lower_limit_of_cpu_time(tmp_path: Path) -> None:
    """Other planners are told the lower limit. Isonova's is one of wall-clock time, so it is killed for CPU time."""
    (tmp_path / "domain.pddl").touch()
    (tmp_path / "p1.pddl").touch()
    text = GOOD.replace("time = 10", "time = 10\ncpu = 3") + 'fd = { planner = "lama" }\n'
    cells = {cell.configuration.name: cell for cell in build(read(tmp_path, text), [tmp_path]).cells}
    jobs = {name: make_job(cell) for name, cell in cells.items()}
    assert "3s" in jobs["fd"]["command"]
    assert jobs["fd"]["limits"]["cpu"] == 3 + 10
    assert jobs["ff"]["limits"]["cpu"] == 3 + 1
    assert jobs["ff"]["limits"]["wall"] == 10 + 10


def test_an_option_that_only_the_command_line_has(tmp_path: Path) -> None:
    experiment = read(tmp_path, GOOD.replace('heuristic = "ff"', 'alias = "paper-gc-wl"'))
    assert experiment.configurations[0].settings == {"alias": "paper-gc-wl"}


def test_nothing_to_run(tmp_path: Path) -> None:
    experiment = read(tmp_path, GOOD)
    with pytest.raises(ExperimentError, match="give --benchmarks DIR or set DOWNWARD_BENCHMARKS"):
        build(experiment, [])
    with pytest.raises(ExperimentError, match="expected a folder per domain"):
        build(experiment, [tmp_path])
    with pytest.raises(ExperimentError, match="--select all"):
        build(adjusted(experiment, select="paper"), [tmp_path])


def test_commands_of_other_planners(tmp_path: Path) -> None:
    tmp_path = tmp_path / "{braces} and spaces"
    tmp_path.mkdir()
    (tmp_path / "domain.pddl").touch()
    (tmp_path / "p1.pddl").touch()
    text = GOOD.replace('heuristic = "ff"', 'planner = "powerlifted", driver = "/opt/p.py", evaluator = "add"')
    [cell] = build(read(tmp_path, text.replace("time = 10", "time = 2.5")), [tmp_path]).cells
    command = cell.configuration.command(cell.task, cell.limits)
    assert command[:6] == [
        "{python}",
        "/opt/p.py",
        "-d",
        str(tmp_path / "domain.pddl"),
        "-i",
        str(tmp_path / "p1.pddl"),
    ]
    assert command[command.index("-e") + 1] == "add"
    assert command[command.index("--time-limit") + 1] == "3"
