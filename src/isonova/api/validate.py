"""Judging plans."""

from __future__ import annotations

import os

from isonova._core import Source, parse
from isonova.validator import Plan, PlanError, Validation, parse_plan, read_plan, validate

__all__ = ["Plan", "PlanError", "Validation", "parse_plan", "read_plan", "validate", "validate_files"]


def validate_files(
    domain: str | os.PathLike[str], problem: str | os.PathLike[str], plan: str | os.PathLike[str]
) -> Validation:
    """Judges a plan file. Raises PDDLError or PlanError if one of the files cannot be read."""
    tree = parse(Source.from_file(domain), Source.from_file(problem))
    return validate(tree, read_plan(plan))
