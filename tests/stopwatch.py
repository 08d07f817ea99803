"""Measuring in the middle of a test run: the CPU time of the work alone, at the pace of a quiet machine.

A process that has run thousands of tests holds millions of objects, and a full collection of garbage that
falls into the measured work walks them all: seconds that belong to the neighbours. What already lives is
therefore set aside first (see also tests/conftest.py), and only this thread's time counts. It stays aside: to
walk it once more would only slow down the tests that follow.

CPU time is no constant either: where two threads share a core, each takes nearly twice as long for the same
work. A piece of work that never changes is therefore timed before and behind what is measured.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

from bench.measure import pace


class Took:
    """So many seconds of CPU time on a quiet machine, and as they were counted; infinite until the work is
    done."""

    seconds = float("inf")
    unscaled = float("inf")


@contextmanager
def stopwatch() -> Iterator[Took]:
    took = Took()
    gc.freeze()
    before = pace()
    began = time.thread_time()
    try:
        yield took
        took.unscaled = time.thread_time() - began
        took.seconds = took.unscaled / ((before + pace()) / 2)
    finally:
        gc.collect()  # what the work left behind, and nothing else
