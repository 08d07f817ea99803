"""What lines of orders call places and hexes."""

from __future__ import annotations

import re

from rules.campaign.in_force import land_of
from rules.campaign.land import LandError
from rules.core.facing import FACINGS
from rules.core.language import english
from rules.orders.trouble import Code, Misread, Trouble
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Founded
from rules.state.figure import Hex

_BESIDE = re.compile(
    r"(?:the\s+)?(?:hex\s+)?(?:(?P<far>\d{1,2})\s+(?:hex(?:es)?\s+)?)?(?:to\s+)?(?:the\s+)?(?P<way>[a-z-]+)"
    r"(?:\s+(?:of|from)\s+(?P<place>.+))?",
    re.I,
)


class Spots:
    """The land of a campaign as lines of orders name it, which is the same for every seat."""

    def __init__(self, at: Campaign) -> None:
        self.at = at
        self.land = land_of(at)

    def place(self, text: str) -> Founded:
        """A settlement, castle or city. Raises Misread."""
        said = re.sub(
            r"^(?:the\s+)?(?:(?:town|city|castle|village|settlement|place|garrison)\s+(?:of\s+)?)?",
            "",
            text.strip(" ,;:.\"'"),
            flags=re.I,
        )
        found = self.land.named(said)
        by_id = {place.id: place for place in self.at.setup.places}
        if found is not None and found.id in by_id:
            return by_id[found.id]
        if re.fullmatch(r"\d{4}", said) and (there := self.at.place_in(said)) is not None:
            return there
        raise Misread(
            Trouble(
                Code.NAME,
                english("no place on this map is called {word!r}", word=said[:40]),
                suggestion=self.land.nearest(said),
            )
        )

    def hex(self, text: str, start: Hex = "") -> Hex:
        """A hex: by its number, as a place, or in a direction from a place, or so many hexes from where
        somebody is who starts there. Raises Misread."""
        said = text.strip(" ,;:.\"'")
        said = re.sub(r"^(?:the\s+)?hex\s+", "", said, flags=re.I)
        if re.fullmatch(r"\d{4}", said):
            try:
                self.land.at(said)
            except LandError:
                raise Misread(
                    Trouble(Code.HEX, english("there is no hex {hex} on this map", hex=said))
                ) from None
            return said
        if (beside := _BESIDE.fullmatch(said)) and (beside["place"] or (beside["far"] and start)):
            if beside["far"] and not int(beside["far"]):
                raise Misread(Trouble(Code.HEX, english("{words!r} is no other hex", words=said[:40])))
            origin = self.place(beside["place"]).hex if beside["place"] else start
            return self._beside(origin, beside["way"], int(beside["far"] or 1))
        return self.place(said).hex

    def _beside(self, start: Hex, way: str, far: int) -> Hex:
        word = way.replace("-", "").casefold()
        facing = next((f for f in FACINGS if word in (f.name.casefold(), f.words.replace("-", ""))), None)
        if facing is None:
            raise Misread(
                Trouble(
                    Code.DIRECTION,
                    english("directions are N, NE, SE, S, SW and NW: not {word!r}", word=way[:20]),
                )
            )
        at: Hex | None = start
        for _ in range(far):
            at = self.land.beside(at, facing) if at is not None else None
        if at is None:
            raise Misread(Trouble(Code.HEX, english("that is off the map")))
        return at

    def where(self, at: Hex) -> str:
        """A hex as orders call it: by the place in it, else by its number."""
        found = self.at.place_in(at)
        return found.name if found is not None else at
