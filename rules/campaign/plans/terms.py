"""Terms of a campaign's orders: "5 or more stronger", "odds 3 to 2 and their prestige under 6", "until 12
May"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.campaign.calendar import day_of
from rules.campaign.plans.plan import ALWAYS, NEVER, Cases, Measure, Term
from rules.core.language import english
from rules.orders.trouble import Code, Misread, Trouble
from rules.state.campaign import CampaignSetup

LEAST_PERCENT = 10  # below, odds are so many to one
FACTORS = 9  # odds are written with numbers up to this, where they can be
MOST = 999_999
MOST_CASES = 32
"""Into which terms may be divided."""

_OR = re.compile(
    r"\s+or\s+(?!(?:more|less|fewer|later|earlier|higher|lower|better|worse|stronger|weaker)\b)", re.I
)
_AND = re.compile(r"\s+and\s+", re.I)
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_ANY_DAY = rf"(?:the\s+)?(?:day\s+\d{{1,4}}|\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH})"
_BY_DAY = rf"(?:not\s+)?(?:from|since|after|until|till|up to|before|on)\s+(?:and including\s+)?{_ANY_DAY}"
_CONDITION = r"(?:only\s+)?(?:if|when|provided(?:\s+that)?|as\s+long\s+as)\b"
_IMPLIED = re.compile(
    r"\s*[,;.]?\s+but\s+(?:only\s+)?|(?<!it is)(?<!it's)(?<!only)(?<!\bnot)(?:\s*[,;.]\s*|\s+)"
    rf"(?=(?:only\s+)?{_BY_DAY}\b|{_CONDITION}|unless\b)",
    re.I,
)
"""Where AND is meant and not written: "at least 20 men until day 5"."""
_DENIES = re.compile(r"unless\s+|not\s+(?=(?:before|after|on)\b)", re.I)
_SPANS = tuple(
    (re.compile(pattern, re.I), change)
    for pattern, change in (
        (rf"\b(?:from|between)\s+(\d{{1,2}}(?:st|nd|rd|th)?)\s+(?:to|and|until|through)"
         rf"\s+(\d{{1,2}}(?:st|nd|rd|th)?)\s+({_MONTH})\b", r"from \1 \3 and until \2 \3"),
        (rf"\b(?:from|between)\s+({_ANY_DAY})\s+(?:to|and|through)\s+({_ANY_DAY})\b",
         r"from \1 and until \2"),
    )
)  # fmt: skip
_SIGNS = {
    **dict.fromkeys(("under", "below", "less than", "fewer than", "<"), "below"),
    **dict.fromkeys(("over", "above", "more than", "better than", ">"), "above"),
    **dict.fromkeys(("at least", ">=", "no less than", "from"), "least"),
    **dict.fromkeys(("at most", "<=", "no more than", "up to"), "most"),
    **dict.fromkeys(("exactly", "="), "is"),
}
_SIGN = rf"(?P<sign>{'|'.join(re.escape(word) for word in sorted(_SIGNS, key=len, reverse=True))})"
_MORE = r"(?:\s+or\s+(?P<more>more|less|fewer|later|earlier|higher|lower|better|worse))"
_SUBJECT = re.compile(
    r"(?:(?P<ours>we|i|our men|my men|the group|ours)|(?P<theirs>they|the (?:enemy|others|strangers)|theirs))"
    r"(?:'re|'ve|\s+(?:are|am|is|have|has|be))\s+",
    re.I,
)
_N = r"(?P<n>\d{1,6})"

_MORE_BEHIND = _MORE.replace("more>", "more2>")
_FORMS: tuple[tuple[Measure, str], ...] = (
    (
        Measure.STRONGER,
        rf"(?:{_SIGN}\s+)?{_N}{_MORE}?\s+(?:men\s+)?(?P<way>stronger|weaker)(?:{_MORE_BEHIND})?",
    ),
    (Measure.STRONGER, rf"(?P<way>stronger|weaker)(?:\s+by)?\s+(?:{_SIGN}\s+)?{_N}(?:\s+men)?{_MORE}?"),
    (
        Measure.ODDS,
        rf"(?:the |our )?odds(?:\s+(?:are|of))?\s+(?:{_SIGN}\s+)?{_N}"
        rf"(?:\s*(?::|to|/|-)\s*(?P<to>\d{{1,6}}))?{_MORE}?",
    ),
    (
        Measure.PRESTIGE,
        r"(?:(?:their|his|its|the)\s+)?(?:leader'?s?\s+)?prestige(?:\s+(?:is|of))?"
        rf"\s+(?:{_SIGN}\s+)?{_N}{_MORE}?",
    ),
    (Measure.ODDS, rf"(?:{_SIGN}\s+)?{_N}\s+to\s+(?P<to>\d{{1,6}}){_MORE}?"),
    (Measure.MEN, rf"(?:with\s+)?(?:{_SIGN}\s+)?{_N}{_MORE}?\s+(?:own\s+)?men(?:{_MORE_BEHIND})?"),
    (Measure.MEN, rf"(?:our |own |my )?men\s+(?:{_SIGN}\s+)?{_N}{_MORE}?"),
    (Measure.DAY, rf"(?:it is\s+)?day\s+(?:{_SIGN}\s+)?{_N}(?:\s+(?:and|or)\s+(?P<more>later|earlier))?"),
)
_COMPARED = tuple((measure, re.compile(form, re.I)) for measure, form in _FORMS)
_DAYS = re.compile(
    r"(?:it is )?(?P<how>from|since|after|until|till|up to|before|on)\s+(?:and including\s+)?(?:the\s+)?"
    r"(?:day\s+(?P<day>\d{1,4})|(?P<number>\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<month>[a-z]{3,9}))"
    r"(?:\s+on(?:wards?)?)?",
    re.I,
)
_FACTS: tuple[tuple[re.Pattern[str], Term], ...] = tuple(
    (re.compile(pattern, re.I), term)
    for pattern, term in (
        (r"(?:equal or stronger|as strong|at least as strong|not weaker|no weaker|not outnumbered)",
         Term(Measure.STRONGER, least=0)),
        (r"(?:stronger|the stronger)", Term(Measure.STRONGER, least=1)),
        (r"(?:weaker|the weaker|outnumbered)", Term(Measure.STRONGER, most=-1)),
        (r"(?:equal or weaker|not stronger|no stronger)", Term(Measure.STRONGER, most=0)),
        (r"(?:no leader|without (?:a )?leader|leaderless)", Term(Measure.PRESTIGE, most=0)),
        (r"(?:a leader|led|with a leader)", Term(Measure.PRESTIGE, least=1)),
    )
)  # fmt: skip


def read(text: str, setup: CampaignSetup, *, denied: bool = False) -> Cases:
    """Cases divided by OR, terms by AND, which may be left out before a day or another IF. Raises Misread for
    a term that cannot be read, and where AND is left out though there is an OR beside it, or though none of
    it shall be (``denied``): what belongs together would be a guess."""
    said = " ".join(text.split()).strip(" .,;:!()")
    if re.fullmatch(r"always|in any case|(?:it is )?possible|(?:we|i) can", said, re.I):
        return ALWAYS
    if re.fullmatch(r"never|no", said, re.I):
        return NEVER
    for pattern, change in _SPANS:
        said = pattern.sub(change, said)
    either = [_AND.split(case) for case in _OR.split(said)]
    if any(_IMPLIED.search(part) or _DENIES.match(part) for case in either for part in case):
        if denied or len(either) > 1:
            message = english(
                "{words!r} leaves open what belongs together: join the terms by AND and OR (at least 20 men"
                " and until day 5)", words=said,
            )  # fmt: skip
            raise Misread(Trouble(Code.CONDITION, message))
        return _all_of([part for one in either[0] for part in _IMPLIED.split(one) if part], setup)
    return tuple(tuple(_term(part, setup) for part in case) for case in either)


def _all_of(parts: Iterable[str], setup: CampaignSetup) -> Cases:
    """Terms of which AND or IF stood between some: all of them hold, and none that UNLESS or NOT denies."""
    cases = ALWAYS
    for part in parts:
        said = re.sub(rf"^(?:only\s+)?(?:{_CONDITION}\s+)?", "", part.strip(), flags=re.I)
        denies = _DENIES.match(said)
        term = ((_term(said[denies.end() :] if denies else said, setup),),)
        cases = both(cases, negated(term) if denies else term)
    return cases


def _term(text: str, setup: CampaignSetup) -> Term:
    said = text.strip(" .,;:")
    if whose := _SUBJECT.match(said):
        term = _term(said[whose.end() :], setup)
        if whose["ours"] and term.measure in (Measure.STRONGER, Measure.ODDS, Measure.MEN):
            return term
        if whose["theirs"] and term.measure in (Measure.STRONGER, Measure.PRESTIGE):
            return _mirrored(term) if term.measure is Measure.STRONGER else term
        raise unreadable(said)
    for pattern, term in _FACTS:
        if pattern.fullmatch(said):
            return term
    if found := _DAYS.fullmatch(said):
        day = int(found["day"]) if found["day"] else day_of(setup, int(found["number"]), found["month"])
        if day is not None:
            return _on_day(found["how"].casefold(), day)
    for measure, form in _COMPARED:
        if found := form.fullmatch(said):
            return _compared(measure, found.groupdict())
    raise unreadable(said)


def unreadable(said: str) -> Misread:
    """What is answered to words that are no term."""
    if re.search(r"[^,;]{4}[,;]\s*[^,;]{4}", said):
        message = english(
            "{words!r} cannot be read as one term: join several by AND or by OR (at least 20 men and until"
            " day 5), and leave out what is no term", words=said,
        )  # fmt: skip
        return Misread(Trouble(Code.CONDITION, message))
    return Misread(
        Trouble(
            Code.CONDITION,
            english(
                "{words!r} is nothing that orders can wait for: 5 or more stronger, 5 or more weaker,"
                " odds 3 to 2, at least 20 men, their prestige under 6, from day 8, until 12 May",
                words=said,
            ),
        )
    )


def _mirrored(term: Term) -> Term:
    """What is said of the others' men, said of one's own."""
    least, most = (None if bound is None else -bound for bound in (term.most, term.least))
    return Term(term.measure, least, most)


def _on_day(how: str, day: int) -> Term:
    match how:
        case "from" | "since":
            return Term(Measure.DAY, least=day)
        case "after":
            return Term(Measure.DAY, least=day + 1)
        case "before":
            return Term(Measure.DAY, most=day - 1)
        case "on":
            return Term(Measure.DAY, day, day)
        case _:
            return Term(Measure.DAY, most=day)


def _compared(measure: Measure, found: dict[str, str | None]) -> Term:
    number = int(found["n"] or 0)
    if measure is Measure.ODDS and found.get("to") is not None and not int(found["to"] or 0):
        raise Misread(Trouble(Code.TERMS, english("odds are numbers above 0, such as 3 to 2")))
    if measure is Measure.ODDS:
        number = _percent(number, int(found.get("to") or 0))
    more = (found.get("more") or found.get("more2") or "").casefold()
    sign = _SIGNS.get(" ".join((found.get("sign") or "").casefold().split()), "")
    if more:
        sign = "most" if more in ("less", "fewer", "earlier", "lower", "worse") else "least"
    if measure is Measure.DAY and not sign:
        sign = "is"
    term = _bounded(measure, sign, number)
    if measure is not Measure.STRONGER and (term.most is not None and term.most < 0):
        raise Misread(Trouble(Code.TERMS, english("nothing is below 0: that could never be")))
    return _mirrored(term) if (found.get("way") or "").casefold() == "weaker" else term


def _bounded(measure: Measure, sign: str, number: int) -> Term:
    match sign:
        case "most":
            return Term(measure, most=number)
        case "above":
            return Term(measure, least=number + 1)
        case "below":
            return Term(measure, most=number - 1)
        case "is":
            return Term(measure, number, number)
        case _:
            return Term(measure, least=number)


def _percent(ours: int, theirs: int) -> int:
    """ "3 to 2" is 150, "2" is 200, "130" is itself."""
    if theirs:
        return min(100 * ours // theirs, MOST)
    return 100 * ours if ours < LEAST_PERCENT else ours


def both(one: Cases, other: Cases) -> Cases:
    """When both of two hold. Raises Misread where that is too many cases."""
    return _few((*some, *more) for some in one for more in other)


def negated(cases: Cases) -> Cases:
    """When none of some cases is there: each of them fails by one of its terms. Raises Misread where that can
    be in too many ways."""
    found = ALWAYS
    for case in cases:
        failing = [other for term in case for other in _otherwise(term)]
        found = _few((*some, other) for some in found for other in failing)
    return found


def _few(cases: Iterable[tuple[Term, ...]]) -> Cases:
    """Cases without those that ask for more than another. Raises Misread where too many are left."""
    found: list[tuple[Term, ...]] = []
    for case in dict.fromkeys(tuple(dict.fromkeys(case)) for case in cases):
        wanted = set(case)
        if not any(wanted.issuperset(one) for one in found):
            found = [*(one for one in found if not wanted.issubset(one)), case]
        if len(found) > MOST_CASES:
            raise Misread(Trouble(Code.TERMS, english("these are too many terms: say it with fewer")))
    return tuple(found)


def _otherwise(term: Term) -> list[Term]:
    found = []
    if term.least is not None and (term.least > 0 or term.measure is Measure.STRONGER):
        found.append(Term(term.measure, most=term.least - 1))
    if term.most is not None:
        found.append(Term(term.measure, least=term.most + 1))
    return found


def can_hold(cases: Cases, today: int, last: int) -> bool:
    """Whether terms can all hold on a day from ``today`` to ``last``, as far as they alone tell: "until day
    0" cannot, nor can "at least 20 men and at most 10 men"."""
    return any(_possible(case, today, last) for case in cases)


