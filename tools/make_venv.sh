#!/bin/sh
# make_venv.sh PYTHON VENV: makes the virtual environment, or says in one sentence what the machine lacks.
# Needs neither root nor python3-venv, and installs nothing outside VENV and .tools beside it.
set -eu
python=$1
venv=$2
tools=$(dirname "$venv")/.tools

fail() {
    echo "isonova: $*" >&2
    exit 1
}

command -v "$python" >/dev/null 2>&1 ||
    fail "'$python' was not found: install Python 3.11 or newer (Debian, Ubuntu: python3) or name one with PYTHON=..."
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "'$python' is older than Python 3.11: install a newer one or name it with PYTHON=..."

compiler=
for candidate in ${CXX:-c++ g++ clang++}; do
    if command -v "$candidate" >/dev/null 2>&1; then
        compiler=$candidate
        break
    fi
done
[ -n "$compiler" ] ||
    fail "no C++ compiler (${CXX:-c++, g++ or clang++}) was found: install one (Debian, Ubuntu: g++; Fedora: gcc-c++; macOS: xcode-select --install) or name it with CXX=..."

include=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
[ -f "$include/Python.h" ] ||
    fail "the headers of '$python' are missing (no $include/Python.h): install them (Debian, Ubuntu: python3-dev; Fedora: python3-devel) or name another interpreter with PYTHON=..."

rm -rf "$venv"
if "$python" -c 'import ensurepip, venv' 2>/dev/null && "$python" -m venv "$venv" >"$venv.log" 2>&1; then
    rm -f "$venv.log"
elif "$python" -m pip --version >/dev/null 2>&1; then
    rm -rf "$venv" "$venv.log"
    echo "isonova: this Python has no working venv module; using virtualenv from $tools"
    "$python" -m pip install --quiet --disable-pip-version-check --upgrade --target "$tools" virtualenv
    PYTHONPATH="$tools" "$python" -m virtualenv --quiet "$venv"
else
    rm -rf "$venv" "$venv.log"
    fail "'$python' has neither a working venv module nor pip: install one (Debian, Ubuntu: python3-venv) or name another interpreter with PYTHON=..."
fi

# Dependency groups need pip 25.1; what ships with an interpreter is often older.
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
