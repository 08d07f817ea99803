"""A line as people say it, read clause by clause: what it means in lines of the order language, why nobody
can know, or that it says nothing which is known here."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from rules.core.language import english, say
from rules.desk.desk import Desk
from rules.desk.speech.clause import Unknown, Unsure
from rules.desk.speech.clauses import Clauses
from rules.desk.speech.company import Company
from rules.desk.speech.corrections import taken_back
from rules.desk.speech.deeds import Deeds
from rules.desk.speech.lasting import Lasting, may_last
from rules.desk.speech.losing import Losing, may_lose
from rules.desk.speech.named import Named
from rules.desk.speech.phrases import Words, words_of
from rules.desk.speech.provided import Provided, Read
from rules.desk.speech.saying import Saying
from rules.desk.speech.slipped import going_on, smoothed
from rules.desk.speech.watching import Watching, may_watch
from rules.orders.lexicon import OWN, Lexicon, Role
from rules.orders.parser import read_line
from rules.orders.records import figures_of
from rules.orders.text import Token
from rules.orders.trouble import Trouble
from rules.state.figure import FigureId

_INVERTED = ("should", "could", "would", "might", "may", "can")  # "should Robert attack": nobody is told to
_ASKED = ("could", "would", "can", "will")
_OF_US = ("you", "u", "we", "i")
_POLITE = ("please", "pls", "plz", "kindly", "thanks", "thx")
ENEMIES = frozenset({Role.ENEMY})
_BREAKS = ".!?()/;[]"
_DASHES = re.compile("[\u2013\u2014]")
_ABBREVIATED = 4  # letters at most, and a full stop


def plainly(
    desk: Desk, lexicon: Lexicon, company: Company, named: Named, line: str, words: Words,
    busy: frozenset[FigureId], pairs: Sequence[tuple[FigureId, ...]],
) -> tuple[Saying, ...] | Trouble | None:  # fmt: skip
    """What a line means; why nobody can know; or None where it says nothing that is known here."""
    if line.rstrip().endswith("?"):
        return None
    asked = words[:1] != () and words[0].plain in _ASKED
    if asked and words[1:2] != () and words[1].plain in _OF_US:
        words = words[2:]  # "could you have Humphrey charge Symeon"
    elif words and words[0].plain in (*_INVERTED, "will"):
        polite = any(word.plain in _POLITE for word in words)
        if not (asked and polite) and words[0].plain in _INVERTED:
            return None
        words = words[1:] if asked and polite else words  # "could Humphrey please charge Symeon"
    written_so = _read(desk, lexicon, company, named, line, words, busy, pairs)
    if isinstance(written_so, tuple):
        return written_so
    better, told = smoothed(going_on(words), lexicon)
    if better == words:
        return written_so
    mended = _read(desk, lexicon, company, named, line, better, busy, pairs)
    if not isinstance(mended, tuple):
        return mended or written_so
    return (replace(mended[0], told=(*told, *mended[0].told)), *mended[1:])


def _read(
    desk: Desk, lexicon: Lexicon, company: Company, named: Named, line: str, words: Words,
    busy: frozenset[FigureId], pairs: Sequence[tuple[FigureId, ...]],
) -> tuple[Saying, ...] | Trouble | None:  # fmt: skip
    words, told = _with_names(line, words, company, lexicon)
    breaks, brackets = _breaks(line, words, _BREAKS), _breaks(line, words, "([")

    nobody: set[int] = set()

    def clauses(some: Words = words) -> Clauses:
        made = Clauses(desk, lexicon, company, named, some, breaks, busy, brackets, pairs)
        made.nobody = nobody if some is words else set()
        return made

    lasting = _lasting(clauses, words)
    if lasting is None and (cut := _before_remark(clauses, words)) is not None:
        lasting = _lasting(clauses, cut[0])
        told = (*told, *cut[1]) if lasting is not None else told
    if lasting is not None:
        return (replace(lasting[0], told=(*told, *lasting[0].told)), *lasting[1:])
    deeds = Deeds(desk, lexicon, named, pairs)

    def read(some: Words, who: tuple[FigureId, ...], foes: tuple[str, ...]) -> list[Saying] | None:
        part = Clauses(desk, lexicon, company, named, some, (), busy, (), pairs)
        part.who, part.targets = who, foes
        try:
            return deeds.sayings(part.read())
        except Unknown:
            return None

    if (back := taken_back(words, breaks)) is not None:
        return _corrected(*back, named, lexicon, read)
    reader = clauses()
    try:
        sayings = Provided(words, desk, lexicon, named, read).sayings() or deeds.sayings(reader.read())
    except Unknown:
        return None
    except Unsure as unsure:
        return replace(unsure.trouble, position=-1)
    if not sayings:
        return None
    told = (*told, *dict.fromkeys(reader.told))
    return (replace(sayings[0], told=(*told, *sayings[0].told)), *sayings[1:])


def _lasting(clauses: Callable[[Words], Clauses], words: Words) -> Sequence[Saying] | None:
    """The standing orders that words mean; None where they mean anything else."""
    try:
        lasting = Lasting(clauses(words)).read() if may_last(words) else None
        if lasting is None and may_watch(words):
            lasting = Watching(clauses(words)).sayings()
        if lasting is None and may_lose(words):
            lasting = Losing(clauses(words)).sayings()
    except Unsure:
        return None
    return lasting


def _before_remark(clauses: Callable[[Words], Clauses], words: Words) -> tuple[Words, tuple[str, ...]] | None:
    """The words without a remark at their end, and what is told of it."""
    if not (may_last(words) or may_watch(words) or may_lose(words)):
        return None
    for at in range(2, len(words)):
        if words[at - 1].plain not in (",", ";", ":"):
            continue
        reader = clauses(words)
        if at + reader.remark_at(at) == len(words):
            return words[: at - 1], tuple(reader.told)
    return None


def _corrected(
    before: Words, behind: Words, named: Named, lexicon: Lexicon, read: Read
) -> tuple[Saying, ...] | Trouble | None:
    """What counts of a line that takes back its beginning, if it is for the same men."""
    men = dict.fromkeys(found.id for _, found in named.people(before, OWN))
    foes = dict.fromkeys(found.id for _, found in named.people(before, ENEMIES))
    try:
        sayings = read(behind, tuple(men), tuple(foes))
    except Unsure as unsure:
        return replace(unsure.trouble, position=-1)
    orders = [part.order for saying in sayings or () for part in read_line(saying.text, lexicon)]
    told = {man for order in orders if order is not None for man in figures_of(order)}
    if not sayings or not men or not set(men) <= told:
        return None
    words = " ".join(word.text for word in before if word.kind != "sign")
    taken = say("{words!r} is taken back: what stands behind it counts.", words=words)
    return (replace(sayings[0], told=(taken, *sayings[0].told)), *sayings[1:])


def _with_names(line: str, words: Words, company: Company, lexicon: Lexicon) -> tuple[Words, tuple[str, ...]]:
    """The words with whole names in place of those cut short by a full stop ("anq.", "W."), where only one of
    the seat's men who can act is called so."""
    out: list[Token] = []
    told: list[str] = []
    for at, word in enumerate(words):
        end = word.position + len(word.text)
        short = word.kind == "word" and len(word.plain) <= _ABBREVIATED and line[end : end + 1] == "."
        if not at and len(word.text) == 1 and word.text.isupper() and word.text not in "IANX":
            short = short or (words[1:2] != () and words[1].plain != ":")
        if not short or at + 1 == len(words):
            out.append(word)
            continue
        men = [man for man in company.men if man.active and lexicon.role.get(man.id) is Role.OWN]
        fitting = [man for man in men if lexicon[man.id].casefold().startswith(word.plain)]
        if len(fitting) != 1:
            out.append(word)
            continue
        name = lexicon[fitting[0].id]
        out += [part._replace(position=word.position, text=part.text) for part in words_of(name)]
        told.append(english("{written} read as {name}.", written=word.text, name=name))
    return tuple(out), tuple(told)


def _breaks(line: str, words: Words, signs: str) -> frozenset[int]:
    """Before which words one of these signs stands; with all of them a dash counts as well."""
    found = set()
    for at in range(1, len(words)):
        before = words[at - 1]
        between = _DASHES.sub("-", line[before.position + len(before.text) : words[at].position])
        if any(sign in between for sign in signs) or (signs == _BREAKS and " - " in between):
            found.add(at)
    return frozenset(found)
