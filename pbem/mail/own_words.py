"""Our own words in a mail, told apart from its writer's, whatever marks, headings and line breaks got
lost on the way.

A run of three of our lines, in our order, is a quote. One or two at the end, apart from the rest, may be:
they are asked back. But where a mail shows otherwise what it quotes, orders outside of that were written,
whatever we sent (``signs.py``). An order form between its #ORDERS and #END is one paper: changed, or with a
word of the writer's own, it is meant; quoted, what was changed in it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from pbem.mail import letters
from pbem.mail.lines import BLOCK, BLOCK_END, COMMENT, Known, LooksLikeOrder, lines_of
from pbem.mail.phrases import ASSENT, DATED, FOOTER, NAMES_MAILBOX
from pbem.mail.quotes import QUOTE_MARKS, QUOTED, introductions
from pbem.mail.remarks import is_heading
from pbem.mail.runs import ENOUGH, REACH, Run, runs_of
from pbem.mail.sent import Sent, squashed
from pbem.mail.signs import Signs, is_marked, signs_of
from pbem.mail.versions import Evidence

_OWN_WORDS_IN_A_HEADING = 4
_MOST_OF_A_YES = 4  # lines: with a greeting, a closing and a name


_ADDED = re.compile(
    r"<(?:tel|sms|callto|mailto|https?|x-apple-[a-z-]{1,30}):[^<>\s]{0,500}>|=20$|=$", re.IGNORECASE
)
"""What programs add to a line: links behind what they take for numbers, and what is left of
quoted-printable."""
_SAYS_SOMETHING = re.compile(r"[^\W_]|[\U0001f300-\U0001faff]")


class Told(NamedTuple):
    """A text with what is known of its lines. Broken lines of a form are put together in it."""

    text: str
    known: Known


class Form(NamedTuple):
    """A form in a mail, from its #ORDERS to its #END, and the one of ours that it is: a piece of
    what we sent."""

    lines: range
    sent: Sent
    begin: int
    end: int


def tell_apart(
    text: str, sent: Sequence[Sent], label: str, like: LooksLikeOrder, said: Evidence = Evidence()
) -> Told:
    """What is known of a mail's lines to whoever knows what was ``sent`` to its writer, the newest first.
    ``label``: that of the form of the open phase; ``said``: what the HTML says of the lines."""
    if not sent:
        return Told(text, Known())
    reading = _Reading(lines_of(text), sent, label, like, said)
    known = reading.known()
    return Told("\n".join(reading.lines), known)


class _Reading:
    def __init__(
        self, lines: list[str], sent: Sequence[Sent], label: str, like: LooksLikeOrder, said: Evidence
    ) -> None:
        self.sent, self.label, self.like, self.said = sent, label, like, said
        self.lines = lines
        self._look()
        if self._unwrap():
            self._look()

    def _look(self) -> None:
        """Where quotes and letters to players are, what each line is without its marks, and the forms."""
        attributions, original_from = introductions(self.lines, self.like)
        theirs = {n for block in letters.closed_blocks(self.lines) for n in block}
        self.introduced = min((*attributions, original_from))
        self.skipped = attributions | theirs
        self.bare = [QUOTE_MARKS.sub("", line) if QUOTED.match(line) else line for line in self.lines]
        self.marked = [n >= original_from or bool(QUOTED.match(line)) for n, line in enumerate(self.lines)]
        self.words = [
            "" if n in self.skipped else squashed(_ADDED.sub("", line.rstrip()))
            for n, line in enumerate(self.bare)
        ]
        signed = (n for n, line in enumerate(self.lines) if line.rstrip() == "--")
        self.signature = next(signed, len(self.lines))
        self.forms = self._forms()
        self.in_form = {n for form in self.forms for n in form.lines}

    # forms

    def _forms(self) -> list[Form]:
        """The forms of ours in the mail that have both their ends, quoted or not."""
        found: list[Form] = []
        begun: int | None = None
        for number, text in enumerate(self.bare):
            if number in self.skipped:
                continue
            if BLOCK.match(text):
                begun = number
            elif begun is not None and BLOCK_END.match(text):
                theirs = self._is_in_a_letter(begun, number) or self.marked[begun] != self.marked[number]
                if not theirs and (form := self._ours(begun, number)):
                    found.append(form)
                begun = None
        return found

    def _is_in_a_letter(self, begin: int, end: int) -> bool:
        """Whether another player wrote these lines, as a letter of his says."""
        below = next(self.words[n] for n in range(begin + 1, end + 1) if self.words[n])
        return any(text.of_others and text.holds(self.words[begin] + below) for text in self.sent)

    def _ours(self, begin: int, end: int) -> Form | None:
        """The form of ours that begins like this one."""
        head = self.words[begin]
        for sent in self.sent:
            for place in sent.places(head):
                number = sent.line_at(place)
                closing = next(
                    (n for n in range(number + 1, len(sent.lines)) if BLOCK_END.match(sent.lines[n])), None
                )
                if sent.is_whole(place, place + len(head)) and closing is not None:
                    return Form(
                        range(begin, end + 1),
                        sent,
                        place,
                        sent.begins[closing] + len(squashed(sent.lines[closing])),
                    )
        return None

    def _unwrap(self) -> bool:
        """Put the lines of forms together again that a program broke; whether there were any."""
        cuts: dict[int, int] = {}
        for form in self.forms:
            cuts.update(_broken(form, self.words))
        for first, behind in cuts.items():
            begun = self.lines[first].rstrip()
            rest = (self.bare[n].strip() for n in range(first + 1, behind))
            self.lines[first] = " ".join((begun, *rest))
        gone = {n for first, behind in cuts.items() for n in range(first + 1, behind)}
        self.lines = [line for n, line in enumerate(self.lines) if n not in gone]
        return bool(cuts)

    def _changed(self, form: Form) -> list[int]:
        """The lines of a form that are not as we sent them."""
        at, changed = form.begin, []
        for number in form.lines:
            words = self.words[number]
            if not words:
                continue
            place = form.sent.flat.find(words, at, form.end)
            if place < 0 or not form.sent.is_whole(place, place + len(words)):
                changed.append(number)
            else:
                at = place + len(words)
        return changed

    def _stands_in(self, form: Form, number: int) -> bool:
        """Whether a line is one of the form's as we sent it, wherever in it."""
        words = self.words[number]
        places = form.sent.places(words) if words else ()
        return any(form.begin <= p < form.end and form.sent.is_whole(p, p + len(words)) for p in places)

    def _lacks_lines(self, form: Form) -> bool:
        """Whether somebody took lines out of it: no program does."""
        here = sum(len(self.words[n]) for n in form.lines)
        return here < form.end - form.begin

    # what is known

    def known(self) -> Known:
        quoted: set[int] = set()
        ours: set[int] = set()
        meant: dict[int, str] = {}
        runs = runs_of(self.words, self.sent)
        signs = signs_of(self.lines, self.words, self.marked, self.introduced, runs, self.said)
        for run in runs:
            self._judge(run, quoted, ours)
        written = self._written(runs, signs)
        quoted -= written
        for form in self.forms:
            if self.marked[form.lines[0]]:
                self._quoted_form(form, meant, ours)
        for form in self.forms:
            if not self.marked[form.lines[0]]:
                self._open_form(form, quoted, ours, signs)
        self._at_the_end(ours, runs, quoted)
        for run in runs:
            self._of_a_letter(run, ours, quoted)
        return Known(frozenset(quoted), frozenset(ours - written), meant)

    def _written(self, runs: Sequence[Run], signs: Signs) -> set[int]:
        """The orders in our words that their writer typed or copied, as what is quoted in the mail shows: no
        line of a report, and no form, is among them."""
        found: set[int] = set()
        for run in runs:
            outside = [n for n in run.lines if not self.marked[n] and signs.outside(n)]
            if all(COMMENT.match(self.bare[n]) or self._is_printed_order(run, n) for n in outside):
                found.update(n for n in outside if n not in self.in_form)
        return found

    def _judge(self, run: Run, quoted: set[int], ours: set[int]) -> None:
        """A run of our lines outside of forms: a quote; but orders alone may have been typed, so they
        are asked back."""
        run = self._with_those_above(self._without_typed_ends(run, ours))
        if run.length < ENOUGH and not self._is_prose(run):
            return
        text, marked = run.sent, [n for n in run.lines if self.marked[n]]
        # a letter's own marks are ours: no program made them, and nobody took others away
        marks = sum(not (text.of_others and is_marked(text, run.places[n])) for n in marked)
        amid = 2 * marks > len(run.lines)
        typed = all(self._reads(n) for n in run.lines)
        if (typed and run.sent.echoes) or all(map(run.sent.is_his, run.places.values())):
            return  # his own words once more
        for n in run.lines:
            if self.marked[n] or n in self.in_form:
                continue
            if amid and run.sent.begins_line(run.places[n]):
                continue  # its writer took the mark away before it, or typed it again
            (ours if typed else quoted).add(n)

    def _is_prose(self, run: Run) -> bool:
        """Whole lines of ours that nobody would write as orders: those begin with a word in capitals."""
        text = run.sent
        lines = text.lines[text.line_at(run.begin) : text.line_at(run.end - 1) + 1]
        orders = any(map(_begins_in_capitals, lines))
        return text.is_whole(run.begin, run.end) and not orders

    def _without_typed_ends(self, run: Run, ours: set[int]) -> Run:
        """A run without the orders above or below it and apart from it. If they do not adjoin it in our text,
        whoever wrote them used our words by chance; else he is asked."""
        first, behind = 0, len(run.lines)
        for at, (n, following) in enumerate(pairwise(run.lines), start=1):
            if following - n == 1:
                continue
            adjoins = run.places[n] + len(self.words[n]) == run.places[following]
            if at < ENOUGH and all(self._reads(k) for k in run.lines[:at]):
                first = at
                unmarked = (k for k in run.lines[:at] if not self.marked[k] and k not in self.in_form)
                ours.update(unmarked if adjoins else ())
            elif behind == len(run.lines) and at > behind - ENOUGH and not adjoins:
                behind = at if all(self._reads(k) for k in run.lines[at:]) else behind
        lines = run.lines[first:behind]
        return run if lines == run.lines else run._replace(lines=lines, length=len(lines))

    def _with_those_above(self, run: Run) -> Run:
        """A quote with the lines of ours that stand close above it, with something that was changed
        between them."""
        if run.length < ENOUGH or all(self._reads(n) for n in run.lines):
            return run
        number = run.lines[0] - 1
        while number >= 0 and run.lines[0] - number <= ENOUGH and self.lines[number].strip():
            words = self.words[number]
            places = [p for p in run.sent.places(words) if 0 <= run.begin - p - len(words) <= REACH]
            if places and run.sent.is_whole(places[-1], places[-1] + len(words)):
                lines, places_of = (number, *run.lines), {**run.places, number: places[-1]}
                run = run._replace(lines=lines, places=places_of, begin=places[-1], length=run.length + 1)
            number -= 1
        return run

    def _reads(self, number: int) -> bool:
        text = self.bare[number].strip()
        return not COMMENT.match(text) and self.like(text)

    def _is_printed_order(self, run: Run, number: int) -> bool:
        """Whether a line of ours is an order as we print it, and no row of a table."""
        printed = run.sent.lines[run.sent.line_at(run.places[number])]
        return self._reads(number) and _begins_in_capitals(printed)

    def _is_order(self, number: int) -> bool:
        """Whether a line reads as an order, and one of its words alone does: no "Fine by me"."""
        return self._reads(number) and any(map(self.like, self.bare[number].split()[:6]))

    def _quoted_form(self, form: Form, meant: dict[int, str], ours: set[int]) -> None:
        """What was changed in the quoted form of the open phase is meant; the rest is offered with it."""
        changed = [n for n in self._changed(form) if not self.marked[n] or not self._stands_in(form, n)]
        typed = [n for n in form.lines if not self.marked[n] and self._stands_in(form, n)]
        changed = sorted({*changed, *typed})
        orders = [n for n in changed if self._reads(n)]
        if squashed(self.label) != self.words[form.lines[0]].removeprefix("orders"):
            return
        if not changed and self._says_yes(self._outside(form)):
            ours.update(form.lines)
        kept = [n for n in form.lines[1:-1] if self.words[n] and n not in changed]
        if not orders or 2 * len(changed) > len(form.lines) or len(orders) > len(kept):
            return  # so little of it is ours that anybody may have written it
        meant.update({n: self.bare[n].strip() for n in orders})
        ours.update(n for n in form.lines if n not in changed and self._reads(n))

    def _open_form(self, form: Form, quoted: set[int], ours: set[int], signs: Signs) -> None:
        """A form that came back as we sent it: a quote below orders, else meant if there is a word besides or
        it stands above what is quoted, else asked back."""
        if self._changed(form) or self._lacks_lines(form):
            return
        around = [n for n in self._outside(form) if n in quoted]
        own = [n for n in self._outside(form) if n not in quoted and n not in ours]
        if any(self._is_order(n) for n in own):
            (quoted if len(around) >= ENOUGH else ours).update(form.lines)
        elif len(around) >= ENOUGH or not (form.lines[-1] < signs.begins or self._has_own_word(own)):
            ours.update(form.lines)

    def _outside(self, form: Form) -> list[int]:
        """The lines in no quote, letter or attribution, and not of this form."""
        inside = self.skipped | set(form.lines)
        lines = enumerate(zip(self.lines, self.marked, strict=True))
        return [n for n, (line, marked) in lines if line.strip() and not marked and n not in inside]

    def _says_yes(self, numbers: Sequence[int]) -> bool:
        """Whether these lines agree, and say little else."""
        said = [line for n in numbers if (line := self.bare[n].strip()) and not FOOTER.match(line)]
        return 0 < len(said) <= _MOST_OF_A_YES and any(ASSENT.match(line) for line in said)

    def _has_own_word(self, numbers: Sequence[int]) -> bool:
        """Whether one of the lines is somebody's word, and no heading or footer that a program wrote,
        or signature."""
        for number in numbers:
            text = self.bare[number].strip()
            if FOOTER.match(text) or not _SAYS_SOMETHING.search(text):
                continue
            if number >= self.signature:
                return False
            if DATED.search(text) or NAMES_MAILBOX.search(text) or "@" in text:
                return False
            if not text.endswith((":", "：", "៖")) or len(text.split()) <= _OWN_WORDS_IN_A_HEADING:
                return True
        return False

    def _at_the_end(self, ours: set[int], runs: Sequence[Run], quoted: set[int]) -> None:
        """One or two whole lines of ours at the end of a mail, below a heading or a blank line."""
        if any(not self.marked[form.lines[0]] for form in self.forms):
            return
        written = [
            n for n, words in enumerate(self.words) if words and not self.marked[n] and n not in quoted
        ]
        for run in runs:
            lines = [n for n in run.lines if not self.marked[n]]
            if not lines or lines != written[-len(lines) :] or not run.sent.is_whole(run.begin, run.end):
                continue
            if all(map(run.sent.is_his, run.places.values())) and not any(map(self._reads, lines)):
                continue  # his name once more
            above = [n for n in written if n < lines[0]][-2:]
            if len(lines) < ENOUGH and above and self._stands_apart(lines[0], above):
                ours.update(lines)
                return

    def _of_a_letter(self, run: Run, ours: set[int], quoted: set[int]) -> None:
        """Whole lines of another player's below a line that ends in a colon: "He wrote me:"."""
        lines = [n for n in run.lines if not self.marked[n] and n not in quoted and n not in self.in_form]
        if not lines or not run.sent.of_others or not run.sent.is_whole(run.begin, run.end):
            return
        above = next((line for n in range(lines[0] - 1, -1, -1) if (line := self.lines[n].strip())), "")
        if above.endswith((":", "：", "៖")):
            ours.update(lines)

    def _stands_apart(self, number: int, above: Sequence[int]) -> bool:
        """Below a heading, a rule or a blank line; where every line has a blank one above it, that
        says nothing."""
        heading = self.lines[above[-1]].rstrip()
        if is_heading(heading) or (heading.endswith((":", "：", ">>>")) and DATED.search(heading)):
            return True
        spaced = len(above) > 1 and above[1] - above[0] > 1
        return not squashed(self.lines[number - 1]) and not spaced


def _begins_in_capitals(line: str) -> bool:
    return line.lstrip("> ").split()[0].isupper()


def _broken(form: Form, words: Sequence[str]) -> dict[int, int]:
    """Where broken lines of a form begin, and the line behind each: pieces that follow each other in one line
    of ours, and what was written in place of the last of them."""
    found: dict[int, int] = {}
    sent, at, first = form.sent, form.begin, -1
    for number in form.lines:
        piece = words[number]
        if not piece:
            first = -1
            continue
        if first >= 0 and sent.flat.startswith(piece, at):
            found[first] = number + 1
            at += len(piece)
            first = first if not sent.begins_line(at) else -1
            continue
        further = [p for p in sent.places(piece) if at <= p < form.end and sent.begins_line(p)]
        whole = (p for p in further if sent.begins_line(p + len(piece)))
        place = next(whole, further[0] if further else None)
        if place is None:
            if first >= 0:
                found[first] = number + 1  # its end was changed
            first = -1
            continue
        at = place + len(piece)
        first = number if not sent.begins_line(at) else -1
    return found
