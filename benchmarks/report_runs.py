"""Writes the report of a synthetic study of 10,356 runs in every format, and says how long it took.

python benchmarks/report_runs.py [--per-domain 13]
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from isonova.experiments.report import FORMATS

sys.path.append(str(Path(__file__).parent.parent / "tests"))
from experiments.synthetic import record_study


def cpu_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--per-domain", type=int, default=13)
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        record_study(Path(folder), options.per_domain)
        for name in FORMATS:
            wall, cpu = time.perf_counter(), cpu_seconds()
            words = [sys.executable, "-m", "isonova", "experiment", "report", folder, "--format", name]
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
            wall, cpu = time.perf_counter() - wall, cpu_seconds() - cpu
            print(
                f"{name}: {wall:.1f} s of wall-clock and {cpu:.1f} s of CPU time, load average {os.getloadavg()[0]:.1f}"
            )


if __name__ == "__main__":
    main()
