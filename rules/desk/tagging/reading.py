"""A line that the grammar cannot read, by what the tagger says of its words: acts, made into clauses
and orders as those of the grammar are."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.desk.desk import Desk
from rules.desk.speech.addressed import is_question
from rules.desk.speech.bearers import pairs_at_ladders
from rules.desk.speech.clause import Unknown, Unsure
from rules.desk.speech.company import Company
from rules.desk.speech.deeds import Deeds
from rules.desk.speech.grouped import busy
from rules.desk.speech.guess_words import asks
from rules.desk.speech.named import Named
from rules.desk.speech.phrases import Words
from rules.desk.speech.saying import Saying
from rules.desk.speech.spoken import MOST_WORDS
from rules.desk.speech.talk import only_names
from rules.desk.tagging.acts import DEEDS, Span, Unplain, acts_of, spans_of
from rules.desk.tagging.composing import Composing
from rules.desk.tagging.doubts import MODALS, doubts, is_risky, left_over
from rules.desk.tagging.features import features_of
from rules.desk.tagging.model import model
from rules.desk.tagging.words import words_in
from rules.orders.lexicon import PEOPLE, Found, Lexicon
from rules.orders.text import written
from rules.orders.trouble import Misread

LEAST = 0.25  # by which the tags of a whole line must be likely, that what it says is filed
LEAST_TOLD = 0.1  # by which they must be likely, that a line is no mere talk


_FORBIDDING = frozenset(("who", "not", "go", "leave", "stay"))
_OF_FORBIDDING = words_in("""
    not dont doesnt never shall must should may do does isnt go goes move moves moving leave leaves leaving
    quit quits stir stirs
    """)


class Read(msgspec.Struct, frozen=True):
    """What a line comes to; ``sure``: whether it may be filed without asking back; ``left_out``: what of it
    is in none of its orders."""

    sayings: tuple[Saying, ...]
    sure: bool
    left_out: tuple[str, ...] = ()


class TaggedLine:
    """``words``: those of the line, with joined names as one."""

    def __init__(self, desk: Desk, lexicon: Lexicon, company: Company, named: Named, words: Words) -> None:
        self.desk, self.lexicon, self.company, self.named = desk, lexicon, company, named
        self.words = words
        self.line = ""
        self.spans: list[Span] = []
        self.probability = 0.0
        self.finds_men = False  # whether the words for those who are told mean men of the seat's

    @property
    def tells_men(self) -> bool:
        """Whether the line last read seems to tell men of the seat's to do something."""
        tags = {span.tag for span in self.spans}
        # which all are told, unless somebody is named; "Back at 2215" tells a time of day
        lasting = tags & {"advance", "retreat", "watch"} and all(word.kind != "hex" for word in self.words)
        told = bool(lasting) or (
            self.finds_men and bool(tags & (DEEDS | {"place", "foe", "friend", "facing"}))
        )
        silent = self.asks or only_names(self.words, self.lexicon)
        return told and self.probability >= LEAST_TOLD and not silent

    @property
    def asks(self) -> bool:
        """Whether the line is a question, with or without its mark: "can Drogo reach Khaled"."""
        if asks(self.line, self.words) or is_question(self.line, self.words):
            return True
        begins = bool(self.words) and self.words[0].plain in MODALS
        return begins and isinstance(self.lexicon.find(self.words[1:7], PEOPLE), Found)

    def read(self, line: str) -> Read | None:
        """None where no order is plain, nor in a question or a whole tale."""
        self.line = line
        if line.rstrip().endswith("?") or len(self.words) > MOST_WORDS or self.asks:
            return None
        ready = written(line)
        tagged = model().tag(features_of(ready, self.lexicon))
        spans = spans_of(ready.words, tagged.tags)
        self.spans, self.probability = spans, tagged.probability
        pairs = pairs_at_ladders(self.desk.battle, self.company)
        composing = Composing(
            self.desk, self.lexicon, self.company, self.named,
            busy(self.desk, self.lexicon, self.words), pairs, ready.words,
        )  # fmt: skip
        self.finds_men = any(composing.persons.own(span.words) for span in spans if span.tag == "who")
        try:
            clauses = composing.of(acts_of(spans))
            sayings = [Saying(line) for line in composing.lines]
            if clauses:
                sayings += Deeds(self.desk, self.lexicon, self.named, pairs).sayings(clauses)
            sayings = composing.conditions.joined(sayings)
        except (Unplain, Unknown, Unsure, Misread):
            return None
        if not sayings:
            return None
        texts = [saying.text for saying in sayings]
        if is_risky(ready, spans, texts, composing.conditions.passed, model()):
            return None
        found = doubts(line, ready, spans, tagged.probability, self.lexicon, model())
        if _forbids_going(spans, texts):
            found = [text for text in found if text.casefold().replace("'", "") not in _OF_FORBIDDING]
        unsure = [*composing.doubts, *composing.lines, *found]  # standing orders bind for many turns
        sure = tagged.probability >= LEAST and not unsure
        left_out = () if sure else left_over(ready, spans, self.lexicon, model())
        return Read(tuple(sayings), sure, left_out)


def _forbids_going(spans: Sequence[Span], texts: Sequence[str]) -> bool:
    """Whether a line says nothing but that some do not go anywhere: "Leon does not move"."""
    stays = all(text.startswith("MOVE ") and text.endswith(" stay") for text in texts)
    return stays and {span.tag for span in spans} <= _FORBIDDING
