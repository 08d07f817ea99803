"""What becomes of an order at the desk: it stands, it stands with a note, or it is refused with its rule."""

from __future__ import annotations

import msgspec

from rules.core.language import english, say, translated
from rules.core.rejection import Rejection
from rules.orders.trouble import Code


class Checked(msgspec.Struct, frozen=True):
    """``code`` is set for an order that is refused. ``note``: it stands, but its owner should read on.
    ``barred``: it stands, but could not be carried out as things are. ``warned``: its first sentence is of a
    danger to one's own men. ``details``: what else TRY tells of it, a line each; ``gist``: what matters of
    the message in a few words, where there is no room for a sentence."""

    message: tuple[str, ...] = ()
    rule: str = ""
    code: str = ""
    note: bool = False
    barred: bool = False
    warned: bool = False
    suggestion: str = ""
    details: tuple[str, ...] = ()
    gist: str = ""

    @property
    def refused(self) -> bool:
        return bool(self.code)


def refused(rejection: Rejection, *hints: str, code: Code = Code.RULE) -> Checked:
    return Checked((sentence(translated(rejection.why)), *map(translated, hints)), rejection.rule, code.value)


def noted(rejection: Rejection, *hints: str) -> Checked:
    return Checked(
        (say("As things stand: {why}", why=sentence(translated(rejection.why))), *map(translated, hints)),
        rejection.rule,
        note=True,
        barred=True,
    )


def sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "?")) else ".")


EARLIER = english("The order stands, since the shots before it may change that.")
