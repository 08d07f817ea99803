"""What is built on the sides of hexes, sorted by what it closes."""

from __future__ import annotations

# No opening in them: nobody is shot at over them from the ground, and a hook holds on them (GUI-9.4.4,
# GUI-10.6.1a).
BLANK = frozenset({"wall", "stockade", "parapet"})
# A bow shoots out of them, and nothing else comes through (GUI-9.3.3, GUI-9.5.1a).
NARROW = frozenset({"slit", "half_slit", "chapel_window"})
OPENINGS = NARROW | {"door", "entrance", "window"}
# What closes a side to the eye, as a whole or but for an opening.
SHUT = OPENINGS | BLANK
# Stone through which no hand reaches.
STONE = NARROW | {"wall", "parapet"}
# What cannot stand between the two halves of a counter (GUI-8.4a).
PARTING = NARROW | BLANK | {"window"}
# All that a map can have built there.
BUILT_SIDES = SHUT | {"low_wall"}
