"""A run as one HTML page: how it ended, how the search went, where the seconds went, and how to repeat it.

recording (how each search stood) + result -> history (lines, plateaus) -> page (timeline, command)
"""

from isonova.api.report.page import page

__all__ = ["page"]
