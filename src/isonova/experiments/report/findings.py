"""The paper's three findings, as this study sees them. Words such as "better" stand only where an interval allows.

A finding that says several things is confirmed if all its contrasts are decided its way, and refuted if one of them is
decided the other way: its interval excludes 0, and so does the test after correction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from isonova.experiments.report.statistics import Contrast, Statistics, shown_interval

CONFIRMED, REFUTED, UNDECIDED = "confirmed", "refuted", "undecided"


@dataclass(frozen=True, slots=True)
class Finding:
    claim: str
    verdict: str
    text: str


def findings(statistics: Statistics) -> list[Finding]:
    contrasts = statistics.contrasts
    against_none = [each for each in contrasts if each.first == "none"]
    at_wl = [each for each in contrasts if (each.first, each.second) == ("at", "wl")]
    union = [each for each in contrasts if each.second == "at+wl" and each.first != "none"]
    found = []
    if against_none:
        claim = "Novelty helps the informative heuristics add and ff, and hurts gc."
        parts = {
            "novelty over add and ff": [each for each in against_none if each.heuristic != "gc"],
            "novelty over gc": [each for each in against_none if each.heuristic == "gc"],
        }
        found.append(_directed(statistics, claim, parts, lambda each: -1 if each.heuristic == "gc" else 1))
    if at_wl:
        found.append(_incomparable(at_wl))
    if union:
        claim = "The union at+wl is the best kind of novelty for add and ff."
        found.append(_directed(statistics, claim, {"at+wl against at and against wl": union}, lambda _: 1))
    return found


def _directed(
    statistics: Statistics, claim: str, parts: dict[str, list[Contrast]], predicted: Callable[[Contrast], int]
) -> Finding:
    """`parts` have an interval each."""
    contrasts = [each for part in parts.values() for each in part]
    agree = [each for each in contrasts if each.holds and each.direction == predicted(each)]
    against = [each for each in contrasts if each.holds and each.direction == -predicted(each)]
    verdict = REFUTED if against else CONFIRMED if len(agree) == len(contrasts) else UNDECIDED
    sentences = []
    for name, part in parts.items():
        if part:
            mean, interval = statistics.pooled(part)
            sentences.append(f"{name}: {mean:+.2f} ({shown_interval(interval)})")
    means = f"Mean change of normalised coverage: {'; '.join(sentences)}. "
    text = (
        f"Of {len(contrasts)} contrasts, {len(agree)} go the claimed way{_names(agree)} and {len(against)} the other "
        f"way{_names(against)}: their intervals exclude 0, and the corrected test agrees. "
        f"{len(contrasts) - len(agree) - len(against)} are undecided."
    )
    return Finding(claim, verdict, means + (text if agree or against else f"None of {_count(contrasts)} is decided."))


def _count(contrasts: Sequence[Contrast]) -> str:
    return f"the {len(contrasts)} contrasts" if len(contrasts) > 1 else "1 contrast"


def _incomparable(contrasts: Sequence[Contrast]) -> Finding:
    """Shown by domains won on each side. A test that does not reject shows nothing."""
    parts = [
        f"over {each.heuristic}, wl solved more tasks in {_domains(each.won)} and at in "
        f"{_domains(each.lost)}; by two tasks or more in {each.clearly_won} and {each.clearly_lost}; "
        f"normalised coverage {each.normalised:+.2f} ({shown_interval(each.normalised_interval)})"
        for each in contrasts
    ]
    if all(each.clearly_won and each.clearly_lost for each in contrasts):
        verdict = CONFIRMED
    elif any(each.holds and not (each.lost if each.direction > 0 else each.won) for each in contrasts):
        verdict = REFUTED  # one is better, and the other wins nowhere
    else:
        verdict = UNDECIDED
    text = ". ".join(part[0].upper() + part[1:] for part in parts)
    return Finding("Novelty over atoms (at) and over WL features (wl) are incomparable.", verdict, f"{text}.")


def _names(contrasts: Sequence[Contrast]) -> str:
    return f" ({', '.join(each.name for each in contrasts)})" if contrasts else ""


def _domains(names: Sequence[str], count: int = 4) -> str:
    """How many, and the first of them."""
    if not names:
        return "no domain"
    more = f" and {len(names) - count} more" if len(names) > count else ""
    return f"{len(names)} {'domain' if len(names) == 1 else 'domains'} ({', '.join(names[:count])}{more})"
