# Two commands: `make demo` to see it referee a round without a camera, `make test` to run every check.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: demo play install install-dev test check clean

demo: install
	$(BIN)/scheids demo

play: install
	$(BIN)/scheids play

install: $(VENV)/play.stamp

install-dev: $(VENV)/dev.stamp

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Scheids needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip

$(VENV)/play.stamp: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --editable '.[https,name]'
	touch $@

$(VENV)/dev.stamp: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --editable '.[dev,train]'
	touch $@ $(VENV)/play.stamp

check: install-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: check
	$(BIN)/pytest

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache
