"""Pictures: what is in the files, where boxes lie, what is refused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest

import isonova
from isonova.api.ilg.draw import TooLargeError, draw
from isonova.api.ilg.graph import InstanceGraph
from isonova.api.ilg.palette import FILLS, REST, classes
from isonova.api.states import initial_state
from isonova.examples import NAMES, files


def graph(name: str = "parcels", statics: bool = False) -> InstanceGraph:
    task = isonova.load(*files(name))
    return InstanceGraph(task, initial_state(task), wl_statics="keep" if statics else "drop")


def test_dot(tmp_path: Path) -> None:
    built = graph()
    draw(built, tmp_path / "ilg.dot", iteration=1, title='a "title"')
    text = (tmp_path / "ilg.dot").read_text()
    assert text.startswith('graph "a \\"title\\"" {\n')
    assert text.endswith("}\n")
    assert len(re.findall(r"^  n\d+ \[label=", text, re.MULTILINE)) == len(built.nodes)
    assert len(re.findall(r"^  n\d+ -- n\d+ \[label=\d\];$", text, re.MULTILINE)) == len(built.edges)
    fills = dict(re.findall(r'label="([^"]*)", .*fillcolor="(#\w+)"', text))
    assert fills["mill"] == fills["church"] != fills["depot"]


def test_classes_are_those_of_the_iteration() -> None:
    built = graph()
    for iteration, names in enumerate(built.colourings(2)):
        found = classes(built, iteration)
        assert sorted(node for group in found for node in group.nodes) == list(range(len(built.nodes)))
        for group in found:
            assert len({names[node] for node in group.nodes}) == 1
        assert len(found) == len(set(names))
        assert len({group.fill for group in found[: len(FILLS)]}) == min(len(found), len(FILLS))
        assert all(group.fill == REST for group in found[len(FILLS) :])


@pytest.mark.parametrize(("suffix", "start"), [(".svg", b"<?xml"), (".png", b"\x89PNG"), (".pdf", b"%PDF")])
def test_pictures(tmp_path: Path, suffix: str, start: bytes) -> None:
    pytest.importorskip("matplotlib")
    for target in (tmp_path / f"first{suffix}", tmp_path / f"second{suffix}"):
        draw(graph(), target)
    data = (tmp_path / f"first{suffix}").read_bytes()
    assert data.startswith(start)
    assert data == (tmp_path / f"second{suffix}").read_bytes()


def test_every_label_is_in_the_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    built = graph("lockdown")
    draw(built, tmp_path / "ilg.svg", title="closing time")
    text = (tmp_path / "ilg.svg").read_text()
    written = re.findall(r">([^<>]+)</text>", text)
    assert "closing time" in written
    for node in built.nodes:
        if node.is_object:
            assert node.label in written
        else:
            predicate, _, arguments = node.label[1:-1].partition(" ")
            assert predicate in written
            assert not arguments or arguments in written


@pytest.mark.parametrize("name", NAMES)
def test_no_box_covers_another(name: str) -> None:
    pytest.importorskip("numpy")
    from isonova.api.ilg.draw import size_of
    from isonova.api.ilg.layout import layout

    built = graph(name)
    sizes: Sequence[tuple[float, float]] = [size_of(node) for node in built.nodes]
    centres = layout(sizes, [(edge.atom, edge.object) for edge in built.edges]).tolist()
    for a, b in combinations(range(len(sizes)), 2):
        apart = [abs(centres[a][i] - centres[b][i]) - (sizes[a][i] + sizes[b][i]) / 2 for i in (0, 1)]
        assert max(apart) > 0, (built.nodes[a], built.nodes[b])
    assert min(c[i] - s[i] / 2 for c, s in zip(centres, sizes, strict=True) for i in (0, 1)) >= -1e-6


def test_nodes_without_edges_and_no_nodes_at_all() -> None:
    pytest.importorskip("numpy")
    from isonova.api.ilg.layout import layout

    assert layout([], []).shape == (0, 2)
    assert layout([(10, 5)] * 3, []).shape == (3, 2)


def test_what_is_refused(tmp_path: Path) -> None:
    with pytest.raises(isonova.OptionError, match=r"'ilg\.gif'.*\.svg \.png \.pdf \.html \.dot"):
        draw(graph(), tmp_path / "ilg.gif")
    with pytest.raises(TooLargeError, match="28 nodes, more than the 20"):
        draw(graph(), tmp_path / "ilg.svg", max_nodes=20)
    draw(graph(), tmp_path / "ilg.dot", max_nodes=20)
