# The commands of this project. `make help` lists them.
PYTHON ?= python3
ifeq ($(OS),Windows_NT)
BIN := .venv/Scripts
else
BIN := .venv/bin
endif

.DEFAULT_GOAL := help
.PHONY: help setup run test check lint bench mutants rulings pictures pages site messages

help:  ## list these commands
	@grep -E '^[a-z]+:.*##' $(firstword $(MAKEFILE_LIST)) | sed -E 's/:.*##/\t/' | expand -t 10

run:  ## open the app; the first time, set it up in .venv
	@$(PYTHON) tools/setup.py run

setup:  ## set up everything that work on the project needs
	@$(PYTHON) tools/setup.py all

# The tests start the program a hundred times: it is compiled once, whatever the user's Python does otherwise.
test check: export PYTHONDONTWRITEBYTECODE :=

test:  ## set up what the tests need, and run them
	@$(PYTHON) tools/setup.py test

lint: setup  ## check format, lint, types and import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The rules of the game, where no line and no branch may be without a test.
CORE := scorekeeper/checks/*,scorekeeper/club/*,scorekeeper/engine/*,scorekeeper/game/*,scorekeeper/judge/*,scorekeeper/rules/*,scorekeeper/simulate/*,scorekeeper/drawing.py,scorekeeper/round_record.py,scorekeeper/tiles.py

check: lint  ## run lint, then the tests with coverage, which must be whole for the rules of the game
	$(BIN)/python -m pytest --cov --cov-report=term
	@$(BIN)/python -m coverage report --include='$(CORE)' --fail-under=100

bench:  ## run the benchmarks; BENCH=name runs one file of benchmarks/
	@$(PYTHON) tools/setup.py all bench
	@failed=; for bench in $(or $(BENCH),$(basename $(notdir $(wildcard benchmarks/*.py)))); do \
	  echo "== $$bench"; $(BIN)/python -m benchmarks.$$bench || failed="$$failed $$bench"; done; \
	  test -z "$$failed" || { echo "failed:$$failed" >&2; exit 1; }

mutants: setup  ## see whether the tests notice small changes to the rules; SEED=1 COUNT=200 PACKAGE=engine
	@$(BIN)/python -m tools.mutants $(or $(SEED),1) $(or $(COUNT),200) $(PACKAGE)

rulings: setup  ## write the rulings on all situations of the tests anew, to see what a change does to them
	@$(BIN)/python -m tests.golden_rulings

pictures: setup  ## redraw the pictures of the documentation
	@$(BIN)/python -m tools.pictures

pages: setup  ## regenerate the parts of docs/ that come from the code and the rule books
	@$(BIN)/python -m tools.pages

site:  ## build the site of the documentation into build/site, and check its links
	@$(PYTHON) tools/setup.py site
	@$(BIN)/python -m tools.site

messages: setup  ## collect the sentences for translators
	@$(BIN)/python -m tools.messages
