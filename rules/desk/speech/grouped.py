"""Groups on lines of standing orders: where they stand, whom "the rest" leaves out there, and whether a
reading forgot a group."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.language import english
from rules.desk.check import may_act
from rules.desk.desk import Desk
from rules.desk.speech.company import Company
from rules.desk.speech.named import Named
from rules.desk.speech.phrases import Words
from rules.desk.speech.saying import Saying
from rules.desk.speech.vocabulary import JOINTS
from rules.orders.cursor import Cursor
from rules.orders.lexicon import OWN, Lexicon
from rules.orders.parser import read_line
from rules.orders.records import figures_of
from rules.orders.trouble import Code, Misread, Trouble
from rules.orders.verb import Verb
from rules.orders.verb_search import verb_here
from rules.state.figure import FigureId


def busy(desk: Desk, lexicon: Lexicon, words: Words) -> frozenset[FigureId]:
    """Whom "the rest" leaves out: those who have an order of the phase, or where the line gives a standing
    order, those who were named for one of its kind; and all whose own line has to be mended first."""
    found = (_verb(words[at:], lexicon)[0] for at in range(len(words)))
    verb = next((verb for verb in found if verb is not None), None)
    entries = desk.sheet.orders
    if verb is not None and verb.record.standing:
        entries = [entry for entry in desk.sheet.standing if isinstance(entry.order, verb.record)]
    return desk.asked_back | {figure for entry in entries for figure in figures_of(entry.order)}


def told_in(words: Words, named: Named) -> frozenset[FigureId]:
    """Whom a line that could not be read was for: those of the seat's men who are named at the beginning of
    what is said, or behind others; where nobody is, all whom it names."""
    people = named.people(words, OWN)
    begins = [one.id for at, one in people if not at or words[at - 1].plain in JOINTS]
    return frozenset(begins or (one.id for _, one in people))


def group_first(lexicon: Lexicon, company: Company, words: Words, out: frozenset[FigureId]) -> Words:
    """ "WATCH all archers fire at nearest": a group behind the word of a standing order is put before it."""
    verb, at = _verb(words, lexicon)
    if verb is None or not verb.record.standing:
        return words
    behind = words[at:]
    chosen = company.at(behind, out)
    if chosen is None or not behind[chosen.length :]:
        return words
    return (*behind[: chosen.length], *words[:at], *behind[chosen.length :])


def swallowed(
    desk: Desk, lexicon: Lexicon, company: Company, words: Words, found: Sequence[Saying]
) -> Trouble | None:
    """Why a reading cannot be meant that tells nothing to the men of a group which the line names, such as
    one that takes the group "west" for a direction."""
    orders = (part.order for one in found for part in read_line(one.text, lexicon))
    told = {figure for order in orders if order is not None for figure in figures_of(order)}
    for at, word in enumerate(words):
        before = words[at - 1] if at else word
        counted = before.kind == "number" or before.plain in ("hex", "hexes", "facing", "forward")
        men = {f for f in company.named.get(word.plain, ()) if may_act(desk.battle.figures[f])}
        if not counted and not men <= told:
            message = english("what {word} is to do is not sure: begin the line with it", word=word.text)
            return Trouble(Code.NAME, message)
    return None


def _verb(words: Words, lexicon: Lexicon) -> tuple[Verb | None, int]:
    """The order word that these words begin with, and where what stands behind it begins."""
    cursor = Cursor(words, lexicon, 0)
    try:
        found = verb_here(cursor)
    except Misread:
        return None, 0
    cursor.skip()
    return (found[0], cursor.at) if found is not None else (None, 0)
