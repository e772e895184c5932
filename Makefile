# Builds its own environment, plays, tests and checks. `make` alone lists the targets.

# The first Python that is new enough; PYTHON=… chooses another.
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3.14 python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV ?= .venv
BIN := $(VENV)/bin
GAME ?=
PROCESSORS := $(shell getconf _NPROCESSORS_ONLN)
# Tests wait now and then: twice as many as there are processors keep these busy.
WORKERS ?= $(shell echo $$(( $(PROCESSORS) * 2 )))
OTHER_VENV ?= $(VENV)-other
# The command line in three languages, a real server, and screens: in a terminal and without one.
LOWEST_TESTS := tests/cli tests/server/test_service.py tests/server/test_network.py tests/client/test_trust.py tests/ssh/test_gate.py tests/client/test_discovery.py tests/e2e/test_terminal.py tests/screens/test_app.py

# What must never happen, tried much more often than `make proofs` does: docs/testing.md says how.
PROOFS := backups chaos club cluster floods fuzz kills late outages pairs races

# The generator wants an older protobuf than the newest that we run on.
PROTO_VENV := $(VENV)-proto
PROTO_BIN := $(PROTO_VENV)/bin
PROTOS := $(sort $(shell find proto -name "*.proto"))
GENERATE := $(PROTO_BIN)/python -m grpc_tools.protoc --proto_path=proto

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@printf '  make %-14s %s\n' PROOF "Try one thing thousands of times, where PROOF is one of: $(PROOFS)"

# --- environments; a stamp marks each as done ---------------------------------------------

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or newer was found; install one, or name it: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "$(PYTHON) cannot make an environment. On Debian: apt-get install python3-venv" >&2; exit 1; }

$(VENV)/.stamp-play: pyproject.toml | $(BIN)/python
	@echo "Installing what cardtui needs into $(VENV), this once: about half a minute."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[lan]'
	@touch $@

$(VENV)/.stamp-dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.stamp-play

$(VENV)/.stamp-bench: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch $@

$(PROTO_VENV)/.stamp: proto/requirements.txt | $(BIN)/python
	@rm -rf $(PROTO_VENV)
	$(BIN)/python -m venv $(PROTO_VENV)
	$(PROTO_BIN)/python -m pip install --quiet --disable-pip-version-check --only-binary :all: --no-deps --requirement proto/requirements.txt
	$(PROTO_BIN)/python -m pip check --quiet
	@touch $@

.PHONY: env
env: $(VENV)/.stamp-dev ## Make the environment for development in .venv

# --- playing and testing -----------------------------------------------------------------

# The tests start hundreds of processes: where bytecode must not be written, each would compile
# all modules again, which takes longer than most tests.
quick test proofs nightly nightly-tests other-tests lowest-tests chance fingers $(PROOFS) coverage snapshots: export PYTHONDONTWRITEBYTECODE =

.PHONY: play
play: $(VENV)/.stamp-play ## Play against bots (GAME=cacho for another game)
	@$(BIN)/cardtui play $(GAME)

# A file is run by one worker, which makes once what all its tests need; the order is that of
# tests/conftest.py.
BY_FILE = -n $(WORKERS) --dist loadfile --no-loadscope-reorder
PYTEST = $(BIN)/pytest $(BY_FILE)

.PHONY: quick
# These wait less, and each worker begins by reading all of them.
quick: WORKERS = $(shell echo $$(( $(PROCESSORS) + 1 )))
quick: $(VENV)/.stamp-dev ## Run the quick tests, in a minute or so (ARGS=… goes to pytest)
	$(PYTEST) -m "not slow and not nightly and not proof" $(ARGS)

.PHONY: test
test: $(VENV)/.stamp-dev ## Run the tests, in some minutes (ARGS=… goes to pytest)
	$(PYTEST) $(ARGS)

.PHONY: proofs
proofs: $(VENV)/.stamp-dev ## Kill servers, disturb connections and send nonsense, for some minutes
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m proof $$(grep -rl "mark\.proof" tests --include="test_*.py") $(ARGS)

.PHONY: nightly
nightly: $(VENV)/.stamp-dev ## Run everything for which .ci/run has no time, in some hours: before each release
	.ci/nightly

.PHONY: nightly-tests
nightly-tests: $(VENV)/.stamp-dev ## Run the tests marked nightly (ARGS=tests/screens for some)
	$(BIN)/pytest -n $(WORKERS) -m nightly $(ARGS)

