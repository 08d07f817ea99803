"""Reading the lines of a plan."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from msgspec.structs import replace

from rules.core.language import english
from rules.orders.trouble import Code, Misread, Trouble, listed
from rules.siege.page import Behind, SiegePage, tables_of
from rules.siege.plans import terms
from rules.siege.plans.ending import Ends, ends_of
from rules.siege.plans.plan import NONE, Act, Line, Order, Plan
from rules.siege.plans.words import EVERYBODY, PHRASES, Company, nearest
from rules.siege.plans.writing import verb, written
from rules.state.figure import SideId
from rules.state.siege import Deed, DeedId, Siege

WISHES = ("sick", "camp", "strike", "buy", "quiet")
_WISH = {
    **{word: word for word in WISHES},
    "army": "buy",
    "relief": "buy",
    "reinforcement": "buy",
    "guard": "camp",
}
_HEX = re.compile(r"\b\d{4}\b")
_SAID = re.compile(r"^(?:please|then|and|we|i|will|shall|let us|lets)\s+", re.IGNORECASE)
LONGEST = 400
MOST_QUIET = 7
EDGES = {short: edge for edge in ("north", "south", "east", "west") for short in (edge, edge[0])}


@cache
def _before_an_act(page: SiegePage) -> re.Pattern[str]:
    """What divides the acts of a line by a book's order words."""
    return re.compile(
        rf"\s*(?:,|;)?\s+(?:and|then|and then)\s+(?=(?:{'|'.join(page.verbs)})\b)", re.IGNORECASE
    )


