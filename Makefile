# The commands of this project. `make help` lists them.
PYTHON ?= python3
ifeq ($(OS),Windows_NT)
BIN := .venv/Scripts
else
BIN := .venv/bin
endif
STAMP := .venv/.installed

.DEFAULT_GOAL := help
.PHONY: help setup run test check lint bench mutants rulings pictures pages site messages

help:  ## list these commands
	@grep -E '^[a-z]+:.*##' $(firstword $(MAKEFILE_LIST)) | sed -E 's/:.*##/\t/' | expand -t 10

CATALOGUES := $(patsubst %.po,%.mo,$(wildcard translations/*/LC_MESSAGES/*.po))

setup: $(STAMP) $(CATALOGUES)  ## create .venv with the project and its development tools

$(STAMP): pyproject.toml $(wildcard tools/build_*.py)
	@test -d .venv || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	@$(BIN)/python -m pip install --quiet --editable . --group dev
	@touch $(STAMP)

$(CATALOGUES): %.mo: %.po | $(STAMP)
	@$(BIN)/python -m tools.build_translations

run: setup  ## open the app
	@$(BIN)/scorekeeper

# The tests start the program a hundred times: it is compiled once, whatever the user's Python does otherwise.
test check: export PYTHONDONTWRITEBYTECODE :=

test: setup  ## run the tests
	@$(BIN)/python -m pytest

lint: setup  ## check format, lint, types and import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The rules of the game, where no line and no branch may be without a test.
CORE := scorekeeper/checks/*,scorekeeper/engine/*,scorekeeper/game/*,scorekeeper/judge/*,scorekeeper/rules/*,scorekeeper/simulate/*,scorekeeper/drawing.py,scorekeeper/round_record.py,scorekeeper/tiles.py

check: lint  ## run lint, then the tests with coverage, which must be whole for the rules of the game
	$(BIN)/python -m pytest --cov --cov-report=term
	@$(BIN)/python -m coverage report --include='$(CORE)' --fail-under=100

bench: setup  ## run the benchmarks; BENCH=name runs one file of benchmarks/
	@$(BIN)/python -m pip install --quiet --group bench
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

site: setup  ## build the site of the documentation into build/site, and check its links
	@$(BIN)/python -m pip install --quiet --group site
	@$(BIN)/python -m tools.site

messages: setup  ## collect the sentences for translators
	@$(BIN)/python -m tools.messages
