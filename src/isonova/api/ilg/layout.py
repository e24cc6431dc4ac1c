"""Places for the nodes of a small graph: distances on paper as in the graph (stress majorisation, Gansner et al. 2005),
then boxes pushed apart, one connected component beside the other. Deterministic; lengths are in points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Points: TypeAlias = NDArray[np.float64]

GAP = 10.0  # between boxes
EDGE = 34.0  # visible length of an edge, if nothing else pulls


def layout(sizes: Sequence[tuple[float, float]], edges: Sequence[tuple[int, int]], aspect: float = 1.5) -> Points:
    """The centre of each box (width, height); nothing is below or left of (0, 0)."""
    boxes = np.array(sizes, dtype=np.float64).reshape(-1, 2)
    centres = np.zeros_like(boxes)
    lots: list[tuple[list[int], Points]] = []
    alone: list[int] = []
    for members in _components(len(boxes), edges):
        if len(members) == 1:
            alone.append(members[0])
            continue
        index = {node: i for i, node in enumerate(members)}
        inner = [(index[a], index[b]) for a, b in edges if a in index]
        own = boxes[members]
        lots.append((members, _uncovered(_apart(_stress(own, inner, aspect), own), own, inner)))
    corners = [_corners(places, boxes[members]) for members, places in lots]
    lots += [([node], np.zeros((1, 2))) for node in alone]
    corners += [_corners(np.zeros((1, 2)), boxes[[node]]) for node in alone]
    offsets = _shelves([high - low for low, high in corners], aspect)
    for (members, places), (low, _), offset in zip(lots, corners, offsets, strict=True):
        centres[members] = places - low + offset
    return centres


def _components(count: int, edges: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Largest first."""
    neighbours: list[list[int]] = [[] for _ in range(count)]
    for a, b in edges:
        neighbours[a].append(b)
        neighbours[b].append(a)
    seen = [False] * count
    result: list[list[int]] = []
    for start in range(count):
        if seen[start]:
            continue
        seen[start] = True
        members = [start]
        for node in members:
            for other in neighbours[node]:
                if not seen[other]:
                    seen[other] = True
                    members.append(other)
        result.append(sorted(members))
    return sorted(result, key=len, reverse=True)


def _distances(boxes: Points, edges: Sequence[tuple[int, int]]) -> Points:
    reach = np.hypot(boxes[:, 0], boxes[:, 1]) / 2.6
    result = np.full((len(boxes), len(boxes)), np.inf)
    np.fill_diagonal(result, 0.0)
    for a, b in edges:
        result[a, b] = result[b, a] = EDGE + reach[a] + reach[b]
    for middle in range(len(boxes)):
        np.minimum(result, result[:, middle, None] + result[None, middle, :], out=result)
    return result


def _stress(boxes: Points, edges: Sequence[tuple[int, int]], aspect: float) -> Points:
    wanted = _distances(boxes, edges)
    count = len(boxes)
    weights = np.zeros_like(wanted)
    apart = wanted > 0
    weights[apart] = wanted[apart] ** -2.0
    laplacian = np.diag(weights.sum(axis=1)) - weights
    inverse = np.linalg.pinv(laplacian)
    # Several starts, because majorisation ends in the nearest minimum; the best one is kept.
    best, best_stress = np.zeros((count, 2)), np.inf
    for seed in range(6):
        places = (
            _scaled(wanted) if seed == 0 else np.random.default_rng(seed).normal(size=(count, 2)) * wanted.max() / 3
        )
        for _ in range(300):
            between = np.sqrt(((places[:, None] - places[None]) ** 2).sum(axis=2))
            ratio = np.divide(weights * wanted, between, out=np.zeros_like(between), where=between > 1e-9)
            moved = inverse @ ((np.diag(ratio.sum(axis=1)) - ratio) @ places)
            step = np.abs(moved - places).max()
            places = moved
            if step < 0.05:
                break
        between = np.sqrt(((places[:, None] - places[None]) ** 2).sum(axis=2))
        stress = float((weights * (between - wanted) ** 2).sum())
        if stress < best_stress - 1e-9:
            best, best_stress = places, stress
    return _turned(best, aspect)