.PHONY: other-env
other-env:
	@test -n "$(OTHER)" || { echo "Name a Python: make other OTHER=python3.13" >&2; exit 1; }
	$(OTHER) -m venv --clear $(OTHER_VENV)
	CARDTUI_COMPILE=$(COMPILED) $(OTHER_VENV)/bin/python -m pip install --quiet --disable-pip-version-check $(if $(COMPILED),,--editable) '.[test]'

.PHONY: other
other: other-env ## Run the tests on another Python (OTHER=python3.13), or with the engine compiled (COMPILED=1)
	@$(MAKE) --no-print-directory other-tests

.PHONY: other-tests
other-tests:
	$(OTHER_VENV)/bin/python -m pytest $(BY_FILE) -m "not nightly and not proof and not once" $(ARGS)

.PHONY: wheels
wheels: $(VENV)/.stamp-dev ## Build the wheel, and one with the engine compiled for the Python of .venv, into dist/
	$(BIN)/python -m build --outdir dist .
	CARDTUI_COMPILE=1 $(BIN)/python -m build --wheel --outdir dist .

.PHONY: lowest
lowest: lowest-env ## Run the tests with the lowest versions that pyproject.toml allows
	@$(MAKE) --no-print-directory lowest-tests

.PHONY: lowest-env
lowest-env: $(VENV)/.stamp-dev
	@rm -rf $(VENV)-lowest && mkdir -p build
	$(BIN)/python tools/floors.py >build/floors.txt
	$(BIN)/python -m venv $(VENV)-lowest
	$(VENV)-lowest/bin/python -m pip install --quiet --disable-pip-version-check --constraint build/floors.txt '.[test]'

.PHONY: lowest-tests
lowest-tests:
	.ci/try $(VENV)-lowest
	$(VENV)-lowest/bin/python -m pytest -n $(WORKERS) -q $(LOWEST_TESTS)

.PHONY: chance
chance: $(VENV)/.stamp-dev ## Run the property tests with thousands of new random examples
	CARDTUI_EXAMPLES=chance $(BIN)/pytest -n 2 --timeout 1800 $$(grep -rl "^from hypothesis" tests --include="test_*.py") $(ARGS)

.PHONY: fingers
fingers: $(VENV)/.stamp-dev ## Press keys at random in 500 real clients (ARGS="--first 12 --sessions 1" repeats one)
	$(BIN)/python -m tests.fingers $(ARGS)

.PHONY: $(PROOFS)
$(PROOFS): $(VENV)/.stamp-dev
	$(BIN)/python -m tests.proofs $@ $(ARGS)

.PHONY: list-proofs
list-proofs:
	@echo fingers $(PROOFS)

.PHONY: coverage
coverage: $(VENV)/.stamp-dev ## List the lines and branches that no test reaches
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest $(ARGS)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report --skip-covered --show-missing

.PHONY: snapshots
snapshots: $(VENV)/.stamp-dev ## Draw the expected screens again; read the diff before you commit it
	$(BIN)/pytest tests/screens -m "nightly or not nightly" --snapshot-update $(ARGS)
	$(BIN)/python -m docs.stills

.PHONY: transcripts
transcripts: $(VENV)/.stamp-dev ## Write the transcripts in tests/laws again; read the diff before you commit it
	$(BIN)/python -m tests.laws.composing

.PHONY: decisions
decisions: $(VENV)/.stamp-dev ## Note again what bots do in fixed positions, after raising their version
	$(BIN)/python -m tests.server.bot_decisions $(ARGS)

.PHONY: bench
bench: $(VENV)/.stamp-bench peers ## Run all benchmarks, in 20 minutes, and write the table in bench/README.md
	$(BIN)/python -m bench $(ARGS)

.PHONY: bench-quick
bench-quick: $(VENV)/.stamp-bench peers ## Run all benchmarks roughly, in three minutes, to see that they work
	$(BIN)/python -m bench --quick $(ARGS)

# If something is missing, its row of the table says so.
.PHONY: peers
peers:
	@command -v npm >/dev/null || { echo "There is no npm here: boardgame.io and Colyseus are left out."; exit 0; }; \
	cd bench/peers && { test node_modules -nt package-lock.json || npm ci --silent --no-audit --no-fund --fetch-retries 1 --fetch-timeout 30000; } \
		|| echo "npm could not install boardgame.io and Colyseus: they are left out."

# One thread, and no instructions newer than AVX2: sums in floating point come out the same then.
PINNED := OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 OPENBLAS_CORETYPE=Haswell NPY_DISABLE_CPU_FEATURES="X86_V4 AVX512_ICL AVX512_SPR"

