#!/bin/sh
# test_wheel.sh PYTHON WHEEL: installs the wheel into a new environment outside the tree and runs the tests that need no sources.
set -eu
python=$1
wheel=$2
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d "${TMPDIR:-/tmp}/isonova-wheel.XXXXXX")
trap 'rm -rf "$folder"' EXIT INT TERM
"$root/tools/make_venv.sh" "$python" "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check "$root/$wheel" --group "$root/pyproject.toml:test"
cp -r "$root/tests" "$root/pyproject.toml" "$folder/"
cd "$folder"
"$folder/venv/bin/python" -m pytest -m "not source" -p no:cacheprovider
