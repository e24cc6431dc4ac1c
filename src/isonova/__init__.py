"""Isonova: a classical planner guided by novelty up to symmetry."""
