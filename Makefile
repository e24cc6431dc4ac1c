# Everything is built inside this folder: .venv (Python packages), build (objects), dist (wheels). `make help` lists the targets.
PYTHON ?= python3
VENV := .venv
BUILD := build/venv
JOBS ?= $(shell $(PYTHON) tools/jobs.py 2>/dev/null || echo 1)

CLANG ?= clang++
FUZZ_SECONDS ?= 20

VENV_PYTHON := $(VENV)/bin/python
PIP := $(VENV_PYTHON) -m pip --disable-pip-version-check
RUN := PATH="$(CURDIR)/$(VENV)/bin:$$PATH"
# Directories are listed too: their times change when a file is added or removed.
TREE = $(shell find cpp src \( -name __pycache__ -prune \) -o \( -type d -o -type f ! -name '*.so' \) -print)
SOURCES = $(TREE) CMakeLists.txt pyproject.toml README.md LICENSE
CXX_FILES = $(shell find cpp -name '*.hpp' -o -name '*.cpp')

export CMAKE_BUILD_PARALLEL_LEVEL := $(JOBS)
export PIP_REQUIRE_VIRTUALENV :=

.DELETE_ON_ERROR:
PROGRAMS := $(addprefix isonova_,search_task ground_task steps_task wl_task relaxed_graph_task compare_task)
PEERS := build/peers

.PHONY: help bench bench-full bench-programs instructions instructions-update demo test test-quick test-cpp test-python test-peers study-smoke sanitize sanitize-threads sanitize-sweep fuzz stubs options-page pictures docs lint format wheel wheel-test clean

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | column -t -s '|' 2>/dev/null || \
	 sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1: \2/p' $(MAKEFILE_LIST)
	@echo "  Variables: PYTHON=$(PYTHON) JOBS=$(JOBS) CXX, PYTEST_ARGS"

demo: $(VENV)/.installed  ## build, install into .venv and plan a bundled task
	$(VENV)/bin/isonova plan src/isonova/examples/parcels/problem.pddl

test: test-cpp test-python  ## build and run all tests

test-cpp: $(VENV)/.installed
	$(RUN) cmake --build $(BUILD) --target isonova_tests isonova_compare_task isonova_landmarks_task
	$(RUN) ctest --test-dir $(BUILD) --output-on-failure --parallel $(JOBS)

test-quick: $(VENV)/.installed $(VENV)/.test  ## the tests that take no time, in C++ and in Python
	$(RUN) cmake --build $(BUILD) --target isonova_tests
	$(BUILD)/cpp/tests/isonova_tests --run_test='!@slow'
	$(VENV_PYTHON) -m pytest -n $(JOBS) -m "not slow" $(PYTEST_ARGS)

test-python: $(VENV)/.installed $(VENV)/.test
	$(VENV_PYTHON) -m pytest -n $(JOBS) $(PYTEST_ARGS)

test-peers: $(VENV)/.installed $(VENV)/.test $(VENV)/.peers  ## compare with libraries that the tests do without
	$(VENV_PYTHON) -m pytest -n $(JOBS) tests/validator/test_against_unified_planning.py \
	    tests/integrations tests/features/test_against_wlplan.py \
	    tests/experiments/test_cluster.py tests/experiments/test_lab.py tests/experiments/test_planners.py $(PYTEST_ARGS)

study-smoke: $(VENV)/.installed $(VENV)/.test $(VENV)/.browser  ## a small study from its runs to its report, seen in a browser
	rm -rf build/study-smoke
	$(VENV)/bin/isonova experiment run smoke --out build/study-smoke --quiet
	$(VENV)/bin/isonova experiment report build/study-smoke
	ISONOVA_STUDY=build/study-smoke $(VENV_PYTHON) -m pytest tests/experiments/test_report_page.py -k study_that_was_run

bench: $(VENV)/.installed $(VENV)/.test $(PEERS)/.made bench-programs  ## quick benchmarks beside other planners, into build/bench (ISONOVA_BENCHMARKS=folder)
	$(VENV_PYTHON) -m benchmarks --quick

bench-full: $(VENV)/.installed $(VENV)/.test $(PEERS)/.made bench-programs  ## all benchmarks but the studies, into docs/measurements
	$(VENV_PYTHON) -m benchmarks --publish

instructions: steps-program  ## instructions of single steps beside the committed counts (needs valgrind)
	$(VENV_PYTHON) -m benchmarks.instructions

instructions-update: steps-program  ## make the counts of now the committed ones
	$(VENV_PYTHON) -m benchmarks.instructions --update

.PHONY: steps-program
steps-program: $(VENV)/.installed
	$(RUN) cmake -S . -B $(BUILD) -DISONOVA_BENCHMARKS=ON
	$(RUN) cmake --build $(BUILD) --target isonova_steps_task

bench-programs: steps-program
	$(RUN) cmake --build $(BUILD) --target $(PROGRAMS)

