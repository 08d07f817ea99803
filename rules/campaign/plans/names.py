"""What the lines of orders name: groups, men, places, hexes, money. What a seat's own side knows counts and
nothing else, so that a line reads the same to whoever files it and to the umpire."""

from __future__ import annotations

import re

from rules.campaign.plans.men import LITTLE, PART, TAIL, Men
from rules.campaign.plans.nearest import nearest
from rules.campaign.plans.plan import COMING
from rules.core.language import english
from rules.orders.trouble import Code, Misread, Trouble, listed
from rules.scenarios.rosters import plain_name
from rules.state.campaign import Campaign
from rules.state.campaign_counters import HALVES, ConvoyId, Fate, GroupId, PlaceId, SpyId
from rules.state.figure import FigureId, Hex, SeatId, SideId

MOST_MONEY = 9_999
LEAST_OF_A_NAME = 3
"""Letters of a name that is cut short."""
_COUNTER = re.compile(r"[a-z]{1,2}\d{1,4}", re.I)
_AT = re.compile(r"(?:group|men|force|those|convoy|spy)\s+(?:at|in|near|from)\s+(?P<where>.+)", re.I)
_MONEY = re.compile(
    r"(?P<whole>\d{1,5})?\s*(?P<half>[.,]5|[.,]0|½|1/2)?\s*(?:d|deniers?|denari|pence)?\.?", re.I
)
_THE_REST = re.compile(
    r"(?:all )?(?:the )?(?:rest|other groups|remaining(?: groups)?|others?)"
    r"(?: of (?:them|us|my groups|our groups))?"
    r"|(?:everybody|everyone) else|all (?:the )?(?:others|other groups)",
    re.I,
)


_ALL = re.compile(
    r"(?:all|every(?:body|one)|(?:all )?(?:my |our |the )*(?:own )?groups|all of (?:them|us|you)"
    r"|all (?:of )?(?:my|our) (?:men|forces|troops))",
    re.I,
)
_BUT = re.compile(
    r"(?P<all>.+?)\s+(?:except(?: for)?|but(?: for)?|save|apart from|other than|without)\s+(?P<but>.+)", re.I
)
"""All but some."""


