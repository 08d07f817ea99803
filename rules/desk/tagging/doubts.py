"""What keeps a reading by tags from being filed unasked: words that do nothing in it and might, and
words that the tagger took for an order without knowing them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from rules.desk.speech.band_words import NUMBERS
from rules.desk.speech.guess_words import BLOCKING, asks
from rules.desk.speech.relations import is_possessive
from rules.desk.speech.turning import turns_round
from rules.desk.speech.vocabulary import DEEDS as PHRASES
from rules.desk.speech.vocabulary import EMPTY, EVERY_WORD, HOLDING, JOINTS, LITTLE
from rules.desk.tagging.acts import DEEDS, HARMS, Span
from rules.desk.tagging.composing import EMPTY_HOW
from rules.desk.tagging.model import Model
from rules.desk.tagging.words import words_in
from rules.orders.lexicon import OWN, PEOPLE, Found, Lexicon
from rules.orders.text import Token, Written

_ORDERS = 0.5  # by which a word speaks for a deed that may well be one
LEAST_SURE = 0.6  # by which all tags must be likely, that an enemy may be named beside what is ordered
_REASONS = frozenset(("because", "since", "as", "so", "for", "cos", "cause"))
MODALS = words_in("should could would might may can will shall did does do is")
_LATER = frozenset(("turn", "phase", "time", "round", "move", "day"))
_TAKING_BACK = words_in("wait scrap forget sorry wrong same kidding joking joke correction mistake ignore")
_SMALL = words_in("""
    a an the in on at of to and also his their so do does them him he they it its is are be by with for
    from up you your my our shall
    """)
_RELATING = words_in("to beside near by of behind like than from facing opposite before after")
_AGAINST = frozenset(("at", "on", "against", "vs", "versus"))
_OF_OTHER_DEEDS = words_in("""
    fire fires shoot shoots shooting watch watches watching guard guards cover covers
    """)
_RESTRICTING = frozenset(("if", "else", "not"))
_HALVING = frozenset(
    ("only", "barely", "nearly", "hardly", "almost", "between", "keep", "keeps", "was", "were", "had")
)
_TOLD = words_in("after away before but either had rather till until while without was were")
"""What holds back so little that the rest is offered, and it is told that this is left out."""
_OF_STAYING = frozenset(("keep", "keeps", "was", "were", "nothing", "dont", "not"))
_UNTOLD = frozenset(("before", "gone"))
_SHORTEST_NAME = 4
_HIS_THINGS = words_in("horse horses steed mount shield ladder lance sword")
_LISTING = frozenset(("and", "&", "+", "n"))
_PAUSES = frozenset('.!?;:,()[]"-/')
_MORE_NUMBERS = words_in("nine ten eleven twelve dozen fifteen twenty thirty hundred couple few several half")


def doubts(
    line: str, ready: Written, spans: Sequence[Span], likely: float, lexicon: Lexicon, known: Model
) -> list[str]:
    """The words for which a reading is not sure."""
    words = ready.words
    found = [word.text for word in words[:1] if word.plain in MODALS]
    found += [word.text for word, then in pairwise(words) if word.plain == "next" and then.plain in _LATER]
    if asks(line, words) or turns_round(words):
        found.append(line)
    found += [word.text for word in words if word.plain in _TAKING_BACK]
    found += [word.text for word in _holding_back(ready, spans)]
    for span in spans:
        found += [word.text for word in span.words if span.tag in _RESTRICTING]
        found += _of_span(span, words, known)
    for span, then in pairwise(spans):
        if span.tag == "who" and then.tag in DEEDS and then.before in _LISTING:
            found.append(then.words[0].text)  # "hugo+will nuke": William, and no "will"
    found += _unused(ready, spans, likely, lexicon, known)
    return found


def is_risky(
    ready: Written, spans: Sequence[Span], texts: Sequence[str], passed: Collection[int], known: Model
) -> bool:
    """Whether a reading is not even to be offered: a word that waits or restricts is left over in it, or it
    has lost a condition or a denial of which the line speaks. Other words that hold something back are told
    with what is offered (``left_over``). ``passed``: where conditions begin that change nothing."""
    words = ready.words
    if turns_round(words) or any(
        _is_aimed_at(span, words, spans) or _is_anothers(span, words) for span in spans
    ):
        return True
    if any(word.plain not in _TOLD for word in _holding_back(ready, spans)):
        return True
    spans = [span for span in spans if span.words[0].position not in passed]
    if any(word.plain in _UNTOLD for span in spans if span.tag in _RESTRICTING for word in span.words):
        return True
    deed, counted = "", False
    for span in spans:
        if span.tag in DEEDS:
            deed, counted = span.tag, any(_counts(word) for word in span.words)
        if span.tag == "place" and deed not in HARMS and _is_odd_place(span, words, counted=counted):
            return True
    tags = {span.tag for span in spans}
    taken = {at for span in spans for at in range(span.at, span.at + len(span.words))}
    if "not" in tags and any(at not in taken and _is_unknown(word, known) for at, word in enumerate(words)):
        return True
    return bool(tags & {"if", "not"}) and not all(
        text.startswith(("IF ", "WATCH ", "RETREAT ", "ADVANCE ", "WOUND ")) or text.endswith(" stay")
        for text in texts
    )


def _holding_back(ready: Written, spans: Sequence[Span]) -> Iterator[Token]:
    """The words by which something may be held back, as far as they are not where the orders have them, nor
    in a reason."""
    taken = {at: span.tag for span in spans for at in range(span.at, span.at + len(span.words))}
    reasons = {at for run in _runs(len(ready.words), set(taken)) if _gives_reason(ready, run) for at in run}
    for at, word in enumerate(ready.words):
        tag = taken.get(at, "")
        if word.plain not in HOLDING | _HALVING or at in reasons or tag in _RESTRICTING:
            continue
        led = not tag and _leads_on(word, taken.get(at + 1, ""))
        if not led and not (tag in ("stay", "who") and word.plain in _OF_STAYING):
            yield word


def left_over(ready: Written, spans: Sequence[Span], lexicon: Lexicon, known: Model) -> tuple[str, ...]:
    """What of a line is in none of the orders that are offered for it, as written: stretches of words that do
    nothing, and how something is to be done that no order can say. Single words that only paint are not
    told, nor are reasons."""
    words = ready.words
    taken = {at for span in spans for at in range(span.at, span.at + len(span.words))}
    covered = _covered(words)
    found = [
        run
        for run in _runs(len(words), taken)
        if not _gives_reason(ready, run) and _says_more(ready, run, covered, lexicon, known)
    ]
    found += [
        range(span.at, span.at + len(span.words))
        for span in spans
        if span.tag == "how" and not {word.plain for word in span.words} <= EMPTY_HOW
    ]
    texts = (_as_written(ready, run) for run in sorted(found, key=lambda run: run.start))
    return tuple(text for text in texts if text)


def _says_more(
    ready: Written, run: range, covered: Collection[int], lexicon: Lexicon, known: Model
) -> bool:  # fmt: skip
    """Whether words that do nothing may have been meant to do something."""
    words = ready.words
    weighty = [at for at in run if words[at].kind != "sign" and words[at].plain not in _SMALL]
    holding = BLOCKING | HOLDING | _HALVING
    if any(words[at].kind in ("hex", "number") or words[at].plain in holding for at in weighty):
        return True
    loose = [at for at in weighty if at not in covered]
    if any(_is_name(words, at, lexicon) for at in loose):
        return True
    strange = any(_is_unknown(words[at], known) for at in loose)
    return len(loose) > 1 or (strange and _is_set_off(ready, run))


def _is_name(words: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    if len(words[at].plain) < _SHORTEST_NAME:
        return False
    person = lexicon.find(words[at : at + 6], PEOPLE)
    return isinstance(person, Found) and not person.note


def _as_written(ready: Written, run: range) -> str:
    """Words as they stand in the line, without the signs and joints around them."""
    words = [ready.words[at] for at in run]
    while words and (words[0].kind == "sign" or words[0].plain in JOINTS):
        del words[0]
    while words and (words[-1].kind == "sign" or words[-1].plain in JOINTS):
        del words[-1]
    if not words:
        return ""
    places = {place: at for at, place in enumerate(ready.body.at)}
    begin, end = places[words[0].position], places[words[-1].position] + len(words[-1].text)
    return ready.body.text[begin:end]


def _gives_reason(ready: Written, run: range) -> bool:
    """Whether words that do nothing tell why, to the end of the sentence or up to a pause."""
    at = run.start + (ready.words[run.start].kind == "sign" and len(run) > 1)
    return ready.words[at].plain in _REASONS and _is_set_off(ready, run)


def _is_aimed_at(span: Span, words: Sequence[Token], spans: Sequence[Span]) -> bool:
    """Whether the man who was taken for the one who is told is he at whom an enemy is told to shoot:
    "fire Yusuf at Robert"."""
    named_before = any(other.tag == "foe" and other.at < span.at for other in spans)
    return span.tag == "who" and named_before and bool(span.at) and words[span.at - 1].plain in _AGAINST


def _is_anothers(span: Span, words: Sequence[Token]) -> bool:
    """Whether the man who is told is named as somebody else's, or an enemy for what is his: "Sandro's
    brother Ivo", "bardas horse"."""
    if span.tag == "foe" and span.behind in _HIS_THINGS:
        return True
    return span.tag == "who" and any(map(is_possessive, words[max(span.at - 2, 0) : span.at]))


