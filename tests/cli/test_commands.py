"""What every command has in common: help, completion, a quick start, colours."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from cli.program import PROGRAM, SMALL, isonova

from isonova.cli import app
from isonova.examples import files

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
    for part in (
        "",
        ".configurations",
        ".keywords",
        ".names",
        ".novelty_options",
        ".options",
        ".quantities",
        ".searches",
    )
} | {"isonova.experiments", "isonova.experiments.names"}
MOST_MODULES = 200


def test_start_up_imports_little() -> None:
    """Of the program itself; what the command-line library loads when a command runs is not counted here."""
    code = "import sys; before = set(sys.modules); import isonova.cli.commands; print(*(set(sys.modules) - before))"
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
    for words, expected in (
        (["pl"], "plan"),
        (["examples", "par"], "parcels"),
        (["examples", "generate", "blo"], "blocks"),
    ):
        done = isonova(
            env={
                "_ISONOVA_COMPLETE": "complete_bash",
                "COMP_WORDS": " ".join(["isonova", *words]),
                "COMP_CWORD": str(len(words)),
            }
        )
        assert expected in done.stdout.split()
