"""The choices that the book gives to players, and how one of them is put as a question.

A seat may be asked for a kind of choice instead of leaving it to its standing orders. Each kind has the name
of the standing order that answers it too, where there is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec


class Question(msgspec.Struct, frozen=True):
    """A kind of choice that a player may want to be asked for: what it is about in words, and what else
    ASK calls it."""

    kind: str
    words: str
    also: tuple[str, ...] = ()


JOINED = " + "


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer that may be given. ``key`` is what the log holds, ``words`` what the player reads. Choices
    that have a ``group`` may be taken together, one of each group ("Arnolfo shoots" and "Yani shoots")."""

    key: str
    words: str
    group: str = ""


def joined(choices: Sequence[Choice], keys: Sequence[str]) -> str:
    """The key of several choices taken together, in the order in which they are offered; of one its own.
    Raises ValueError where they do not go together or are not offered."""
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
