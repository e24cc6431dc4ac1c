"""The guard: a small process that carries out runs, one at a time, and lets nothing of them outlive it.

It reads jobs as JSON lines from its standard input and answers each with JSON lines: ``{"started": pid}``, then
``{"done": facts}``. Its input is also its lifeline: when whoever holds the other end dies, even by ``kill -9``, the
input ends, and the guard kills what runs and goes. A run is a session of its own with hard limits; what it starts is
found again because the guard adopts orphans (Linux), so that planners which start programs of their own die whole.

The guard is run by the path of this folder, not as a module of the package, and its files use the standard library
alone: it starts quickly, holds little memory, and measures the same way whichever planner it watches.
"""

from pathlib import Path

FOLDER = str(Path(__file__).parent)
