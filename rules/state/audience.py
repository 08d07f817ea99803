"""Who may know a field of a state: declared in the ``audiences`` of the record that has the field.

``rules.views.masking`` makes every view from these declarations and from nothing else. A field without one
is in no view: making any fails.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, NamedTuple


class To(Enum):
    """Who may know a field, where no function has to say it. Who may not finds the field's default."""

    ALL = "everybody"
    OWN = "each seat its own entry"  # of a dictionary by seat
    OWNER = "the seat that its record belongs to"  # by the record's field ``seat``
    UMPIRE = "nobody"
    WITHIN = "as its own fields say"  # a record with audiences of its own, or a dictionary of such


class By(NamedTuple):
    """As a function says. It is given the field's value in a copy that is to become the view, the record that
    has the field, the true state, and the seat (None: the public), and answers the value in the view."""

    shown: Callable[[Any, Any, Any, str | None], Any]


Audiences = Mapping[str, To | By]