.PHONY: tables
tables: $(VENV)/.stamp-dev ## Solve the envido and Cacho again, in some minutes, the same to the byte (ARGS=--compare writes nothing)
	$(PINNED) $(BIN)/python -m tools.tables $(ARGS)

.PHONY: truco-network
truco-network: $(VENV)/.stamp-dev ## Teach the network of the Brazilian trucos, in an hour, and write it (ARGS=… goes to it)
	$(PINNED) $(BIN)/python -m tools.truco_network $(ARGS)

.PHONY: cacho-proof
cacho-proof: $(VENV)/.stamp-dev ## Compute what the best reply gains against the bot of Cacho (ARGS="10 50 --check")
	$(BIN)/python -m tools.cacho.proof $(ARGS)

.PHONY: pictures
pictures: $(VENV)/.stamp-play ## Copy the stills of each game from the expected screens, and film the moving picture
	$(BIN)/python -m docs.stills
	$(BIN)/python -m docs.moving_picture

# --- checks ------------------------------------------------------------------------------

.PHONY: check
check: $(VENV)/.stamp-dev lint types imports proto-check ## Run every check that needs no tests

.PHONY: lint
lint: $(VENV)/.stamp-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/hadolint deploy/Containerfile

.PHONY: types
types: mypy pyright

.PHONY: mypy
mypy: $(VENV)/.stamp-dev
	$(BIN)/mypy

# On Windows no server runs yet, and so no door for ssh beside one.
ON_WINDOWS := $(filter-out client/cardtui_ssh,$(wildcard client/cardtui_*))

# Each can run beside the others: --jobs=2.
.PHONY: pyright pyright-here pyright-macos pyright-windows
pyright: pyright-here pyright-macos pyright-windows

pyright-here: $(VENV)/.stamp-dev
	$(BIN)/pyright --pythonpath $(BIN)/python

pyright-macos: $(VENV)/.stamp-dev
	$(BIN)/pyright --pythonpath $(BIN)/python --pythonplatform Darwin engine server client

pyright-windows: $(VENV)/.stamp-dev
	$(BIN)/pyright --pythonpath $(BIN)/python --pythonplatform Windows engine $(ON_WINDOWS)

.PHONY: imports
imports: $(VENV)/.stamp-dev
	$(BIN)/lint-imports
	$(BIN)/deptry engine server client research

# --- what is generated and committed -----------------------------------------------------

.PHONY: proto
proto: $(PROTO_VENV)/.stamp ## Generate the protocol's code again
	find proto -name "*_pb2.py*" -o -name "*_pb2_grpc.py*" | xargs rm -f
	@$(MAKE) --no-print-directory generate OUT=proto

# Only files with a service get a _pb2_grpc: the others would be empty.
.PHONY: generate
generate: $(PROTO_VENV)/.stamp
	$(GENERATE) --python_out=$(OUT) --plugin=protoc-gen-mypy=$(PROTO_BIN)/protoc-gen-mypy --mypy_out=$(OUT) $(PROTOS)
	$(GENERATE) --grpc_python_out=$(OUT) --plugin=protoc-gen-mypy_grpc=$(PROTO_BIN)/protoc-gen-mypy_grpc --mypy_grpc_out=$(OUT) $(filter %_service.proto,$(PROTOS))

.PHONY: proto-check
proto-check: $(VENV)/.stamp-dev $(PROTO_VENV)/.stamp ## Lint the protocol, look for breaking changes, and compare the committed code with the generator's
	cd proto && $(abspath $(BIN))/buf lint
	cd proto && $(abspath $(BIN))/buf breaking --against baseline.binpb
	@rm -rf build/proto && mkdir -p build/proto
	@$(MAKE) --no-print-directory --silent generate OUT=build/proto
	@diff -r --exclude='*.proto' --exclude=py.typed --exclude=__main__.py --exclude=card_numbers.py --exclude=__pycache__ build/proto/cardtui proto/cardtui \
		|| { echo "The committed code differs from what the generator writes: run make proto" >&2; exit 1; }

.PHONY: proto-baseline
proto-baseline: $(VENV)/.stamp-dev ## Make the protocol as it is the baseline that must not break; only with a release
	cd proto && $(abspath $(BIN))/buf build --exclude-source-info -o baseline.binpb

.PHONY: messages
messages: $(VENV)/.stamp-dev ## Bring the message catalogues up to date
	$(BIN)/python tools/messages.py

.PHONY: clean
clean: ## Delete what was built; the environment stays
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .coverage .coverage.*
	find . -name __pycache__ -type d -not -path './$(VENV)/*' -prune -exec rm -rf {} +