def _counts(word: Token) -> bool:
    return word.kind == "number" or word.plain in NUMBERS or word.plain in _MORE_NUMBERS


def _is_odd_place(span: Span, words: Sequence[Token], *, counted: bool) -> bool:
    """ "Out of 1115", "up four to 1412", "twelve paces to 1115": a hex that is left, or that a number may
    contradict. ``counted``: a number stands with the deed."""
    hexes = [at for at, word in enumerate(span.words, span.at) if word.kind == "hex"]
    leaves = any(at and words[at - 1].plain in ("of", "from", "off") for at in hexes)
    counted = counted or any(map(_counts, words[max(span.at - 2, 0) : span.at + len(span.words)]))
    return bool(hexes) and (leaves or counted)


def _is_unknown(word: Token, known: Model) -> bool:
    return word.kind == "word" and word.plain not in EVERY_WORD and f"w={word.plain}" not in known.weights


def _of_span(span: Span, words: Sequence[Token], known: Model) -> Iterator[str]:
    if span.tag == "who" and span.at and words[span.at - 1].plain in _RELATING:
        yield words[span.at - 1].text
    if span.tag not in ("not", "if", "else", "how"):
        yield from (word.text for word in span.words if word.plain in HOLDING)
    if span.tag not in DEEDS:
        return
    if span.tag == "stay":
        yield from (word.text for word in span.words if word.plain in _OF_OTHER_DEEDS)
    covered = _covered(span.words)
    yield from (word.text for word in span.words if word.plain in NUMBERS or word.plain in ("of", "from"))
    for at, word in enumerate(span.words):
        unsure = word.plain in BLOCKING or not known.knows(word.plain, span.tag)
        if at not in covered and word.kind == "word" and unsure:
            yield word.text