def _scaled(wanted: Points) -> Points:
    """Classical scaling: the best flat picture of the distances, a good place to start."""
    count = len(wanted)
    centring = np.eye(count) - 1.0 / count
    values, vectors = np.linalg.eigh(-0.5 * centring @ wanted**2 @ centring)
    flat = vectors[:, -2:] * np.sqrt(np.maximum(values[-2:], 1e-9))
    return np.asarray(flat + np.arange(2 * count).reshape(count, 2) % 7 * 1e-3)  # no two nodes in one place


def _turned(places: Points, aspect: float) -> Points:
    """Lies on its long side: pages are wider than high."""
    centred = places - places.mean(axis=0)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    turned = centred @ axes.T
    if np.ptp(turned[:, 0]) < np.ptp(turned[:, 1]) and aspect > 1:
        turned = turned[:, ::-1]
    return np.asarray(turned)


def _apart(places: Points, boxes: Points) -> Points:
    """Pushes overlapping boxes apart, each pair along the direction in which it overlaps least."""
    places = places.copy()
    need = (boxes[:, None] + boxes[None]) / 2 + GAP
    for _ in range(400):
        offset = places[:, None] - places[None]
        overlap = need - np.abs(offset)
        pairs = [(a, b) for a, b in np.argwhere((overlap > 0.01).all(axis=2)) if a < b]
        if not pairs:
            break
        for a, b in pairs:
            axis = int(overlap[a, b, 1] < overlap[a, b, 0])
            push = overlap[a, b, axis] / 2 * (1.0 if offset[a, b, axis] >= 0 else -1.0)
            places[a, axis] += push * 0.6
            places[b, axis] -= push * 0.6
    return places


def _uncovered(places: Points, boxes: Points, edges: Sequence[tuple[int, int]]) -> Points:
    """Moves boxes off edges that are not theirs. Not always possible: the best of some rounds is kept."""
    ends = np.array(edges, dtype=np.int64).reshape(-1, 2)
    others = np.ones((len(ends), len(boxes)), dtype=bool)
    others[np.arange(len(ends)), ends[:, 0]] = others[np.arange(len(ends)), ends[:, 1]] = False
    best, fewest = places, np.inf
    for _ in range(80):
        start, way = places[ends[:, 0]], places[ends[:, 1]] - places[ends[:, 0]]
        length = np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-9)
        normal = np.stack([-way[:, 1], way[:, 0]], axis=1) / length[:, None]
        offset = places[None] - start[:, None]
        along = (offset * way[:, None]).sum(axis=2) / (length**2)[:, None]
        aside = (offset * normal[:, None]).sum(axis=2)
        need = (np.abs(normal)[:, None] * boxes[None] / 2).sum(axis=2) + 4
        short = np.where(others & (along > 0) & (along < 1), need - np.abs(aside), 0.0)
        covered = np.argwhere(short > 0.5)
        if len(covered) < fewest:
            best, fewest = places.copy(), len(covered)
        if not len(covered):
            break
        for edge, node in covered:
            push = normal[edge] * (short[edge, node] * (1.0 if aside[edge, node] >= 0 else -1.0))
            places[node] += 0.35 * push
            places[ends[edge]] -= 0.12 * push
        places = _apart(places, boxes)
    return best


def _corners(places: Points, boxes: Points) -> tuple[Points, Points]:
    return (places - boxes / 2).min(axis=0), (places + boxes / 2).max(axis=0)


def _shelves(sizes: Sequence[Points], aspect: float) -> list[Points]:
    """Rows of lots, in order, of about the wanted shape."""
    gap = 2.5 * GAP
    area = sum(float((size + gap).prod()) for size in sizes)
    width = max([float(size[0]) for size in sizes] + [(area * aspect) ** 0.5])
    result: list[Points] = []
    x = y = height = 0.0
    for size in sizes:
        if x > 0 and x + size[0] > width + 1e-6:
            x, y, height = 0.0, y + height + gap, 0.0
        result.append(np.array([x, y]))
        x += float(size[0]) + gap
        height = max(height, float(size[1]))
    return result
