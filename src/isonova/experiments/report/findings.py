"""The paper's three findings, as this study sees them. Words such as "better" stand only where an interval allows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from isonova.experiments.report.statistics import Contrast, Statistics


@dataclass(frozen=True, slots=True)
class Finding:
    claim: str
    verdict: str
    """confirmed, partly confirmed, refuted, undecided, or, of incomparable configurations, shown or not shown."""
    text: str


def findings(statistics: Statistics) -> list[Finding]:
    contrasts = statistics.contrasts
    against_none = [each for each in contrasts if each.first == "none"]
    at_wl = [each for each in contrasts if (each.first, each.second) == ("at", "wl")]
    union = [each for each in contrasts if each.second == "at+wl" and each.first != "none"]
    found = []
    if against_none:
        claim = "Novelty helps the informative heuristics add and ff, and hurts gc."
        found.append(_directed(claim, against_none, lambda each: -1 if each.heuristic == "gc" else 1))
    if at_wl:
        found.append(_incomparable(at_wl))
    if union:
        found.append(_directed("The union at+wl is the best kind of novelty for add and ff.", union, lambda _: 1))
    return found


def _directed(claim: str, contrasts: Sequence[Contrast], predicted: Callable[[Contrast], int]) -> Finding:
    agree = [each for each in contrasts if each.holds and each.direction == predicted(each)]
    against = [each for each in contrasts if each.holds and each.direction == -predicted(each)]
    open_ones = [each for each in contrasts if not each.holds]
    if against:
        verdict = "refuted"
    elif not open_ones:
        verdict = "confirmed"
    else:
        verdict = "partly confirmed" if agree else "undecided"
    if not agree and not against:
        return Finding(claim, verdict, f"None of the {len(contrasts)} contrasts is decided.")
    text = (
        f"Of {len(contrasts)} contrasts, {len(agree)} go the claimed way{_names(agree)} and {len(against)} the other "
        f"way{_names(against)}: their intervals exclude 0, and the corrected test agrees. "
        f"{len(open_ones)} are undecided."
    )
    return Finding(claim, verdict, text)


def _incomparable(contrasts: Sequence[Contrast]) -> Finding:
    """Shown by domains won on each side. A test that does not reject shows nothing."""
    parts = [
        f"over {each.heuristic}, wl solved more tasks in {len(each.won)} domains{_some(each.won)} and at in "
        f"{len(each.lost)}{_some(each.lost)}; by two tasks or more in {each.clearly_won} and {each.clearly_lost}"
        for each in contrasts
    ]
    shown = all(each.clearly_won and each.clearly_lost for each in contrasts)
    text = ". ".join(part[0].upper() + part[1:] for part in parts)
    claim = "Novelty over atoms (at) and over WL features (wl) are incomparable."
    return Finding(claim, "shown" if shown else "not shown", f"{text}.")


def _names(contrasts: Sequence[Contrast]) -> str:
    return f" ({', '.join(each.name for each in contrasts)})" if contrasts else ""


def _some(domains: Sequence[str], count: int = 4) -> str:
    if not domains:
        return ""
    more = f" and {len(domains) - count} more" if len(domains) > count else ""
    return f" ({', '.join(domains[:count])}{more})"
