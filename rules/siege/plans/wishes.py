"""Reading a wish: who falls ill first, who guards the camp, what an army is bought of."""

from __future__ import annotations

import re

from msgspec.structs import replace

from rules.core.language import english
from rules.core.tables import Tables
from rules.orders.trouble import Code, Misread, Trouble
from rules.siege.plans.plan import Order, Plan, Relief
from rules.siege.plans.words import Company, nearest
from rules.state.figure import SideId
from rules.state.siege import Meeting

WISHES = ("sick", "camp", "strike", "buy", "relief", "quiet")
WISH_WORDS = {
    **{word: word for word in WISHES},
    "army": "buy",
    "reinforcement": "buy",
    "guard": "camp",
}
_MEETING = {
    "shelter": Meeting.SHELTER,
    "hold": Meeting.SHELTER,
    "stay": Meeting.SHELTER,
    "fight": Meeting.FIGHT,
    "battle": Meeting.FIGHT,
    "divide": Meeting.DIVIDE,
    "split": Meeting.DIVIDE,
}
MOST_QUIET = 7


class WishReader:
    """Reads wishes of a side."""

    def __init__(self, side: SideId, tables: Tables, company: Company) -> None:
        self.side = side
        self.tables = tables
        self.company = company

    def read(self, word: str, rest: str) -> Plan:
        """``word``: one of WISHES, ``rest``: what stands behind it. Raises Misread."""
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
            case "relief" if _begins(rest) in _MEETING or not re.search(r"\d", rest):
                return Plan(relief=self._relief(rest))
            case "buy" | "relief":
                return Plan(army=self._army(rest))
            case "strike":
                men, kinds = self.company.own(rest, self.side)
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

    def _relief(self, text: str) -> Relief:
        """ "shelter", "fight", "divide with knights, Odo"."""
        word, _, rest = text.strip(" .").partition(" ")
        choice = _MEETING.get(_begins(text))
        if choice is None:
            raise Misread(
                Trouble(
                    Code.EXPECTED,
                    english(
                        "behind RELIEF stands SHELTER, FIGHT, or DIVIDE with whom you send out to it:"
                        " not {word!r}",
                        word=word,
                    ),
                    suggestion=nearest(word, [meeting.value for meeting in Meeting]),
                )
            )
        men, kinds = self.company.own(rest, self.side) if choice is Meeting.DIVIDE else ((), ())
        return Relief(choice.value, men, kinds)

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


def _begins(text: str) -> str:
    return text.strip(" .").partition(" ")[0].casefold().strip(",:")


def merged(plan: Plan, wish: Plan) -> Plan:
    """A plan with another wish: the newer one counts."""
    fields = ("sick_ours", "sick_theirs", "camp", "strike", "army", "relief", "quiet")
    changed = {name: getattr(wish, name) for name in fields if getattr(wish, name) != getattr(Plan(), name)}
    return replace(plan, **changed)
