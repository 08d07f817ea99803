"""The start of a process of the server: whoever has a reason to keep it from serving says so here, in one
sentence, and it ends before it has done anything."""

from __future__ import annotations

import os
import sys

from django.dispatch import Signal

starting = Signal()
"""Sent before a process begins to serve; receivers raise CannotStart."""


class CannotStart(Exception):
    """Why a process must not serve, and what to do."""


def begin() -> None:
    """Every process of the server calls this before it serves. Raises CannotStart."""
    starting.send(sender=None)


def begin_or_end(**_: object) -> None:
    """The same, for whoever is asked by a library: the process ends with the sentence, as a fault of its
    configuration."""
    try:
        begin()
    except CannotStart as reason:
        sys.stderr.write(f"This server does not start: {reason}.\n")
        raise SystemExit(os.EX_CONFIG) from None
