"""What every command has in common: help, completion, a quick start, colours; and `isonova examples`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from cli.program import PROGRAM, SMALL, isonova

from isonova.cli import app
from isonova.examples import NAMES, files

COMMANDS = sorted(
    command.name or (command.callback.__name__ if command.callback else "") for command in app.registered_commands
)

# What start-up may import besides the standard library. Each of these is imported where it is used.
HEAVY = re.compile(
    r"(rich|numpy|scipy|matplotlib|dask|distributed|plotly|unified_planning|pygments|json|asyncio|tempfile|importlib\.metadata"
    r"|sqlite3|isonova\._core|isonova\.api|isonova\.validator|isonova\.experiments|isonova\.integrations)(\..*)?"
)
LIGHT = {
    f"isonova.api{part}"
    for part in ("", ".configurations", ".keywords", ".names", ".options", ".quantities", ".searches")
}
MOST_MODULES = 200


def test_start_up_imports_little() -> None:
    """Of the program itself; what the command-line library loads when a command runs is not counted here."""
    code = "import sys; before = set(sys.modules); import isonova.cli; print(*(set(sys.modules) - before))"
    names = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not [name for name in names if HEAVY.fullmatch(name) and name not in LIGHT]
    assert len(names) < MOST_MODULES


def test_a_command_imports_only_what_it_uses() -> None:
    code = (
        "import sys; from isonova.cli import app; app(['examples'], standalone_mode=False); "
        "print('modules', *sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names = done.stdout.splitlines()[-1].split()
    assert names[0] == "modules"
    assert "isonova.examples" in names
    assert not [
        name
        for name in names
        if re.match(r"(rich|numpy|pydantic|unified_planning|isonova\.(_core|api|validator))\b", name)
        and name not in LIGHT
    ]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples(command: str) -> None:
    done = isonova(command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert isonova(command, "-h").stdout == done.stdout
    assert f"isonova {command}" in done.stdout.split("Examples:")[1]
    assert "\x1b" not in done.stdout


def test_help_of_the_program() -> None:
    shown = isonova("--help").stdout
    for command in (*COMMANDS, "--version", "--install-completion"):
        assert command in shown
    assert isonova().returncode == 36


def test_version() -> None:
    done = isonova("--version")
    assert re.fullmatch(r"isonova \d\S*\n", done.stdout)
    assert done.returncode == 0


def test_unknown_commands_and_options_get_suggestions() -> None:
    for arguments, said in ((["plna"], "plan"), (["plan", "--heuristc", "ff"], "--heuristic")):
        done = isonova(*arguments)
        assert done.returncode == 36
        assert said in done.stderr
        assert done.stdout == ""


def test_no_colour_where_it_is_not_wanted() -> None:
    for arguments in (["check", *SMALL], ["plan", *SMALL], ["plan", "missing.pddl"]):
        done = isonova(*arguments)
        assert "\x1b" not in done.stdout + done.stderr


@pytest.mark.skipif(os.name == "nt", reason="terminals")
def test_no_color_on_a_terminal() -> None:
    pty = pytest.importorskip("pty")
    leader, follower = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name != "FORCE_COLOR"}
    environment |= {"TERM": "xterm-256color", "NO_COLOR": "1"}
    command = [*PROGRAM, "plan", *map(str, files("lockdown"))]
    process = subprocess.Popen(command, stdout=follower, stderr=follower, env=environment)
    os.close(follower)
    shown = b""
    while True:
        try:
            piece = os.read(leader, 65536)
        except OSError:  # the other side is closed
            break
        if not piece:
            break
        shown += piece
    os.close(leader)
    assert process.wait() == 0
    assert b"valid" in shown
    assert b"\x1b[" in shown  # the line that moves is there, but not in colour
    assert re.search(rb"\x1b\[[0-9;]*(3[0-7]|9[0-7]|38;)[0-9;]*m", shown) is None


def test_completion_of_names() -> None:
    for words, expected in ((["pl"], "plan"), (["examples", "par"], "parcels")):
        done = isonova(
            env={
                "_ISONOVA_COMPLETE": "complete_bash",
                "COMP_WORDS": " ".join(["isonova", *words]),
                "COMP_CWORD": str(len(words)),
            }
        )
        assert expected in done.stdout.split()


# --- examples


def test_examples_are_listed() -> None:
    done = isonova("examples")
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(NAMES)


def test_an_example_says_where_it_is() -> None:
    assert isonova("examples", "parcels").stdout.split() == list(map(str, files("parcels")))


def test_an_example_is_copied_but_never_over_a_file(tmp_path: Path) -> None:
    target = tmp_path / "new" / "folder"
    done = isonova("examples", "parcels", "--copy", target)
    assert (done.returncode, done.stderr) == (0, "")
    assert [Path(line).read_text() for line in done.stdout.split()] == [path.read_text() for path in files("parcels")]
    (target / "domain.pddl").unlink()
    again = isonova("examples", "parcels", "--copy", target)
    assert again.returncode == 36
    assert "exists already" in again.stderr
    assert not (target / "domain.pddl").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["parcles"], "unknown example 'parcles'; did you mean parcels? Known: lockdown"),
        (["--copy", "x"], "which example is to be copied?"),
        (["parcels", "--copy", SMALL[0]], "cannot copy to"),
    ],
)
def test_wrong_usage_of_examples(arguments: list[str], said: str, tmp_path: Path) -> None:
    done = isonova("examples", *arguments, cwd=tmp_path)
    assert done.returncode == 36
    assert said in done.stderr
    assert list(tmp_path.iterdir()) == []
