"""`isonova examples`: the tasks that come with the package, and their generators."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from isonova.cli.usage import fail

if TYPE_CHECKING:
    from isonova.examples import Option


def _names(incomplete: str = "") -> list[str]:
    from isonova.examples import NAMES

    return [name for name in NAMES if name.startswith(incomplete)]


class _Examples(TyperGroup):
    """Lets the name of an example stand for `files NAME`."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in self.commands and not args[0].startswith("-"):
            _check(args[0], [*_names(), *self.list_commands(ctx)])
            args = ["files", *args]
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        [name] = (each for each in self.commands["files"].params if each.name == "name")
        return super().shell_complete(ctx, incomplete) + name.shell_complete(ctx, incomplete)


class _Generators(TyperGroup):
    """A command for each example, made from its generator's options when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return _names()

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        return _generator(cmd_name) if cmd_name in _names() else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if not args[0].startswith("-"):
            _check(args[0], _names())
        return super().resolve_command(ctx, args)


def _generator(name: str) -> Any:
    from isonova.examples import about, options

    def generate(output: str | None, **sizes: int | bool) -> None:
        _generate(name, output, sizes)

    found = options(name)
    sizes = " ".join(f"{each.flag} {each.default}" for each in found[:2] if not each.is_flag)
    command = f"isonova examples generate {name} {sizes}"
    output = typer.Option("-o", "--output", help="The problem goes there, and domain.pddl beside it.", metavar="FILE")
    parameters = [*map(_parameter, found), _keyword("output", None, Annotated[str | None, output])]
    generate.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    app = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=HELP)
    app.command(
        name,
        help=f"{about(name)}\n\n\b\nExamples:\n  {command} > problem.pddl\n"
        f"  isonova plan $({command} -o {name}/problem.pddl)",
        short_help=about(name),
    )(generate)
    return typer.main.get_command(app)


def _parameter(option: Option) -> inspect.Parameter:
    # Bounds are checked by the generator, for Python and the command line alike.
    bounds = "" if option.is_flag or option.name == "seed" else f" {option.least} to {option.most}."
    info = typer.Option(option.flag, help=option.about + bounds)
    return _keyword(option.name, option.default, Annotated[bool if option.is_flag else int, info])


def _keyword(name: str, default: Any, annotation: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


HELP = {"help_option_names": ["-h", "--help"]}
examples = typer.Typer(cls=_Examples, invoke_without_command=True)
generators = typer.Typer(cls=_Generators, no_args_is_help=True)
Name = Annotated[str, typer.Argument(help="Of the example.", autocompletion=_names, metavar="NAME")]


@generators.callback()
def generate() -> None:
    """Generate a task of the sizes that you ask for.

    \b
    Examples:
      isonova examples generate blocks --help
      isonova examples generate blocks --blocks 20 --seed 7 > problem.pddl
      isonova plan $(isonova examples generate blocks --blocks 20 -o blocks/p20.pddl)

    The same sizes and seed give the same task on every machine.
    """


@examples.callback()
def overview(ctx: typer.Context) -> None:
    """Tasks to try things on, and generators of larger ones.

    \b
    Examples:
      isonova examples
      isonova plan $(isonova examples parcels)
      isonova examples show sokoban
      isonova examples generate blocks --blocks 20 --seed 7 > problem.pddl

    `isonova examples NAME` prints where the files of an example are.
    """
    if ctx.invoked_subcommand is None:
        list_()


@examples.command("list")
def list_() -> None:
    """List the examples, a line for each."""
    from isonova.examples import about

    names = _names()
    width = max(map(len, names))
    for each in names:
        typer.echo(f"{each:{width}}  {about(each)}")


@examples.command()
def show(name: Name) -> None:
    """Show the domain of an example, and its sizes."""
    from isonova.examples import options

    domain, problem = _files(name)
    typer.echo(domain.read_text(encoding="utf-8").rstrip())
    typer.echo(f"\n; A problem: {problem}\n; Larger ones: isonova examples generate {name}, with")
    for each in options(name):
        value = "" if each.is_flag else f" N (default {each.default})"
        typer.echo(f";   {each.flag}{value}: {each.about}")


@examples.command()
def files(name: Name) -> None:
    """Print where the files of an example are."""
    for path in _files(name):
        typer.echo(path)


@examples.command()
def copy(
    name: Name,
    folder: Annotated[str | None, typer.Argument(help="Where to.", show_default="one named like the example")] = None,
) -> None:
    """Copy the files of an example into a folder."""
    paths = _files(name)
    target = Path(folder or name)
    copies = {target / path.name: path.read_text(encoding="utf-8") for path in paths}
    _write(copies)
    typer.echo("\n".join(map(str, copies)))


def _files(name: str) -> tuple[Path, Path]:
    from isonova.examples import files

    _check(name, _names())
    return files(name)


def _check(name: str, known: list[str]) -> None:
    from isonova.examples import unknown

    if name not in known:
        fail(unknown(name, known))


def _generate(name: str, output: str | None, sizes: dict[str, int | bool]) -> None:
    from isonova.examples import SizeError, generate

    try:
        domain, problem = generate(name, **sizes)
    except SizeError as error:
        fail(str(error))
    if output is None:
        typer.echo(problem, nl=False)
        return
    target = Path(output)
    beside = target.parent / "domain.pddl"
    if target.name == beside.name:
        fail(f"{output} is where the domain goes; give the problem another name")
    known = beside.is_file()
    if known and beside.read_text(encoding="utf-8", errors="replace") != domain:
        fail(f"{beside} is another domain; write to another folder")
    _write({target: problem} if known else {beside: domain, target: problem})
    typer.echo(f"{beside}\n{target}")


def _write(texts: dict[Path, str]) -> None:
    """Writes files, but never over one."""
    for path in texts:
        if path.exists():
            fail(f"{path} exists already, and nothing was written")
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        fail(f"cannot write to {path.parent}: {error.strerror}")


examples.add_typer(generators, name="generate", short_help="Generate a task of the sizes that you ask for.")
