"""Whole games as files: replayed and played again by the code at hand.

Every ``*.jsonl`` in this folder is a test by being here: one event a line, as the log stores them. If a rule
was corrected on purpose, make them anew with ``python -m tests.golden`` and say so in the commit.
"""
