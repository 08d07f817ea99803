"""Measuring in the middle of a test run: the CPU time of the work alone.

A process that has run thousands of tests holds millions of objects, and a full collection of garbage that
falls into the measured work walks them all: seconds that belong to the neighbours. What already lives is
therefore set aside first (see also tests/conftest.py), and only this thread's time counts. It stays aside: to
walk it once more would only slow down the tests that follow.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager


class Took:
    """So many seconds of CPU time; infinite until the work is done."""

    seconds = float("inf")


@contextmanager
def stopwatch() -> Iterator[Took]:
    took = Took()
    gc.freeze()
    began = time.thread_time()
    try:
        yield took
        took.seconds = time.thread_time() - began
    finally:
        gc.collect()  # what the work left behind, and nothing else
