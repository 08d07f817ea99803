"""The terms of a line of a plan: "initiative OR they pass", "from day 8", "stores under 4 AND breach"."""

from __future__ import annotations

import re

from rules.core.language import english
from rules.orders.trouble import Code, Misread, Trouble
from rules.siege.plans.plan import Measure, Term

LEAST_PERCENT = 10  # below, odds are so many to one

Cases = tuple[tuple[Term, ...], ...]

_OR = re.compile(r"\s+or\s+(?!more\b|less\b|fewer\b|later\b|earlier\b)", re.IGNORECASE)
_AND = re.compile(r"\s+and\s+|\s*,\s*", re.IGNORECASE)
_HEAD = re.compile(
    r"(?:if|when|whenever|as soon as|once)\s+(?P<terms>.+?)"
    r"(?:\s*,?\s*\bthen\b\s*|\s*:\s*|\s*,\s*(?=[A-Z]{3}))(?P<acts>.+)",
    re.IGNORECASE | re.DOTALL,
)
_TAIL = re.compile(
    r"(?P<acts>.+?)\s+(?P<terms>(?:if|when|whenever|once|as soon as|unless|while)\s+.+"
    r"|(?:from|since|until|before|after|on)\s+day\s+\d+.*)",
    re.IGNORECASE | re.DOTALL,
)
_FACTS: tuple[tuple[str, Term], ...] = (
    (
        r"(?:we|i)?\s*(?:have |win |hold |get )?(?:the |our )?initiative(?: is ours)?",
        Term(Measure.INITIATIVE),
    ),
    (r"(?:they|the garrison|the enemy) pass(?:es)?(?: it)?(?: on)?|passed", Term(Measure.PASSED)),
    (
        r"(?:if )?(?:they|the besiegers|the enemy) (?:only )?batter(?: (?:us|from afar))?|battered",
        Term(Measure.BATTERED),
    ),
    (
        r"(?:there is )?(?:a |the )?breach(?:ed)?|the wall is down|the stockade is down",
        Term(Measure.BREACHES),
    ),
    (r"(?:there is )?no breach|without (?:a )?breach", Term(Measure.BREACHES, negated=True)),
    (
        r"(?:(?:the |their )?camp has |they have |we have |there is )?(?:a |one |any )?throwers?",
        Term(Measure.THROWERS, least=1),
    ),
    (
        r"(?:(?:the |their )?camp has |they have |we have |there are )?(?:a |one |any )?ladders?",
        Term(Measure.LADDERS, least=1),
    ),
)
_HAS_NONE = re.compile(
    r"^(?:(?:they|we) have|(?:the |their )?camp has|there (?:is|are)) no (?=thrower|ladder)", re.IGNORECASE
)
_DAYS: tuple[tuple[str, str], ...] = (
    (r"(?:from|since)(?: the)? day (\d+)(?: on(?:wards)?)?", "least"),
    (r"day (\d+) (?:or later|on|onwards)", "least"),
    (r"after day (\d+)", "above"),
    (r"(?:until|till|up to) day (\d+)|day (\d+) or earlier", "most"),
    (r"before day (\d+)", "below"),
    (r"(?:on |it is )?day (\d+)", "is"),
)
_MEASURES = {
    "day": Measure.DAY,
    "stores": Measure.STORES,
    "food": Measure.STORES,
    "garrison": Measure.GARRISON,
    "defenders": Measure.GARRISON,
    "besieged": Measure.GARRISON,
    "besiegers": Measure.BESIEGERS,
    "throwers": Measure.THROWERS,
    "thrower": Measure.THROWERS,
    "ladders": Measure.LADDERS,
    "grapnels": Measure.GRAPNELS,
    "breaches": Measure.BREACHES,
    "bonus": Measure.BONUS,
    "odds": Measure.ODDS,
}
_BOUNDS: dict[str, str] = {
    **dict.fromkeys(("under", "below", "less than", "fewer than", "<"), "below"),
    **dict.fromkeys(("over", "above", "more than", ">"), "above"),
    **dict.fromkeys(("at least", ">=", "from"), "least"),
    **dict.fromkeys(("at most", "<=", "up to"), "most"),
    **dict.fromkeys(("", "is", "=", "are"), ""),
}
_SIGN = "|".join(re.escape(word) for word in sorted(_BOUNDS, key=len, reverse=True) if word)
_NUMBER = r"(\d+)(?:\s*(?::|to|/)\s*(\d+))?(?:\s*(?:days?|men|left|percent|%))*"
_COMPARED = re.compile(
    rf"(?:the |their |our |we have |they have |is |are )*({'|'.join(_MEASURES)})(?: left| is| are)*"
    rf"\s*({_SIGN})?\s*{_NUMBER}(\s+or\s+(?:more|less|fewer))?",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    rf"(?:we have |they have |the camp has )?({_SIGN})?\s*(\d+)\s+"
    r"(throwers?|ladders|grapnels|besiegers|defenders|days of (?:stores|food))(\s+or\s+(?:more|less|fewer))?",
    re.IGNORECASE,
)


