"""A plan as a picture (SVG): a row for each object, grouped by type, and a column for each step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from isonova.api.task import Task
from isonova.pages.charts import COLOURS
from isonova.validator.plan_file import Step

MOST_STEPS = 600
MOST_OBJECTS = 80
ROW, HEAD = 20, 22  # heights in pixels
WIDEST, NARROWEST = 24, 9  # columns
LETTER = 7.3
LONGEST = 20  # letters of a name


def timeline(steps: Sequence[Step], task: Task) -> str:
    """Drawn are the first steps, and the objects that most steps name."""
    drawn = steps[:MOST_STEPS]
    rows = _rows(drawn, task)
    if not rows:
        return ""
    kinds = {name: at % COLOURS for at, name in enumerate(dict.fromkeys(step.action for step in drawn))}
    notes = []
    if len(drawn) < len(steps):
        notes.append(f"Drawn are the first {len(drawn)} of {len(steps)} steps.")
    named = len({name for step in drawn for name in step.args})
    shown = sum(not heading for _, heading in rows)
    if shown < named:
        notes.append(f"Drawn are the {shown} of {named} objects that most steps name.")
    note = f'<p class="note">{" ".join(notes)}</p>' if notes else ""
    keys = "".join(f'<span><i class="swatch series-{at}"></i>{escape(name)}</span> ' for name, at in kinds.items())
    return (
        f'<p class="note legend">{keys}</p>{note}<div class="timeline">{_labels(rows)}'
        f'<div class="scroll" tabindex="0" role="region" aria-label="Timeline of the plan">'
        f"{_marks(drawn, rows, kinds)}</div></div>"
        '<output id="chosen" class="note">Point at a step, or tap it, to read it.</output>'
    )


def _rows(steps: Sequence[Step], task: Task) -> list[tuple[str, bool]]:
    """Names of types, each followed by those of its objects in the order in which steps name them."""
    counts: dict[str, int] = {}
    for step in steps:
        for name in dict.fromkeys(step.args):
            counts[name] = counts.get(name, 0) + 1
    most = sorted(counts, key=lambda name: -counts[name])[:MOST_OBJECTS]
    types = {each.name: each.type for each in task.objects}
    groups: dict[str, list[str]] = {}
    for name in counts:
        if name in most:
            groups.setdefault(types.get(name, "object"), []).append(name)
    return [row for kind, names in groups.items() for row in [(kind, True), *((name, False) for name in names)]]


def _labels(rows: Sequence[tuple[str, bool]]) -> str:
    texts = [name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…" for name, _ in rows]
    width = max(map(len, texts)) * LETTER + 14
    parts = [f'<svg class="labels" width="{width:.0f}" height="{HEAD + ROW * len(rows)}" aria-hidden="true">']
    for at, ((name, heading), text) in enumerate(zip(rows, texts, strict=True)):
        kind, x = (' class="type"', 0) if heading else ("", 8)
        parts.append(
            f'<text{kind} x="{x}" y="{HEAD + ROW * at + 14}">{escape(text)}<title>{escape(name)}</title></text>'
        )
    return "".join(parts) + "</svg>"


def _marks(steps: Sequence[Step], rows: Sequence[tuple[str, bool]], kinds: dict[str, int]) -> str:
    column = max(NARROWEST, min(WIDEST, 900 // len(steps)))
    width, height = column * len(steps) + 8, HEAD + ROW * len(rows)
    parts = [
        f'<svg class="marks" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'preserveAspectRatio="none" role="img" aria-label="Which objects each step names">'
    ]
    places = {name: HEAD + ROW * at for at, (name, heading) in enumerate(rows) if not heading}
    parts += [
        f'<line class="grid" x1="0" x2="{width}" y1="{top + ROW / 2:g}" y2="{top + ROW / 2:g}"/>'
        for top in places.values()
    ]
    for number in _numbered(len(steps), column):
        parts.append(f'<text x="{column * (number - 0.5):g}" y="14" text-anchor="middle">{number}</text>')
    for number, step in enumerate(steps, start=1):
        tops = sorted({places[name] for name in step.args if name in places})
        if not tops:
            continue
        x = column * (number - 1)
        kind = f"series-{kinds[step.action]}"
        middle = x + column / 2
        parts.append(
            f"<g><title>step {number}: {escape(' '.join((step.action, *step.args)))}</title>"
            f'<rect class="hit" x="{x}" y="{HEAD}" width="{column}" height="{height - HEAD}"/>'
            f'<path d="M{middle:g} {tops[0] + ROW // 2}V{tops[-1] + ROW // 2}"/>'
        )
        parts += [
            f'<rect class="{kind}" x="{x + 1}" y="{top + 4}" width="{column - 2}" height="{ROW - 8}" rx="3"/>'
            for top in tops
        ]
        parts.append("</g>")
    return "".join(parts) + "</svg>"


def _numbered(steps: int, column: int) -> Iterable[int]:
    """Steps whose numbers are written, far enough from one another."""
    every = next(each for each in (1, 5, 10, 20, 50, 100) if each * column >= 24)
    return [number for number in range(1, steps + 1) if number % every == 0 or number == 1]
