"""Reads and checks a bundled task and says what is in it."""

import sys

from isonova import _core, examples

domain, problem = examples.files(sys.argv[1])
tree = _core.parse(_core.Source.from_file(domain), _core.Source.from_file(problem))
for warning in tree.warnings:
    print(warning.render())
print(f"{problem}: no errors, {len(tree.warnings)} warnings")
print("actions:", *(f"{action.name}/{len(action.parameters)}" for action in tree.domain.actions))
