"""Kinds of men as lines of orders name them, numbers of them, and money."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rules.campaign.picking import ANY
from rules.core.language import english
from rules.scenarios.rosters import plain_name, roster_figures
from rules.state.campaign_counters import HALVES

LEAST_LETTERS = 3
"""Of a kind of men that is not written out."""
_COUNTED: Mapping[str, tuple[str, str]] = {
    "archer": (english("{n} archer"), english("{n} archers")),
    "cataphract": (english("{n} cataphract"), english("{n} cataphracts")),
    "emir": (english("{n} emir"), english("{n} emirs")),
    "footman": (english("{n} footman"), english("{n} footmen")),
    "heavy cavalry": (english("{n} heavy cavalry"), english("{n} heavy cavalry")),
    "heavy infantry": (english("{n} heavy infantry"), english("{n} heavy infantry")),
    "hoplite": (english("{n} hoplite"), english("{n} hoplites")),
    "horse archer": (english("{n} horse archer"), english("{n} horse archers")),
    "javelinman": (english("{n} javelinman"), english("{n} javelinmen")),
    "knight": (english("{n} knight"), english("{n} knights")),
    "koursor": (english("{n} koursor"), english("{n} koursors")),
    "light cavalry": (english("{n} light cavalry"), english("{n} light cavalry")),
    "light infantry": (english("{n} light infantry"), english("{n} light infantry")),
    "peasant": (english("{n} peasant"), english("{n} peasants")),
    "rider": (english("{n} rider"), english("{n} riders")),
    "sergeant": (english("{n} sergeant"), english("{n} sergeants")),
    "shooter": (english("{n} shooter"), english("{n} shooters")),
    "slinger": (english("{n} slinger"), english("{n} slingers")),
    "spearman": (english("{n} spearman"), english("{n} spearmen")),
    "varangian": (english("{n} varangian"), english("{n} varangians")),
    ANY: (english("{n} man"), english("{n} men")),
}
"""One of a kind, and several."""


@cache
def kinds() -> dict[str, str]:
    """Words for kinds of men, in one or many, and for the three sorts of kinds."""
    found = {
        form: kind for kind in sorted({f.kind for f in roster_figures().values()}) for form in _forms(kind)
    }
    for words, kind in (
        (("rider", "riders", "horsemen", "horseman", "cavalry", "mounted"), "rider"),
        (("shooter", "shooters", "bowmen", "bowman", "missiles"), "shooter"),
        (("footman", "footmen", "infantry", "foot", "foot-soldier", "foot-soldiers"), "footman"),
    ):
        found |= dict.fromkeys(words, kind)
    return found


def _forms(kind: str) -> tuple[str, ...]:
    plain = plain_name(kind)
    if plain.endswith("ry"):  # infantry, cavalry: one or many
        return (plain,)
    return plain, f"{plain}s", f"{plain[:-3]}men" if plain.endswith("man") else plain


def abbreviated(said: str) -> str:
    """The kind of men of which the first letters stand there ("arch"), or the first of both words ("LI");
    empty if that is not one alone."""
    found = {
        kind
        for form, kind in kinds().items()
        if (len(said) >= LEAST_LETTERS and form.startswith(said))
        or ("-" in form and "".join(part[0] for part in form.split("-")) == said)
    }
    return found.pop() if len(found) == 1 else ""


def so_many(number: int, kind: str) -> str:
    """ "3 knights", "2 light infantry", "1 man", as orders and the record have it. Of a kind that no roster
    has: "2 pikemen"."""
    if kind in _COUNTED:
        return _COUNTED[kind][number != 1].format(n=number)
    return (
        f"{number} {kind[:-3]}men"
        if number != 1 and kind.endswith("man")
        else f"{number} {kind}{'s' * (number != 1)}"
    )


def in_numbers(kinds: Mapping[str, int]) -> str:
    """ "3 light infantry, 2 peasants"."""
    return ", ".join(so_many(number, kind) for kind, number in kinds.items())


def money(halves: int) -> str:
    """ "5 D", "2.5 D"."""
    return f"{halves // HALVES}{'.5' if halves % HALVES else ''} D"