def taken_apart(text: str) -> tuple[Cases, str]:
    """The terms of a line, and what is to be done: terms may stand before or behind it. Raises Misread for a
    term that cannot be read."""
    head = _HEAD.fullmatch(text.strip())
    if head is not None:
        terms, acts = head["terms"], head["acts"]
        cases, acts = read(terms), acts.strip()
        later, acts = _behind(acts)
        return _both(cases, later), acts
    return _behind(text)


def _behind(text: str) -> tuple[Cases, str]:
    tail = _TAIL.fullmatch(text.strip())
    if tail is None:
        return (), text.strip()
    said = tail["terms"]
    word = said.split()[0].casefold()
    negated = word == "unless"
    terms = (
        said
        if word in ("from", "since", "until", "before", "after", "on")
        else re.sub(r"^(?:if|when|whenever|once|as soon as|unless|while)\s+", "", said, flags=re.IGNORECASE)
    )
    cases = read(terms)
    if negated:
        if len(cases) != 1 or len(cases[0]) != 1:
            raise Misread(Trouble(Code.TERMS, english("behind UNLESS stands one thing alone")))
        [[term]] = cases
        cases = ((Term(term.measure, term.least, term.most, not term.negated),),)
    return cases, tail["acts"].strip()


def _both(cases: Cases, later: Cases) -> Cases:
    if not later:
        return cases
    return tuple((*one, *other) for one in cases for other in later)


def read(text: str) -> Cases:
    """Cases divided by OR, terms by AND. Raises Misread for a term that cannot be read, or a case without
    any."""
    return tuple(
        tuple(_term(part) for part in [part for part in _AND.split(case) if part.strip()] or [case])
        for case in _OR.split(text.strip())
    )


def _term(text: str) -> Term:
    said = " ".join(text.split()).strip(" .;").removesuffix(" then")
    for pattern, term in _FACTS:
        if re.fullmatch(pattern, said, re.IGNORECASE):
            return term
    said = _HAS_NONE.sub("no ", said)
    if found := re.fullmatch(r"(?:not|no)\s+(.+)", said, re.IGNORECASE):
        term = _term(found[1])
        return Term(term.measure, term.least, term.most, not term.negated)
    for pattern, bound in _DAYS:
        if found := re.fullmatch(pattern, said, re.IGNORECASE):
            day = int(next(group for group in found.groups() if group))
            if bound == "is":
                return Term(Measure.DAY, day, day)
            return _bounded(Measure.DAY, bound, day)
    if found := _COMPARED.fullmatch(said):
        word, sign, number, to, more = found.groups()
        measure = _MEASURES[word.casefold()]
        value = int(number)
        if measure is Measure.ODDS:
            value = _percent(value, int(to or 0))
        return _bounded(measure, _bound(sign, more, measure), value)
    if found := _COUNTED.fullmatch(said):
        sign, number, thing, more = found.groups()
        measure = _MEASURES.get(thing.casefold(), Measure.STORES)
        return _bounded(measure, _bound(sign, more, measure), int(number))
    raise Misread(
        Trouble(
            Code.CONDITION,
            english(
                "{words!r} is nothing that a plan can wait for: initiative, they pass, day 8 or later,"
                " stores under 4, garrison over 20, besiegers, throwers 2, ladders, breach, bonus 4,"
                " odds 3 to 2",
                words=said,
            ),
        )
    )


def _percent(ours: int, theirs: int) -> int:
    """ "3 to 2" is 150, "2" is 200, "130" is itself."""
    if theirs:
        return 100 * ours // theirs
    return 100 * ours if ours < LEAST_PERCENT else ours


def _bound(sign: str | None, more: str | None, measure: Measure) -> str:
    if more:
        return "most" if re.search("less|fewer", more, re.IGNORECASE) else "least"
    return _BOUNDS[" ".join((sign or "").casefold().split())] or (
        "most" if measure is Measure.STORES else "least"
    )


def _bounded(measure: Measure, bound: str, number: int) -> Term:
    """Raises Misread for what could never be."""
    match bound:
        case "least":
            return Term(measure, least=number)
        case "most":
            return Term(measure, most=number)
        case "above":
            return Term(measure, least=number + 1)
        case _:
            if number < 1:
                raise Misread(Trouble(Code.TERMS, english("nothing is below 0: that could never be")))
            return Term(measure, most=number - 1)


def in_words(cases: Cases) -> str:
    """Cases as a plan writes them."""
    return " OR ".join(" AND ".join(_said(term) for term in case) for case in cases)


def _said(term: Term) -> str:
    name = term.measure.value
    if term.least is None and term.most is None:
        if term.measure is Measure.BREACHES:
            return "no breach" if term.negated else "breach"
        return f"not {name}" if term.negated else name
    if term.measure is Measure.DAY and term.least == term.most:
        return f"not day {term.least}" if term.negated else f"day {term.least}"
    number = term.most if term.least is None else term.least
    words = f"{name} {'at most' if term.least is None else 'at least'} {number}"
    if term.measure is Measure.ODDS and number is not None and number < LEAST_PERCENT:
        words += " to 100"
    return f"not {words}" if term.negated else words
