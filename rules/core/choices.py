"""The choices that the book gives to players, and how one of them is put as a question.

A seat may be asked for a kind of choice instead of leaving it to its standing orders. Each kind has the name of the
standing order that answers it too, where there is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from rules.core.language import english

KINDS: dict[str, str] = {
    "watch": english("who shoots at an enemy who moves (GUI-5.3b)"),
    "oppose": english("whom to test for infiltration (GUI-4.3a)"),
    "wound": english("which of yours takes an injury (GUI-6.2d)"),
    "retreat": english(
        "where a man of yours falls back to, or comes down from his horse (GUI-6.5a, GUI-6.8a)"
    ),
    "advance": english("who follows up, and where (GUI-6.6a)"),
    "counter": english("whether a rider meets a charge (GUI-7.2.2a)"),
    "refuse": english("whether a faster man waits for an attack (GUI-7.4a)"),
    "tortoise": english("whether a formation under fire raises its shields (GUI-7.3.2a)"),
    "cover": english(
        "which side a man in a doorway or at a corner keeps covered in cross-fire (GUI-8.3.5, GUI-8.3.6)"
    ),
    "gate": english("whether a man behind a gate raises or lowers it (GUI-9.2.3.2)"),
    "topple": english("who topples a ladder, and which way it falls (GUI-10.1.6a, GUI-10.1.6b)"),
    "fall": english("where a man comes down who falls from a ladder or rope (GUI-10.1.6c)"),
    "douse": english("who tries to put out a fire (GUI-10.2.3)"),
    "evacuate": english("which way out of the flames a man takes (GUI-10.2.4a)"),
    "cut": english("who cuts a rope (GUI-10.6.4)"),
}
# The advanced modules in whose scenarios a kind of choice comes up; the others come up in all.
MODULE_OF: dict[str, str] = {
    "counter": "tactics",
    "refuse": "tactics",
    "tortoise": "tactics",
    "cover": "buildings",
    "gate": "castles",
    "topple": "works",
    "fall": "works",
    "douse": "works",
    "evacuate": "works",
    "cut": "works",
}
JOINED = " + "


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer that may be given. ``key`` is what the log holds, ``words`` what the player reads. Choices that have a
    ``group`` may be taken together, one of each group ("Arnolfo shoots" and "Yani shoots")."""

    key: str
    words: str
    group: str = ""


def joined(choices: Sequence[Choice], keys: Sequence[str]) -> str:
    """The key of several choices taken together, in the order in which they are offered; of one its own. Raises
    ValueError where they do not go together or are not offered."""
    taken = [choice for choice in choices if choice.key in keys]
    if not taken or len(taken) < len(set(keys)):
        raise ValueError(f"{list(keys)} is not offered")
    groups = sorted(choice.group for choice in taken)
    if len(taken) > 1 and (not groups[0] or any(a == b for a, b in pairwise(groups))):
        raise ValueError(f"{' and '.join(choice.words for choice in taken)} do not go together")
    return JOINED.join(choice.key for choice in taken)


def parts(key: str) -> list[str]:
    """The keys in an answer."""
    return key.split(JOINED)