def _covered(words: Sequence[Token]) -> set[int]:
    """The places of words in phrases that the grammar knows, for a deed or for nothing."""
    places: set[int] = set()
    for at in range(len(words)):
        for book in (PHRASES, EMPTY, LITTLE):
            found = book.at(words, at)
            if found is not None:
                places |= set(range(at, at + found[1]))
    return places


def _unused(
    ready: Written, spans: Sequence[Span], likely: float, lexicon: Lexicon, known: Model
) -> Iterator[str]:
    """Names, hexes, words that hold back or restrict, and any others that are not set off from the order."""
    words = ready.words
    taken = {at for span in spans for at in range(span.at, span.at + len(span.words))}
    covered = _covered(words)
    roles = OWN if likely >= LEAST_SURE else PEOPLE
    leading = {span.at: span.tag for span in spans}
    for run in _runs(len(words), taken):
        apart = _is_set_off(ready, run)
        for at in run:
            word = words[at]
            if _leads_on(word, leading.get(at + 1, "")):
                continue
            if word.kind in ("hex", "number") or word.plain == "same" or word.plain in NUMBERS:
                yield word.text
            elif word.kind != "word" or (at in covered and word.plain not in HOLDING):
                continue
            elif (word.plain in BLOCKING or not apart) and word.plain not in _SMALL:
                yield word.text
            elif word.plain not in _SMALL and any(known.weight(word.plain, deed) > _ORDERS for deed in DEEDS):
                yield word.text  # "Man stet gate": somebody may be told something that is not read
            elif len(word.plain) >= _SHORTEST_NAME:
                person = lexicon.find(words[at : at + 6], PEOPLE)
                named = isinstance(person, Found) and not person.note
                if (
                    lexicon.role[person.id] in roles
                    if isinstance(person, Found) and named
                    else _is_unknown(word, known)
                ):
                    yield word.text


def _leads_on(word: Token, tag: str) -> bool:
    """Whether a word only leads on to what is marked behind it: "but not Odo", "until 1706"."""
    if word.plain == "but":
        return tag in ("not", "if", "else")
    return word.plain in ("until", "till") and tag == "place"


def _runs(length: int, taken: set[int]) -> Iterator[range]:
    """The stretches of words that do nothing."""
    begin = 0
    for at in range(length + 1):
        if at == length or at in taken:
            if begin < at:
                yield range(begin, at)
            begin = at + 1


def _is_set_off(ready: Written, run: range) -> bool:
    """Whether a stretch of words stands between pauses, or tells a reason."""
    words = ready.words
    first, last = words[run.start], words[run.stop - 1]
    reason = words[run.start + (first.kind == "sign" and len(run) > 1)].plain in _REASONS
    opens = reason or run.start == 0 or first.kind == "sign" or _pause(ready, run.start)
    closes = run.stop == len(words) or last.kind == "sign" or _pause(ready, run.stop)
    return opens and closes


def _pause(ready: Written, at: int) -> bool:
    """Whether a sign that is no word stands before this word."""
    before, word = ready.words[at - 1], ready.words[at]
    return bool(set(ready.body.text[before.position + len(before.text) : word.position]) & _PAUSES)