def _possible(case: tuple[Term, ...], today: int, last: int) -> bool:
    bounds: dict[Measure, tuple[int, int]] = {Measure.DAY: (today, last)}
    for term in case:
        least, most = bounds.get(term.measure, (-MOST, MOST))
        bounds[term.measure] = (
            least if term.least is None else max(least, term.least),
            most if term.most is None else min(most, term.most),
        )
    return all(least <= most for least, most in bounds.values())


def in_words(cases: Cases) -> str:
    """Cases as they stand in orders; those that are always or never so are for the writer."""
    return " or ".join(" and ".join(_said(term) for term in case) for case in cases)


def _said(term: Term) -> str:
    least, most = term.least, term.most
    exactly = "exactly " if least == most else ""
    match term.measure:
        case Measure.STRONGER:
            return _stronger(least, most)
        case Measure.ODDS:
            return (
                f"odds {exactly}{_ratio(least)}"
                if least is not None
                else f"odds under {_ratio((most or 0) + 1)}"
            )
        case Measure.MEN:
            if exactly:
                return f"exactly {least} men"
            return f"at least {least} men" if least is not None else f"at most {most} men"
        case Measure.PRESTIGE:
            if least is None and most == 0:
                return "no leader"
            if exactly:
                return f"prestige exactly {least}"
            return f"prestige at least {least}" if least is not None else f"prestige at most {most}"
        case Measure.DAY:
            if least == most:
                return f"on day {least}"
            return f"from day {least}" if least is not None else f"until day {most}"


def _stronger(least: int | None, most: int | None) -> str:
    if least is not None and most is not None:
        return f"exactly {least} stronger" if least >= 0 else f"exactly {-least} weaker"
    if least is not None:
        if least > 0:
            return f"{least} or more stronger"
        return "not weaker" if least == 0 else f"at most {-least} weaker"
    assert most is not None
    if most < 0:
        return f"{-most} or more weaker"
    return "not stronger" if most == 0 else f"at most {most} stronger"


def _ratio(percent: int) -> str:
    """ "3 to 2" for 150."""
    for theirs in range(1, FACTORS + 1):
        for ours in range(1, FACTORS + 1):
            if 100 * ours // theirs == percent:
                return f"{ours} to {theirs}"
    return f"{percent} to 100"
