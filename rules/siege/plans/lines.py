"""Reading a line of days: the terms, and what is then done."""

from __future__ import annotations

import re
from functools import cache

from rules.core.language import english
from rules.core.tables import Tables
from rules.orders.trouble import Code, Misread, Trouble, listed
from rules.siege.page import Behind, SiegePage
from rules.siege.plans import terms
from rules.siege.plans.ending import Ends, ends_of
from rules.siege.plans.plan import NONE, Act, Line
from rules.siege.plans.wishes import WISHES
from rules.siege.plans.words import EVERYBODY, Company, nearest
from rules.siege.plans.writing import verb, written
from rules.state.figure import SideId
from rules.state.siege import Deed, DeedId, Siege

EDGES = {short: edge for edge in ("north", "south", "east", "west") for short in (edge, edge[0])}
_HEX = re.compile(r"\b\d{4}\b")
_SAID = re.compile(r"^(?:please|then|and|we|i|will|shall|let us|lets)\s+", re.IGNORECASE)
_DENIED = re.compile(r"(?:never|do not|don't|not|no|nobody)\b", re.IGNORECASE)
_LITTLE = frozenset(
    ("with", "throwers", "thrower", "the", "at", "on", "by", "hex", "and", "wall", "walls", "to", "use")
)


_BESIDE_A_THING = frozenset((
    "a", "an", "the", "some", "more", "another", "other", "new", "first", "second", "third", "one",
    "two", "three", "four", "five", "six", "eight", "ten", "few", "several", "scaling", "siege",
    "big", "large", "good", "our", "us", "up", "set", "of", "for", "wall", "walls", "engine",
    "engines", "now", "today", "next", "also", "too", "please",
))  # fmt: skip
"""Words that may stand beside what is built, and say nothing."""


@cache
def _before_an_act(page: SiegePage) -> re.Pattern[str]:
    """What divides the acts of a line by a book's order words."""
    return re.compile(
        rf"\s*(?:,|;)?\s+(?:and|then|and then)\s+(?=(?:{'|'.join(page.verbs)})\b)", re.IGNORECASE
    )


