"""Features as matrices, and the class that describes them."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from features.walks import walk

import isonova
from isonova.api.names import EngineName
from isonova.examples import files

np = pytest.importorskip("numpy")
pytest.importorskip("scipy")


@pytest.fixture(scope="module")
def states() -> list[isonova.State]:
    return walk(isonova.StateSpace(isonova.load(*files("parcels"))), 60)


def test_rows_are_the_counts_of_the_features(states: list[isonova.State]) -> None:
    features = isonova.StateFeatures(states[0].space, "at+wl")
    vocabulary = isonova.Vocabulary()
    matrix = vocabulary.states(features, states)
    assert matrix.shape == (len(states), len(vocabulary.columns))
    for row, state in zip(matrix.toarray(), states, strict=True):
        found = {key: row[column] for key, column in vocabulary.columns.items() if row[column]}
        assert found == features.counts(state)
        nodes = sum(count for (name, iteration, _), count in found.items() if name == "wl" and iteration == 0)
        assert nodes == sum(count for (name, iteration, _), count in found.items() if name == "wl" and iteration == 2)
        assert sum(count for (name, _, _), count in found.items() if name == "at") == len(state)


def test_equal_rows_are_equal_features(states: list[isonova.State]) -> None:
    features = isonova.StateFeatures(states[0].space)
    rows = isonova.Vocabulary().states(features, states).toarray()
    for i in range(len(states)):
        for j in range(i):
            assert bool((rows[i] == rows[j]).all()) == (features(states[i]) == features(states[j]))


def test_later_matrices_have_the_columns_of_earlier_ones(states: list[isonova.State]) -> None:
    features = isonova.StateFeatures(states[0].space)
    vocabulary = isonova.Vocabulary()
    first = vocabulary.states(features, states[:10])
    again = vocabulary.states(features, states)
    assert again.shape[1] > first.shape[1]
    assert (again[:10, : first.shape[1]] != first).nnz == 0
    assert again[:10, first.shape[1] :].nnz == 0


def test_a_frozen_vocabulary_leaves_out_what_it_does_not_know(states: list[isonova.State]) -> None:
    features = isonova.StateFeatures(states[0].space)
    vocabulary = isonova.Vocabulary()
    known = vocabulary.states(features, states[:10]).shape[1]
    vocabulary.frozen = True
    later = vocabulary.states(features, states)
    assert later.shape == (len(states), known)
    assert len(vocabulary.columns) == known


def test_states_and_graphs_of_several_tasks_share_their_columns(states: list[isonova.State]) -> None:
    task = states[0].space.task
    domain, problem = (path.read_text() for path in files("parcels"))
    other = isonova.StateSpace(isonova.load(domain, problem.replace("(at books depot)", "(at books mill)")))
    vocabulary = isonova.Vocabulary()
    graphs = [isonova.InstanceGraph(task, state.atoms) for state in states[:5]]
    graphs.append(isonova.InstanceGraph(other.task, other.initial().atoms))
    by_graph = vocabulary.graphs(graphs, iterations=2).toarray()
    columns = len(vocabulary.columns)
    own = vocabulary.states(isonova.StateFeatures(states[0].space), states[:5]).toarray()
    foreign = vocabulary.states(isonova.StateFeatures(other), [other.initial()]).toarray()
    assert len(vocabulary.columns) == columns
    assert (by_graph == np.concatenate([own, foreign])).all()
    assert (foreign[0] != own[0]).any()
    assert ((foreign[0] > 0) & (own[0] > 0)).any()


def test_columns_in_words(states: list[isonova.State]) -> None:
    vocabulary = isonova.Vocabulary()
    vocabulary.states(isonova.StateFeatures(states[0].space, "at+wl", wl_statics="drop"), states[:5])
    vocabulary = pickle.loads(pickle.dumps(vocabulary))
    words = {name: vocabulary.describe(column) for name, column in vocabulary.columns.items()}
    assert words["at", None, "(at red depot)"] == "(at red depot)"
    assert len({(name[:2], text) for name, text in words.items()}) == len(words)
    graph = isonova.InstanceGraph(states[0].space.task, states[0].atoms, wl_statics="drop")
    for colour in graph.colours(2):
        assert words["wl", colour.iteration, colour.name] == graph.describe(colour.iteration, colour.name)


def test_no_states_at_all() -> None:
    space = isonova.StateSpace(isonova.load(*files("parcels")))
    assert isonova.Vocabulary().states(isonova.StateFeatures(space), []).shape == (0, 0)


def test_without_numpy_the_extra_is_named(tmp_path: Path) -> None:
    (tmp_path / "scipy.py").write_text("raise ImportError")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import isonova; from isonova.examples import files; "
        "space = isonova.StateSpace(isonova.load(*files('parcels'))); "
        "isonova.Vocabulary().states(isonova.StateFeatures(space), [space.initial()])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "OptionError: matrices need NumPy and SciPy: pip install 'isonova[learn]'" in done.stderr


def test_wrong_options() -> None:
    space = isonova.StateSpace(isonova.load(*files("parcels")))
    with pytest.raises(isonova.OptionError, match="no features in 'none'"):
        isonova.StateFeatures(space, "none")
    with pytest.raises(isonova.OptionError, match="unknown novelty 'dlx'"):
        isonova.StateFeatures(space, "dlx")  # type: ignore[arg-type]
    with pytest.raises(isonova.OptionError, match="wl_iterations"):
        isonova.StateFeatures(space, wl_iterations=-1)
    features = isonova.StateFeatures(space)
    with pytest.raises(IndexError):
        features.describe(10**6)
    assert features(isonova.StateSpace(space.task).initial()) == features(space.initial())
    elsewhere = isonova.StateSpace(isonova.load(*files("tray_towers"))).initial()
    with pytest.raises(ValueError, match="no predicate fits the atom"):
        features(elsewhere)


@pytest.mark.parametrize(("engine", "objects"), [("grounded", "fluent"), ("lifted", "all")])
def test_settings_are_those_of_the_engine(engine: EngineName, objects: str) -> None:
    space = isonova.StateSpace(isonova.load(*files("parcels")), engine=engine)
    settings = isonova.StateFeatures(space, profile="author").settings
    assert settings is not None
    assert settings.wl.objects == objects