sanitize: $(VENV)/.build  ## the C++ tests under ASan and UBSan
	$(RUN) cmake -S . -B build/sanitize -G Ninja -DPython_EXECUTABLE="$(CURDIR)/$(VENV_PYTHON)" -DISONOVA_TESTS=ON \
	    -DISONOVA_SANITIZE=address,undefined -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS="-O1 -g1 -D_GLIBCXX_ASSERTIONS"
	$(RUN) cmake --build build/sanitize
	$(RUN) ctest --test-dir build/sanitize --output-on-failure --parallel $(JOBS)

sanitize-threads: $(VENV)/.build  ## the C++ tests that use threads under TSan
	$(RUN) cmake -S . -B build/threads -G Ninja -DPython_EXECUTABLE="$(CURDIR)/$(VENV_PYTHON)" -DISONOVA_TESTS=ON \
	    -DISONOVA_SANITIZE=thread -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS="-O1 -g1"
	$(RUN) cmake --build build/threads --target isonova_tests
	build/threads/cpp/tests/isonova_tests --run_test=portfolio

sanitize-sweep: sanitize  ## search on a sample of small benchmark tasks (BENCHMARKS=folder) under ASan and UBSan
	$(RUN) cmake -S . -B build/sanitize -DISONOVA_BENCHMARKS=ON
	$(RUN) cmake --build build/sanitize --target isonova_search_task
	$(VENV_PYTHON) -m benchmarks.run_sample build/sanitize/benchmarks/isonova_search_task $(BENCHMARKS)/ipc

fuzz: $(VENV)/.build  ## feed random PDDL to the front end under ASan and UBSan for FUZZ_SECONDS (needs clang)
	$(RUN) cmake -S . -B build/fuzz -G Ninja -DPython_EXECUTABLE="$(CURDIR)/$(VENV_PYTHON)" -DISONOVA_FUZZ=ON \
	    -DCMAKE_CXX_COMPILER="$(CLANG)" -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS="-O1 -g1"
	$(RUN) cmake --build build/fuzz --target front_end_fuzzer
	mkdir -p build/fuzz/corpus
	build/fuzz/cpp/fuzz/front_end_fuzzer build/fuzz/corpus cpp/fuzz/corpus -dict=cpp/fuzz/pddl.dict -max_len=1500 \
	    -timeout=20 -rss_limit_mb=2500 -max_total_time=$(FUZZ_SECONDS) -artifact_prefix=build/fuzz/ -print_final_stats=1

stubs: $(VENV)/.installed  ## regenerate src/isonova/_core.pyi from the compiled extension
	$(VENV_PYTHON) -m nanobind.stubgen --quiet --module isonova._core \
	    --pattern-file cpp/bindings/stub_patterns.txt --output-file src/isonova/_core.pyi

options-page: $(VENV)/.installed  ## regenerate docs/reference/options.md from the options
	$(VENV_PYTHON) tools/write_options_page.py

pictures: $(VENV)/.installed  ## draw the terminal pictures of the tutorial again, where the output has changed
	$(VENV_PYTHON) tools/terminal_pictures.py

docs: $(VENV)/.installed $(VENV)/.docs  ## the site, into build/docs; a warning or a link that leads nowhere is an error
	$(VENV_PYTHON) -m sphinx --builder html --fail-on-warning --keep-going --quiet docs build/docs

lint: $(VENV)/.lint  ## ruff, mypy, clang-format, import-linter
	$(RUN) ruff check
	$(RUN) ruff format --check
	$(RUN) mypy
	$(RUN) clang-format --dry-run --Werror $(CXX_FILES)
	$(RUN) PYTHONPATH=src lint-imports

format: $(VENV)/.lint  ## format Python and C++
	$(RUN) ruff check --fix-only
	$(RUN) ruff format
	$(RUN) clang-format -i $(CXX_FILES)

wheel: $(VENV)/.build  ## build a wheel into dist, the way `pip install .` does
	rm -rf dist
	$(PIP) wheel --no-deps --wheel-dir dist .

wheel-test: wheel  ## install that wheel into a clean environment and test it there
	tools/test_wheel.sh "$(PYTHON)" dist/*.whl

clean:  ## remove everything that was built, .venv included
	rm -rf $(VENV) .tools build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

# One stamp per group of packages, so that `make demo` installs no linters.
$(VENV)/.made: tools/make_venv.sh
	@tools/make_venv.sh "$(PYTHON)" $(VENV)
	@touch $@

$(VENV)/.build $(VENV)/.test $(VENV)/.browser $(VENV)/.docs $(VENV)/.peers $(VENV)/.lint: $(VENV)/.%: pyproject.toml $(VENV)/.made
	$(PIP) install --quiet --group $*
	@touch $@

# Other planners, in an environment of their own.
$(PEERS)/.made: pyproject.toml tools/make_venv.sh
	@tools/make_venv.sh "$(PYTHON)" $(PEERS)
	$(PEERS)/bin/python -m pip --disable-pip-version-check install --quiet --group bench
	@touch $@

# The build folder is kept, so only what changed is compiled again; the C++ tests share its objects.
$(VENV)/.installed: $(SOURCES) $(VENV)/.build
	$(PIP) install --quiet --no-build-isolation --config-settings=build-dir=$(BUILD) \
	    --config-settings=cmake.define.ISONOVA_TESTS=ON .
	@touch $@