class LineReader:
    """Reads lines of days for a side, in the words of a book's page."""

    def __init__(self, siege: Siege, side: SideId, page: SiegePage, tables: Tables, company: Company) -> None:
        self.siege = siege
        self.side = side
        self.page = page
        self.tables = tables
        self.company = company

    def read(self, text: str) -> Line:
        """``text``: in order words, on one line. Raises Misread."""
        cases, acts = terms.taken_apart(text)
        found = tuple(self._act(_SAID.sub("", part)) for part in _before_an_act(self.page).split(acts))
        if not cases and not found:
            raise Misread(Trouble(Code.VERB, english("nothing to do is said here")))
        self._go_together(found)
        return Line(cases, found, written(self.page, cases, found))

    def _go_together(self, acts: tuple[Act, ...]) -> None:
        done = [self.page.action(act.deed) for act in acts]
        alone = [action for action in done if action.alone]
        if alone and len(acts) > 1:
            raise Misread(
                Trouble(
                    Code.TERMS,
                    english("{verb} fills the day: nothing else is done on it", verb=verb(alone[0].deed)),
                )
            )
        for action in done:
            if action.behind is Behind.HEXES and done.count(action) > 1:
                raise Misread(
                    Trouble(
                        Code.TWICE,
                        english("{verb} is said once, with all hexes behind it", verb=verb(action.deed)),
                    )
                )

    # acts

    def _act(self, text: str) -> Act:
        first, _, rest = text.strip().partition(" ")
        action = self.page.verbs.get(first.casefold().strip(",.:"))
        allowed = self.page.open_to(self.siege, self.side)
        if action is None:
            if _DENIED.match(text):
                message = english(
                    "a plan says what is done, and nothing else is: leave it out, or say on what it waits"
                    " (IF day 5 or later THEN {verb})", verb=verb(allowed[0].deed),
                )  # fmt: skip
                raise Misread(Trouble(Code.TERMS, message))
            ours = [word for word, one in self.page.verbs.items() if one in allowed]
            near = nearest(first.casefold().strip(",.:"), [*ours, *WISHES])
            verbs = listed([verb(action.deed) for action in allowed])
            raise Misread(
                Trouble(
                    Code.VERB,
                    english("{word!r} is no order of a siege: {verbs}", word=first, verbs=verbs),
                    suggestion=near.upper(),
                )
            )
        if action.deed not in {one.deed for one in allowed}:
            whose = english("besieged") if self.siege.besieges(self.side) else english("besiegers")
            raise Misread(
                Trouble(
                    Code.NOT_YOURS,
                    english("{verb} is an order for the {whose}", verb=verb(action.deed), whose=whose),
                )
            )
        match action.behind:
            case Behind.HEXES:
                return self._hexes(action.deed, rest)
            case Behind.THING:
                return self._thing(action.deed, rest)
            case Behind.MEN:
                return self._fight(action.deed, rest)
            case Behind.NOTHING:
                if rest.strip(" ."):
                    raise Misread(
                        Trouble(
                            Code.LEFT_OVER, english("nothing stands behind {verb}", verb=verb(action.deed))
                        )
                    )
                return Act(action.deed)

    def _fight(self, deed: DeedId, rest: str) -> Act:
        edge, ladders, throwers, ends = "", 0, 0, Ends()
        if deed == Deed.ASSAULT:
            ends, rest = ends_of(rest)
            ladders, rest = _so_many("ladder", rest)
            throwers, rest = _so_many("thrower", rest)
        if found := re.search(
            r"(?:,|\bfrom|\bby|\bat)?\s*(?:the )?(?:edge (\w+)|(\w+) edge)", rest, re.IGNORECASE
        ):
            said = (found[1] or found[2]).casefold()
            if said not in EDGES:
                raise Misread(Trouble(Code.DIRECTION, english("edges are north, east, south and west")))
            edge, rest = EDGES[said], rest[: found.start()] + rest[found.end() :]
        if deed == Deed.SUPPLY and edge not in ("east", "west"):
            edge = ""  # it goes by those two alone (GUI-11.4.3b): the line as it stands says so
        men, kinds = self.company.own(rest, self.side)
        return Act(
            deed, men=men, kinds=kinds, number=ladders, throwers=max(throwers, 0), edge=edge,
            halt=ends.halt, until=ends.until,
        )  # fmt: skip

    def _hexes(self, deed: DeedId, rest: str) -> Act:
        hexes = tuple(dict.fromkeys(_HEX.findall(rest)))
        left = _HEX.sub(" ", rest)
        number = 0
        if found := re.search(r"\b(\d+)\s+throwers?|throwers?\s+(\d+)\b", left, re.IGNORECASE):
            number = int(found[1] or found[2])
            left = left[: found.start()] + left[found.end() :]
        words = [
            w for w in re.findall(r"[^\W_]+", left.casefold()) if w not in _LITTLE and w not in EVERYBODY
        ]
        if words:
            raise Misread(
                Trouble(
                    Code.HEX,
                    english("{verb} is followed by hexes of the walls, such as {hex}: not {word!r}",
                            verb=verb(deed), hex=self.siege.setup.stronghold.walls[0].hex, word=words[0]),
                )
            )  # fmt: skip
        for at in hexes:
            if self.siege.setup.stronghold.wall(at) is None:
                walls = [wall.hex for wall in self.siege.setup.stronghold.walls]
                raise Misread(
                    Trouble(
                        Code.HEX,
                        english(
                            "{hex} is no wall of {place}", hex=at, place=self.siege.setup.stronghold.name
                        ),
                        suggestion=nearest(at, walls),
                    )
                )
        return Act(deed, hexes=hexes, number=number)

    def _thing(self, deed: DeedId, rest: str) -> Act:
        thing, _, men = rest.strip().partition(" with ")
        words = [word.casefold() for word in re.findall(r"[^\W\d_]+", thing)]
        things = {word: thing for thing in self.page.things for word in thing.words}
        what = next((things[word].id for word in words if word in things), "")
        if not what:
            near = nearest(words[0], things) if words else ""
            known = ", ".join(thing.words[0].upper() for thing in self.page.things)
            raise Misread(
                Trouble(
                    Code.EXPECTED,
                    english(
                        "behind {verb} stands what is to be built: {things}", verb=verb(deed), things=known
                    ),
                    suggestion=near,
                )
            )
        if more := [word for word in words if things.get(word) is None and word not in _BESIDE_A_THING]:
            message = english(
                "{word!r} is nothing that is built: what else is done is a line of its own", word=more[0]
            )
            raise Misread(Trouble(Code.LEFT_OVER, message))
        named, kinds = self.company.own(re.sub(r"(?<![\w-])\d+ (?=[a-z])", "", men), self.side)
        if kinds:
            some = [man.name for man in self.siege.strength(self.side) if man.kind in kinds]
            message = english(
                "builders are named one by one ({names}), or left to be found (BUILD {what} alone)",
                names=", ".join(some[: self.tables["siege-figures"].number("builders", "value")]), what=what,
            )  # fmt: skip
            raise Misread(Trouble(Code.EXPECTED, message))
        size = self.tables["siege-figures"].number("builders", "value")
        if named and len(named) != size:
            raise Misread(
                Trouble(
                    Code.EXPECTED,
                    english("{number} men build together, not {named}", number=size, named=len(named)),
                )
            )
        return Act(deed, men=named, what=what)


def _so_many(what: str, text: str) -> tuple[int, str]:
    """How many of an engine a line says come along (0: it says nothing, NONE: none), and the rest of it."""
    found = re.search(
        rf"(?:,|\band\b)?\s*(?:\bwith )?(?:\b(\d+) {what}s?\b|\b{what}s? (\d+)|\b(?:no|without) {what}s?\b)",
        text,
        re.IGNORECASE,
    )
    if found is None:
        return 0, text
    return int(found[1] or found[2] or 0) or NONE, text[: found.start()] + text[found.end() :]
