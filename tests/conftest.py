"""Fixtures for data that does not come with the project; without it, tests that need it skip with a message."""

import os
import signal
from pathlib import Path

import pytest

# A shell without job control starts programs in the background deaf to Ctrl-C, and theirs would be too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


DATA = {"benchmarks", "oracles"}  # fixtures for data from outside


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if isinstance(item, pytest.Function) and DATA & set(item.fixturenames):
            item.add_marker(pytest.mark.slow)


def _folder(variables: tuple[str, ...], what: str) -> Path:
    for variable in variables:
        if value := os.environ.get(variable):
            folder = Path(value)
            if not folder.is_dir():
                pytest.fail(f"{variable}={value} is not a folder")
            return folder
    pytest.skip(f"{what} not given: set {' or '.join(variables)}")


@pytest.fixture(scope="session")
def benchmarks() -> Path:
    """The folder of the benchmark suites `ipc` and `htg`."""
    return _folder(("ISONOVA_BENCHMARKS", "DOWNWARD_BENCHMARKS"), "benchmark suites")


@pytest.fixture(scope="session")
def oracles() -> Path:
    """The folder of reference values from other planners."""
    return _folder(("ISONOVA_ORACLES",), "reference values")


@pytest.fixture(scope="session")
def project() -> Path:
    """The root of the source tree; only for tests marked `source`."""
    return Path(__file__).parent.parent


def _program(project: Path, name: str) -> Path:
    build = Path(os.environ.get("ISONOVA_BUILD", project / "build" / "venv"))
    program = build / "cpp" / "tests" / name
    if not program.exists():
        pytest.fail(f"{program} is not there: build it with `make test-cpp`, or set ISONOVA_BUILD to a build folder")
    return program


@pytest.fixture(scope="session")
def compare_program(project: Path) -> Path:
    """Compares heuristics and engines on one task; only for tests marked `source`."""
    return _program(project, "isonova_compare_task")


@pytest.fixture(scope="session")
def landmarks_program(project: Path) -> Path:
    """Compares landmarks on one task with those of its ground actions; only for tests marked `source`."""
    return _program(project, "isonova_landmarks_task")
