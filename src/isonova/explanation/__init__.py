"""Why a plan is as it is: causal links, goals served, a partial order, costs; as text, as a page and as data.

    reading (what a step reads) -> order (producers, partial order) -> explanation -> text, page (drawing)

It works on the validator's reading of the task, not on the planner's.
"""

from isonova.explanation.explanation import ExplainedStep, Explanation, Goal, Link, Share, explain
from isonova.explanation.order import Order
from isonova.explanation.reading import Fact

__all__ = ["ExplainedStep", "Explanation", "Fact", "Goal", "Link", "Order", "Share", "explain"]