class Known(Men):
    """Whom and what a seat can name. ``coming``: who is to be split off by a line before, by plain names;
    ``ordered``: the groups that the lines of the mail before tell where to be, so that the rest are
    others."""

    def __init__(self, at: Campaign, seat: SeatId) -> None:
        super().__init__(at, seat)
        self.coming: dict[str, FigureId] = {}
        self.ordered: frozenset[GroupId] = frozenset()

    # groups

    def own_groups(self) -> tuple[GroupId, ...]:
        """The groups that the seat commands, without mercenaries under them."""
        return tuple(g.id for g in self.at.groups.values() if g.seat == self.seat and not g.mercenaries)

    def called(self, group: GroupId) -> str:
        """A group as orders call it: by its leader, else by its counter."""
        if group.startswith(COMING):
            return self.at.men[group.removeprefix(COMING)].name
        content = self.at.contents.get(group)
        found = self.at.groups.get(group)
        if content is None or found is None or not self.own(found.side) or not content.leader:
            return group
        return self.at.men[content.leader].name

    def counter_of(self, leader: str) -> GroupId:
        """The counter of the strange group that somebody was seen to lead; "" for none, or several."""
        name = plain_name(leader)
        found = {
            group
            for group, sighting in self.at.seen.get(self.side, {}).items()
            if group in self.at.groups and plain_name(sighting.leader) == name
        }
        return found.pop() if len(found) == 1 else ""

    def groups(self, text: str) -> tuple[GroupId, ...]:
        """One or several of the seat's own groups. Raises Misread."""
        if _ALL.fullmatch(text.strip()):
            return self.own_groups()
        if (some := _BUT.fullmatch(text.strip(" ,;:."))) and _ALL.fullmatch(some["all"]):
            return self._all_but(some["but"])
        if _THE_REST.fullmatch(text.strip(" ,;:.")):
            return self._rest()
        return tuple(dict.fromkeys(self.group(part) for part in PART.split(text.strip(" ,;:")) if part))

    def _all_but(self, text: str) -> tuple[GroupId, ...]:
        """The seat's groups without some of them. Raises Misread."""
        left_out = self.groups(text)
        found = tuple(group for group in self.own_groups() if group not in left_out)
        if not found:
            raise Misread(Trouble(Code.NAME, english("none of your groups is left then")))
        return found

    def _rest(self) -> tuple[GroupId, ...]:
        """The seat's groups that no line of the mail before has told anything. Raises Misread."""
        if not self.ordered:
            message = english("the rest are those whom the lines before tell nothing: give these first")
            raise Misread(Trouble(Code.NAME, message))
        found = tuple(group for group in self.own_groups() if group not in self.ordered)
        if not found:
            raise Misread(Trouble(Code.NAME, english("all of your groups have a line of their own")))
        return found

    def group(self, text: str) -> GroupId:
        """One of the seat's own groups: by its leader, by one of its men where nobody leads it, by its
        counter, by where it is. Raises Misread."""
        found = self.any_group(text)
        if found in self.at.groups and self.at.groups[found].seat != self.seat:
            raise Misread(Trouble(Code.NOT_YOURS, english("{group} is not yours", group=self.called(found))))
        if found in self.at.groups and self.at.groups[found].mercenaries:
            under = self.at.groups[found].under
            raise Misread(
                Trouble(
                    Code.NOT_YOURS,
                    english(
                        "{group} are mercenaries: they go where {leader} goes",
                        group=found,
                        leader=self.called(under),
                    ),
                )
            )
        return found

    def any_group(self, text: str) -> GroupId:
        """A group of anybody's: others' by their counters. Raises Misread."""
        said = text.strip(" ,;:.\"'")
        if where := _AT.fullmatch(re.sub(r"^(?:the|my|our)\s+", "", said, flags=re.I)):
            return self._group_in(self.hex(where["where"]))
        said = TAIL.sub("", LITTLE.sub("", said))
        if _COUNTER.fullmatch(said):
            return self._counter(said.casefold())
        plain = plain_name(said)
        if plain in self.coming:
            return f"{COMING}{self.coming[plain]}"
        short = self.shortened(said)
        if plain in self.men:
            try:
                return self._led_by(self.men[plain])
            except Misread:
                if short is None:  # else a leader is meant, and not his namesake in a garrison
                    raise
        if short:
            return short
        known = [self.called(group) for group in self.own_groups()]
        raise Misread(
            Trouble(
                Code.NAME,
                english(
                    "no group is called {word!r}: yours are {groups}",
                    word=said[:40],
                    groups=listed(known, "and"),
                )
                if known and not (likely := nearest(said, [*known, *self.at.groups]))
                else english("no group is called {word!r}", word=said[:40]),
                suggestion=likely if known else nearest(said, self.at.groups),
            )
        )

    def shortened(self, said: str) -> GroupId | None:
        """The only one of the seat's groups whose leader's name begins so: with his initial, as a capital, or
        with three letters or more; one that lacks but its last letter is misspelt, and "I" is who writes."""
        if not (len(said) >= LEAST_OF_A_NAME or (len(said) == 1 and said.isupper() and said != "I")):
            return None
        found = [
            group
            for group in self.own_groups()
            if (name := plain_name(self.called(group))) != group
            and name.startswith(plain_name(said))
            and len(said) <= len(name) - 2
        ]
        return found[0] if len(found) == 1 else None

    def _counter(self, said: str) -> GroupId:
        if said in self.at.groups:
            return said
        letter, number = said.rstrip("0123456789"), int(re.sub(r"\D", "", said))
        if 0 < number <= self.at.counters.get(letter, 0):
            why = english("{group} is not on the map any more", group=said)
        else:
            why = english("there is no counter {group}", group=said)
        raise Misread(Trouble(Code.NAME, why, suggestion=nearest(said, self.at.groups)))

    def quarry(self, text: str) -> GroupId | ConvoyId:
        """Whatever may be followed: a group of anybody's or a convoy. Raises Misread."""
        said = TAIL.sub("", LITTLE.sub("", text.strip(" ,;:.\"'")))
        counter = re.sub(r"^convoy\s+", "", said, flags=re.I).casefold()
        return counter if counter in self.at.convoys else self.any_group(text)

    def _group_in(self, at: Hex) -> GroupId:
        here = [group for group in self.own_groups() if self.at.groups[group].hex == at]
        if len(here) == 1:
            return here[0]
        where = self.where(at)
        if here:
            raise Misread(
                Trouble(
                    Code.WHICH_NAME,
                    english("several groups of yours are in {place}", place=where),
                    candidates=tuple(self.called(group) for group in here),
                )
            )
        raise Misread(Trouble(Code.NAME, english("no group of yours is in {place}", place=where)))

    def _led_by(self, name: FigureId) -> GroupId:
        """The group that a man of one's own stands for. Raises Misread with what has become of him."""
        for group, content in self.at.contents.items():
            if not self.own(self.at.groups[group].side) or name not in content.men:
                continue
            if content.leader in ("", name):
                return group
            raise Misread(
                Trouble(
                    Code.NAME,
                    english(
                        "{name} leads no group: he is in {leader}'s",
                        name=self.at.men[name].name,
                        leader=self.at.men[content.leader].name,
                    ),
                    suggestion=self.at.men[content.leader].name,
                )
            )
        raise Misread(Trouble(Code.CANNOT_ACT, self.whereabouts(name)))

    def whereabouts(self, name: FigureId) -> str:
        """What has become of one's own man who is in no group."""
        at, man = self.at, self.at.men[name]
        fate = at.fates.get(name)
        if fate is Fate.DEAD or man.dead:
            return english("{name} is dead", name=man.name)
        if fate is Fate.LOST:
            return english("{name} is lost in the wild", name=man.name)
        if fate in (Fate.TAKEN, Fate.GONE):
            return english("{name} is not in this campaign any more", name=man.name)
        if name in at.captors:
            return english(
                "{name} is a prisoner of the {side}", name=man.name, side=at.side_of(at.captors[name]).name
            )
        for place, holding in at.holdings.items():
            if not self.ours(place):
                continue
            if name in holding.patients:
                return english(
                    "{name} is being cured in {place}", name=man.name, place=at.founded(place).name
                )
            if name in holding.garrison:
                return english(
                    "{name} is in the garrison of {place}", name=man.name, place=at.founded(place).name
                )
        return english("{name} is in no group", name=man.name)

    def ours(self, place: PlaceId) -> bool:
        return self.own(self.at.places[place].side)

    # goals and the rest

    def goal(self, text: str, start: Hex = "") -> tuple[Hex, GroupId | ConvoyId]:
        """A hex, or a group or convoy of anybody's, for who starts somewhere. Raises Misread."""
        said = text.strip(" ,;:.\"'")
        plain = TAIL.sub("", LITTLE.sub("", said))
        if re.fullmatch(rf"(?:convoy\s+)?{_COUNTER.pattern}", plain, re.I) or plain_name(plain) in self.men:
            return "", self.quarry(said)
        try:
            return self.hex(said, start), ""
        except Misread as misread:
            if misread.trouble.suggestion or misread.trouble.code is not Code.NAME:
                raise
            names = [self.called(group) for group in self.own_groups()]
            raise Misread(
                Trouble(Code.NAME, misread.trouble.message, suggestion=nearest(said, names))
            ) from None

    def convoy(self, text: str) -> ConvoyId:
        """One of the seat's own convoys: by its counter or by where it is. Raises Misread."""
        said = re.sub(r"^(?:the\s+)?convoy\s+(?!at\b|in\b)", "", text.strip(" ,;:."), flags=re.I)
        own = [convoy for convoy in self.at.convoys.values() if convoy.seat == self.seat]
        if where := _AT.fullmatch(re.sub(r"^the\s+", "", said, flags=re.I)):
            at = self.hex(where["where"])
            own = [convoy for convoy in own if convoy.hex == at]
            if len(own) == 1:
                return own[0].id
            raise Misread(
                Trouble(Code.NAME, english("no convoy of yours is in {place}", place=self.where(at)))
            )
        if said.casefold() in self.at.convoys:
            if self.at.convoys[said.casefold()].seat != self.seat:
                raise Misread(Trouble(Code.NOT_YOURS, english("that convoy is not yours")))
            return said.casefold()
        raise Misread(
            Trouble(
                Code.NAME,
                english("there is no convoy {word!r}", word=said[:40]),
                suggestion=nearest(said, [convoy.id for convoy in own]),
            )
        )

    def spy(self, text: str) -> SpyId:
        """One of the seat's own spies. Raises Misread."""
        said = re.sub(r"^(?:the |my |our )*(?:spy )?", "", text.strip(" ,;:."), flags=re.I)
        own = {plain_name(spy.name): spy for spy in self.at.spies.values() if spy.seat == self.seat}
        if (found := own.get(plain_name(said))) is not None:
            return found.id
        others = {plain_name(spy.name) for spy in self.at.spies.values()}
        if plain_name(said) in others:
            raise Misread(Trouble(Code.NOT_YOURS, english("{name} is no spy of yours", name=said)))
        raise Misread(
            Trouble(
                Code.NAME,
                english("you have no spy called {word!r}", word=said[:40]),
                suggestion=nearest(said, [spy.name for spy in own.values()]),
            )
        )

    def is_spy(self, text: str) -> bool:
        said = plain_name(text.strip(" ,;:."))
        return any(plain_name(spy.name) == said for spy in self.at.spies.values() if spy.seat == self.seat)

    def only_spy(self) -> str:
        """What the seat's spy is called, where it has one alone; else ""."""
        own = [spy.name for spy in self.at.spies.values() if spy.seat == self.seat]
        return own[0] if len(own) == 1 else ""

    def band(self, text: str) -> GroupId:
        """Mercenaries, by their counter. Raises Misread."""
        said = re.sub(r"^(?:the )?(?:mercenaries|band)\s*", "", text.strip(" ,;:."), flags=re.I).casefold()
        bands = [group.id for group in self.at.groups.values() if group.mercenaries]
        if said in bands:
            return said
        raise Misread(
            Trouble(
                Code.NAME,
                english("there are no mercenaries {word!r}", word=said[:40]),
                suggestion=nearest(said, bands),
            )
        )

    def sides(self, text: str) -> tuple[SideId, ...]:
        """Factions: "Lombards and Arabs". Raises Misread."""
        found = []
        for part in [
            part for part in re.split(r"\s*(?:,|\band\b|\bor\b)\s*", text.strip(" ,;:."), flags=re.I) if part
        ]:
            said = plain_name(re.sub(r"^the\s+", "", part, flags=re.I))
            side = next(
                (s.id for s in self.at.setup.sides if said in _words_for(s.id, s.name, s.adjective)), ""
            )
            if not side:
                names = [s.name for s in self.at.setup.sides if not self.own(s.id)]
                raise Misread(
                    Trouble(
                        Code.NAME,
                        english("no faction is called {word!r}", word=part[:40]),
                        suggestion=nearest(part, names),
                    )
                )
            found.append(side)
        if not found:
            raise Misread(Trouble(Code.INCOMPLETE, english("say against whom")))
        return tuple(dict.fromkeys(found))

    def halves(self, text: str) -> int:
        """Money in half deniers. Raises Misread."""
        found = _MONEY.fullmatch(text.strip())
        if found is None or not (found["whole"] or found["half"]) or int(found["whole"] or 0) > MOST_MONEY:
            raise Misread(Trouble(Code.EXPECTED, english("money is said in deniers: 5 D, 2.5 D")))
        return int(found["whole"] or 0) * HALVES + (found["half"] in (".5", ",5", "½", "1/2"))


def _words_for(*names: str) -> set[str]:
    plain = {plain_name(name) for name in names}
    return plain | {f"{name}s" for name in plain} | {name.removesuffix("s") for name in plain}
