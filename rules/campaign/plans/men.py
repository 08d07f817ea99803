"""Men of one's own side as lines of orders name them: by name, by kind, and how many."""

from __future__ import annotations

import re

from rules.campaign.plans.counted import abbreviated, kinds
from rules.campaign.plans.nearest import nearest
from rules.campaign.plans.plan import Pick
from rules.campaign.plans.spots import Spots
from rules.core.language import english
from rules.orders.trouble import Code, Misread, Trouble
from rules.scenarios.rosters import plain_name
from rules.state.campaign import Campaign, side_of
from rules.state.figure import FigureId, SeatId, SideId

LITTLE = re.compile(
    r"^(?:(?:the|my|our|his|their|own|group|groups|men|people|counter|troops?|force|of|lord|count|duke)\s+)+",
    re.I,
)
TAIL = re.compile(r"(?:['’]s?(?![a-z]))?(?:\s+(?:group|men|people|troops|force|counter|band))*$", re.I)
PART = re.compile(r"\s*(?:,|;|\+|&|\band\b)\s*", re.I)


class Men(Spots):
    """Which men a seat can name."""

    def __init__(self, at: Campaign, seat: SeatId) -> None:
        super().__init__(at)
        self.seat = seat
        self.side = side_of(at, seat)
        self.men = {plain_name(man.name): man.id for man in at.men.values() if self.own(man.side)}

    def own(self, side: SideId) -> bool:
        """Whether somebody is of the seat's own side; of an ally's he is not."""
        return side == self.side

    def man(self, text: str) -> FigureId:
        """A man of one's own side, by name. Raises Misread."""
        said = LITTLE.sub("", text.strip(" ,;:.\"'"))
        found = self.men.get(plain_name(said), "") or self.men.get(plain_name(TAIL.sub("", said)), "")
        if not found:
            names = [man.name for man in self.at.men.values() if self.own(man.side)]
            raise Misread(
                Trouble(
                    Code.NAME,
                    english("nobody of yours is called {word!r}", word=said[:40]),
                    suggestion=nearest(said, names),
                )
            )
        return found

    def pick(self, text: str) -> Pick:
        """ "3 knights, 4 archers, Hugo, 2 men, the wounded". Raises Misread."""
        names: list[FigureId] = []
        many: dict[str, int] = {}
        number, wounded = 0, False
        for part in [part for part in PART.split(text.strip(" ,;:.")) if part]:
            said = re.sub(r"^(?:the|all|all the|all of the|any)\s+", "", part, flags=re.I)
            if re.fullmatch(r"(?:wounded|hurt|sick)(?: men)?", said, re.I):
                wounded = True
                continue
            found = re.fullmatch(r"(?P<n>\d{1,4}|an?)(?:\s+(?P<what>.+))?", said, re.I)
            if found is None:
                names.append(self.man(said))
                continue
            n = _number(found["n"])
            what = re.sub(r"^of (?:the |his |my )*", "", found["what"] or "men", flags=re.I)
            if re.fullmatch(r"(?:men|man|of them|others?|people|soldiers?)", what, re.I):
                number += n
            else:
                kind = self.kind(what)
                many[kind] = many.get(kind, 0) + n
        if not (names or any(many.values()) or number or wounded):
            raise Misread(Trouble(Code.EXPECTED, english("say how many, or who: 3 knights, 4 archers, Hugo")))
        kept = {kind: n for kind, n in many.items() if n}
        return Pick(tuple(dict.fromkeys(names)), kept, number, wounded)

    def kind(self, text: str) -> str:
        """A kind of men. Raises Misread."""
        said = plain_name(text.strip(" ,;:."))
        found = kinds().get(said) or abbreviated(said)
        if not found:
            raise Misread(
                Trouble(
                    Code.EXPECTED,
                    english("{word!r} is no kind of men", word=text.strip()[:40]),
                    suggestion=nearest(said, kinds()).replace("-", " "),
                )
            )
        return found

    def counted(self, text: str) -> dict[str, int]:
        """ "3 light infantry, 2 peasants", for recruiting. Raises Misread."""
        pick = self.pick(text)
        if pick.names or pick.number or pick.wounded:
            raise Misread(
                Trouble(Code.EXPECTED, english("say how many of which kind: 3 light infantry, 2 peasants"))
            )
        return pick.kinds


def _number(said: str) -> int:
    return int(said) if said.isdigit() else 1
