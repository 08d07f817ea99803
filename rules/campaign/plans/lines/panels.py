"""Lines about the panels on which battles are to be fought."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.campaign.boards import panels
from rules.campaign.in_force import tables_of
from rules.campaign.plans.lines.scope import Scope, form
from rules.campaign.plans.nearest import nearest
from rules.campaign.plans.plan import Order, Panels
from rules.core.language import english
from rules.core.tables import Tables
from rules.orders.trouble import Code, Misread, Trouble

_LINE = form(r"(?:(?P<ground>[^:]*?)\s*:\s*)?(?P<names>[^:]+)")
_LITTLE = re.compile(r"^(?:(?:in|on|at|for|near|by|a|an|the)\s+)+", re.I)
_PART = re.compile(r"\s*(?:,|;|/|\band\b|\bthen\b|\bor\b)\s*", re.I)
_ANY = ("", "all", "any", "anywhere", "everywhere", "others")
_ALSO = {"wood": "forest", "marsh": "swamp", "open ground": "plain", "sea": "coast", "shore": "coast"}


def lay(scope: Scope, rest: str) -> Iterable[Order]:
    """ "forest: orchard, defile", or "plain, stubble" for whatever ground there is."""
    found = scope.fits("panels", rest, _LINE)
    tables = tables_of(scope.at)
    ground = _ground(tables, _LITTLE.sub("", (found["ground"] or "").strip()).casefold())
    parts = [name for one in _PART.split(found["names"]) if (name := _LITTLE.sub("", one.strip()))]
    names = parts or [found["names"]]
    return [Panels(ground=ground, panels=tuple(dict.fromkeys(_panel(tables, ground, one) for one in names)))]


def _ground(tables: Tables, said: str) -> str:
    """What a hex has, in one or many; "" for all. Raises Misread."""
    known = {one: one for one in panels.grounds(tables)} | _ALSO
    known |= {_many(one): meant for one, meant in known.items()}
    if said in _ANY:
        return ""
    if said in known:
        return known[said]
    grounds = ", ".join(panels.grounds(tables))
    message = english("{word!r} is no ground of a battle: {grounds}", word=said[:30], grounds=grounds)
    raise Misread(Trouble(Code.NAME, message, suggestion=nearest(said, known)))


def _many(word: str) -> str:
    return f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"


def _panel(tables: Tables, ground: str, said: str) -> str:
    """Raises Misread for a name that is none, and for a panel that does not fit the ground."""
    name, known = said.casefold(), panels.every(tables)
    if name not in known:
        every = f"PANELS {', '.join(known)}"  # an order, which is the same in every language
        message = english("{word!r} is not the name of a panel: {every}", word=said[:30], every=every)
        raise Misread(Trouble(Code.NAME, message, suggestion=nearest(said, known)))
    if ground and name not in panels.allowed(tables, ground):
        message = english(
            "{panel} is not laid for {ground}: {first}, and beside them {open}",
            panel=name,
            ground=ground,
            first=", ".join(panels.of_ground(tables, ground)),
            open=", ".join(panels.of_ground(tables, panels.OPEN)),
        )
        raise Misread(Trouble(Code.RULE, message))
    return name
