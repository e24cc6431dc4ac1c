"""Dependencies point one way: includes against links, links against the design, and what the validator may import."""

import ast
import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.source

# What a folder may reach, directly or through others. `ground`, `lifted` and `relaxation` are siblings.
BASE = {"util", "pddl", "task"}
MAY_REACH = {
    "util": set(),
    "pddl": {"util"},
    "task": {"util", "pddl"},
    "state": BASE,
    "datalog": BASE | {"state"},
    "ground": BASE | {"state", "datalog"},
    "lifted": BASE | {"state", "datalog"},
    "relaxation": BASE | {"state", "datalog"},
    "features": BASE | {"state"},
    "heuristics": BASE | {"state", "datalog", "relaxation", "features"},
    "novelty": BASE | {"state", "features"},
}
MAY_REACH["evaluators"] = MAY_REACH["heuristics"] | MAY_REACH["novelty"] | {"heuristics", "novelty"}
MAY_REACH["search"] = MAY_REACH["evaluators"] | {"evaluators"}
MAY_REACH["planner"] = set(MAY_REACH)


def includes(file: Path) -> set[str]:
    """The folders whose headers a file includes."""
    return set(re.findall(r'^\s*#\s*include\s*[<"]isonova/(\w+)/', file.read_text(encoding="utf-8"), re.MULTILINE))


def cpp_files(folder: Path) -> list[Path]:
    return sorted([*folder.rglob("*.hpp"), *folder.rglob("*.cpp")])


def links(cpp: Path) -> dict[str, set[str]]:
    """What each folder's CMakeLists.txt says it links."""
    found = {}
    for file in sorted(cpp.glob("isonova/*/CMakeLists.txt")):
        text = re.sub(r"#.*", "", file.read_text(encoding="utf-8"))
        for name, arguments in re.findall(r"isonova_library\(\s*(\w+)([^)]*)\)", text):
            assert name == file.parent.name, f"{file}: the library of a folder has the folder's name"
            found[name] = set(arguments.split("LINKS")[1].split()) if "LINKS" in arguments else set()
    return found


def closure(links: dict[str, set[str]], name: str) -> set[str]:
    reached: set[str] = set()
    todo = [name]
    while todo:
        for other in links.get(todo.pop(), set()) - reached:
            reached.add(other)
            todo.append(other)
    return reached


@pytest.fixture(scope="module")
def cpp(project: Path) -> Path:
    return project / "cpp"


def test_every_folder_has_a_place_in_the_design(cpp: Path) -> None:
    assert {path.name for path in cpp.glob("isonova/*/")} <= MAY_REACH.keys()


def test_what_is_included_is_linked(cpp: Path) -> None:
    declared = links(cpp)
    wrong = []
    for name in declared:
        allowed = closure(declared, name) | {name}
        for file in cpp_files(cpp / "isonova" / name):
            wrong += [f"{file.relative_to(cpp)} includes {other}" for other in sorted(includes(file) - allowed)]
    assert not wrong, "included but not linked:\n" + "\n".join(wrong)


def test_links_and_includes_follow_the_design(cpp: Path) -> None:
    declared = links(cpp)
    wrong = [
        f"{name} links {other}" for name in declared for other in sorted(closure(declared, name) - MAY_REACH[name])
    ]
    for folder in sorted(path for path in cpp.glob("isonova/*") if path.is_dir()):
        for file in cpp_files(folder):
            for other in sorted(includes(file) - MAY_REACH[folder.name] - {folder.name}):
                wrong.append(f"{file.relative_to(cpp)} includes {other}")
    assert not wrong, "against the direction of the design:\n" + "\n".join(wrong)


def test_namespaces_follow_folders(cpp: Path) -> None:
    for folder in sorted(path for path in cpp.glob("isonova/*") if path.is_dir()):
        own = {"ground": "grounding"}.get(folder.name, folder.name)
        for file in cpp_files(folder):
            opened = re.findall(r"^namespace ([\w:]+) \{", file.read_text(encoding="utf-8"), re.MULTILINE)
            wrong = set(opened) - {"isonova", "isonova::detail", f"isonova::{own}", own, "detail"}
            assert opened, f"{file} opens no namespace"
            assert not wrong, f"{file} opens {sorted(wrong)}"


def test_only_the_bindings_know_python(cpp: Path) -> None:
    pattern = re.compile(r'^\s*#\s*include\s*[<"](Python\.h|nanobind/|pybind11/)', re.MULTILINE)
    for folder in ("isonova", "tests"):
        for file in cpp_files(cpp / folder):
            assert not pattern.search(file.read_text(encoding="utf-8")), f"{file} includes a Python header"


def imports(file: Path) -> set[str]:
    """Modules of this package that a Python file imports, `from isonova import x` counted as isonova.x."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            if node.module == "isonova":
                found |= {f"isonova.{alias.name}" for alias in node.names}
            elif node.module == "isonova.api":
                found |= {f"isonova.api.{alias.name}" for alias in node.names}
            elif node.module:
                found.add(node.module)
    return {name for name in found if name.split(".")[0] == "isonova"}


def test_the_validator_shares_nothing_but_the_syntax_tree(project: Path) -> None:
    allowed = re.compile(r"isonova\.(validator(\..*)?|_core|api\.errors)")
    for file in sorted((project / "src" / "isonova" / "validator").rglob("*.py")):
        wrong = {name for name in imports(file) if not allowed.fullmatch(name)}
        assert not wrong, f"{file} imports {sorted(wrong)}"


def test_the_checks_notice_a_wrong_include(tmp_path: Path) -> None:
    for folder, line in (("ground", '#include "isonova/lifted/joins.hpp"'), ("lifted", "")):
        (tmp_path / "isonova" / folder).mkdir(parents=True)
        (tmp_path / "isonova" / folder / "CMakeLists.txt").write_text(f"isonova_library({folder} SOURCES a.cpp)\n")
        (tmp_path / "isonova" / folder / "a.cpp").write_text(f"{line}\n")
    with pytest.raises(AssertionError, match=r"ground/a\.cpp includes lifted"):
        test_what_is_included_is_linked(tmp_path)
    with pytest.raises(AssertionError, match=r"ground/a\.cpp includes lifted"):
        test_links_and_includes_follow_the_design(tmp_path)


def test_the_checks_notice_a_wrong_namespace(tmp_path: Path) -> None:
    (tmp_path / "isonova" / "planner").mkdir(parents=True)
    (tmp_path / "isonova" / "planner" / "a.hpp").write_text("namespace isonova::relaxation {\n}\n")
    with pytest.raises(AssertionError, match=r"a\.hpp opens"):
        test_namespaces_follow_folders(tmp_path)
