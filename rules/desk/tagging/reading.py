"""A line that the grammar cannot read, by what the tagger says of its words: acts, made into clauses and orders as those
of the grammar are."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.desk.desk import Desk
from rules.desk.speech.clause import Unknown, Unsure
from rules.desk.speech.company import Company
from rules.desk.speech.deeds import Deeds
from rules.desk.speech.named import Named
from rules.desk.speech.saying import Saying
from rules.desk.speech.vocabulary import HOLDING
from rules.desk.tagging.acts import Span, Unplain, acts_of, spans_of, used
from rules.desk.tagging.composing import Composing
from rules.desk.tagging.features import features_of
from rules.desk.tagging.model import model
from rules.orders.lexicon import OWN, PEOPLE, Found, Lexicon, Role
from rules.orders.text import Token, Written, written
from rules.orders.trouble import Misread
from rules.state.figure import FigureId

LEAST = 0.25  # by which the tags of a whole line must be likely, that what it says is filed


class Read(msgspec.Struct, frozen=True):
    """What a line comes to; ``sure``: whether it may be filed without asking back."""

    sayings: tuple[Saying, ...]
    sure: bool


class TaggedLine:
    def __init__(
        self, desk: Desk, lexicon: Lexicon, company: Company, named: Named, busy: frozenset[FigureId],
        pairs: Sequence[tuple[FigureId, ...]],
    ) -> None:  # fmt: skip
        self.desk, self.lexicon, self.company, self.named = desk, lexicon, company, named
        self.busy, self.pairs = busy, pairs
        self.why = ""

    def read(self, line: str) -> Read | None:
        """None where no order is plain."""
        ready = written(line)
        tagged = model().tag(features_of(ready, self.lexicon))
        spans = spans_of(ready.words, tagged.tags)
        self.spans, self.probability = spans, tagged.probability
        composing = Composing(
            self.desk, self.lexicon, self.company, self.named, self.busy, self.pairs, ready.words
        )
        try:
            clauses = composing.of(acts_of(spans))
            sayings = [Saying(line) for line in composing.lines]
            sayings += (
                Deeds(self.desk, self.lexicon, self.named, self.pairs).sayings(clauses) if clauses else []
            )
            sayings = composing.conditions.joined(sayings)
        except (Unplain, Unknown, Unsure, Misread) as e:
            self.why = repr(e)
            return None
        if not sayings:
            return None
        left = _left_out(ready, spans, self.lexicon, OWN if tagged.probability > 0.6 else PEOPLE)
        self.why = f"{composing.doubts} {left}"
        sure = tagged.probability >= LEAST and not composing.doubts and not left
        return Read(tuple(sayings), sure)


def _leads_on(at: int, spans: Sequence[Span], word: Token) -> bool:
    """Whether a word only leads on to what is marked behind it: "but not Odo", "until 1706"."""
    behind = next((span.tag for span in spans if span.at == at + 1), "")
    return (word.plain == "but" and behind in ("not", "if", "else")) or (
        word.plain in ("until", "till") and behind == "place"
    )


def _left_out(line: Written, spans: Sequence[Span], lexicon: Lexicon, roles: frozenset[Role]) -> list[str]:
    """Words of a line that do nothing in it and should have: names, hexes, and what holds back an order."""
    taken = set(used(spans))
    left: list[str] = []
    said_same = len(spans) == 1
    for at, word in enumerate(line.words):
        if at in taken or _leads_on(at, spans, word):
            continue
        if word.kind == "hex" or word.plain in HOLDING or (word.plain == "same" and not said_same):
            left.append(word.text)
        elif word.kind == "word" and len(word.plain) > 3:
            found = lexicon.find(line.words[at : at + 6], roles)
            if isinstance(found, Found) and not found.note and lexicon.role[found.id] in roles:
                left.append(word.text)
    return left