class Reader:
    """Reads lines of a plan for a side, in the words of a book's page."""

    def __init__(self, siege: Siege, side: SideId, page: SiegePage) -> None:
        self.siege = siege
        self.side = side
        self.page = page
        self.tables = tables_of(siege)
        self.company = Company(siege, self.tables)

    # a line

    def read(self, line: str) -> Line | Plan:
        """A line of days, or a plan that holds nothing but a wish. Raises Misread."""
        if len(line) > LONGEST:
            raise Misread(
                Trouble(Code.TOO_LONG, english("a line of a plan has at most {most} letters", most=LONGEST))
            )
        text = " ".join(line.split()).strip(" .!;")
        text = re.sub(r"^if they sally,?\s+then\s+(?=camp\b)", "", text, flags=re.IGNORECASE)
        for pattern, word in PHRASES:
            text = pattern.sub(word, text)
        word = text.split(" ", 1)[0].casefold().rstrip(":,") if text else ""
        if word in _WISH:
            return self._wish(_WISH[word], text.partition(" ")[2].strip(": "))
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
            near = nearest(first.casefold().strip(",.:"), [*self.page.verbs, *WISHES])
            verbs = listed([verb(action.deed) for action in allowed])
            raise Misread(
                Trouble(
                    Code.VERB,
                    english("{word!r} is no order of a siege: {verbs}", word=first, verbs=verbs),
                    suggestion=near.upper(),
                )
            )
        if action not in allowed:
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
        men, kinds = self._men(rest)
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
        named, kinds = self._men(men)
        if kinds:
            raise Misread(
                Trouble(Code.EXPECTED, english("builders are named one by one, or left to be found"))
            )
        size = self.tables["siege-figures"].number("builders", "value")
        if named and len(named) != size:
            raise Misread(
                Trouble(
                    Code.EXPECTED,
                    english("{number} men build together, not {named}", number=size, named=len(named)),
                )
            )
        return Act(deed, men=named, what=what)

    def _men(self, text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Own men and kinds in a list. Raises Misread for somebody unknown, or not one's own."""
        found = self.company.named(text)
        if found.unknown:
            word = found.unknown[0]
            raise Misread(
                Trouble(
                    Code.NAME,
                    english("nobody in this siege is called {word!r}", word=word),
                    suggestion=self.company.nearest(word),
                )
            )
        for name in found.men:
            if self.siege.men[name] not in self.siege.men_of(self.side):
                raise Misread(
                    Trouble(
                        Code.NOT_YOURS, english("{name} is none of yours", name=self.siege.men[name].name)
                    )
                )
        return found.men, found.kinds

    # wishes

    def _wish(self, word: str, rest: str) -> Plan:
        match word:
            case "quiet":
                number = re.fullmatch(r"(?:for |up to )*(\d+)(?: days?)?(?:\s*,.*)?", rest, re.IGNORECASE)
                if number is None and re.search(r"\b(?:no|never|off)\b", rest, re.IGNORECASE):
                    return Plan(quiet=1)
                if number is None or not 1 <= int(number[1]) <= MOST_QUIET:
                    raise Misread(
                        Trouble(
                            Code.EXPECTED,
                            english(
                                "QUIET is followed by a number of days from 1 to {most}", most=MOST_QUIET
                            ),
                        )
                    )
                return Plan(quiet=int(number[1]))
            case "buy":
                return Plan(army=self._army(rest))
            case "strike":
                men, kinds = self._men(rest)
                if not men or kinds:
                    raise Misread(Trouble(Code.EXPECTED, english("STRIKE is followed by names of your men")))
                return Plan(strike=men)
            case "camp":
                return Plan(camp=self._order(rest))
            case _:
                theirs = re.match(r"(?:theirs?|the enemy|enemy|of theirs)\b[:,]?\s*", rest, re.IGNORECASE)
                ours = re.match(r"(?:ours?|own|mine|my own)\b[:,]?\s*", rest, re.IGNORECASE)
                cut = theirs or ours
                order = self._order(rest[cut.end() :] if cut else rest)
                return Plan(sick_theirs=order) if theirs else Plan(sick_ours=order)

    def _order(self, text: str) -> Order:
        """ "knights first, archers last"; "throwers to the rear" and the like need no answer, since engines
        stand where they are."""
        first: list[str] = []
        last: list[str] = []
        pending = ""
        for part in re.split(r"\b(first|last)\b", text, flags=re.IGNORECASE):
            word = part.casefold()
            if word in ("first", "last"):
                found = self.company.named(pending)
                if found.unknown or not found.words:
                    unknown = found.unknown[0] if found.unknown else pending.strip()
                    raise Misread(
                        Trouble(
                            Code.NAME,
                            english("nobody in this siege is called {word!r}", word=unknown),
                            suggestion=self.company.nearest(unknown),
                        )
                    )
                (first if word == "first" else last).extend(found.words)
                pending = ""
            else:
                pending = re.sub(r"\bthrowers?\s+(?:to|at|in)\s+the\s+(?:rear|middle|centre)\b", "", part)
        behind = self.company.named(pending).unknown
        if (first or last) and behind:
            raise Misread(
                Trouble(Code.LEFT_OVER, english("nobody in this siege is called {word!r}", word=behind[0]))
            )
        if not first and not last:
            raise Misread(
                Trouble(Code.EXPECTED, english('say who comes first or last: "knights first, archers last"'))
            )
        return Order(tuple(first), tuple(last))

    def _army(self, text: str) -> dict[str, int]:
        """ "2 knights, 3 archers" or "knight 2, archer 3"."""
        army: dict[str, int] = {}
        for part in re.split(r"\s*(?:,|;|\band\b|\+)\s*", text):
            if not part.strip():
                continue
            number = re.search(r"\d+", part)
            kind = self.company.named(re.sub(r"\d+", " ", part))
            known = [one for one in kind.kinds if self.tables["siege-prices"].has(one)]
            if len(known) != 1 or kind.unknown or kind.men:
                word = kind.unknown[0] if kind.unknown else part.strip()
                raise Misread(
                    Trouble(
                        Code.EXPECTED,
                        english("{word!r} cannot be bought", word=word),
                        suggestion=nearest(word, [str(key) for key, *_ in self.tables["siege-prices"].rows]),
                    )
                )
            army[known[0]] = army.get(known[0], 0) + (int(number[0]) if number else 1)
        army = {kind: many for kind, many in army.items() if many}
        if not army:
            raise Misread(
                Trouble(
                    Code.EXPECTED, english('BUY is followed by kinds and numbers: "2 knights, 3 archers"')
                )
            )
        total = sum(self.tables["siege-prices"].number(kind, "points") * n for kind, n in army.items())
        points = self.tables["siege-figures"].number("army points", "value")
        if total > points:
            raise Misread(
                Trouble(
                    Code.RULE,
                    english("that costs {total} points, and there are {points}", total=total, points=points),
                )
            )
        return army


_LITTLE = frozenset(
    ("with", "throwers", "thrower", "the", "at", "on", "by", "hex", "and", "wall", "walls", "to", "use")
)


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


def merged(plan: Plan, wish: Plan) -> Plan:
    """A plan with another wish: the newer one counts."""
    fields = ("sick_ours", "sick_theirs", "camp", "strike", "army", "quiet")
    changed = {name: getattr(wish, name) for name in fields if getattr(wish, name) != getattr(Plan(), name)}
    return replace(plan, **changed)


def plan_of(siege: Siege, side: SideId, page: SiegePage) -> Plan:
    """The plan that a side has filed. Who has died since may still be named in it."""
    seat = siege.seat_of(side)
    return plan_from(siege, side, siege.standing.get(seat, ()), page)


def plan_from(siege: Siege, side: SideId, lines: Sequence[str], page: SiegePage) -> Plan:
    """A plan from lines that were accepted once. A line that cannot be read any more counts for nothing."""
    return _plan(tuple(lines), side, _Known(siege), page)


class _Known:
    """A siege as far as reading a plan looks at it: equal for the same people."""

    def __init__(self, siege: Siege) -> None:
        self.siege = siege
        self._key = (id(siege.setup), tuple(siege.men))

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Known) and self._key == other._key


@lru_cache(maxsize=256)
def _plan(lines: tuple[str, ...], side: SideId, known: _Known, page: SiegePage) -> Plan:
    reader = Reader(known.siege, side, page)
    plan = Plan()
    for line in lines:
        try:
            found = reader.read(line)
        except Misread:
            continue
        plan = merged(plan, found) if isinstance(found, Plan) else replace(plan, lines=(*plan.lines, found))
    return plan
