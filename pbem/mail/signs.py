"""Where a mail shows what it quotes: an attribution, marks before lines of ours, what its HTML has
in a quote.

What stands outside of that was written by its sender, whether we once sent the same words or not. No such
sign is what we sent with its mark: a receipt repeats its reader's lines that way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pbem.mail import versions
from pbem.mail.quotes import QUOTED
from pbem.mail.runs import ENOUGH, Run
from pbem.mail.sent import Sent, squashed


class Signs(NamedTuple):
    """``begins``: the line that the first sign stands in, 0 without any; ``throughout``: whatever is quoted
    has its mark."""

    begins: int
    throughout: bool

    def outside(self, number: int) -> bool:
        """Whether an unmarked line is certainly not quoted."""
        return self.throughout or number < self.begins


def signs_of(
    lines: Sequence[str],
    words: Sequence[str],
    marked: Sequence[bool],
    introduced: int,
    runs: Sequence[Run],
    said: versions.Evidence,
) -> Signs:
    """The signs in a mail whose lines are given as they are, as they are compared, and whether they are
    quoted. ``introduced``: where a quote is introduced; ``runs``: our words in it; ``said``: what the HTML
    says."""
    ours = {n: (run.sent, run.places[n]) for run in runs for n in run.lines}
    quoted = {n for n, (sent, place) in ours.items() if marked[n] and not is_marked(sent, place)}
    in_html = _in_html(lines, ours, said)
    introductions = () if introduced >= len(lines) or _holds(runs, lines[introduced]) else (introduced,)
    begins = min((*introductions, *quoted, *in_html), default=0)
    whole = all(
        run.sent.is_whole(run.places[n], run.places[n] + len(words[n]))
        for run in runs
        if run.length >= ENOUGH
        for n in run.lines
        if not marked[n]
    )
    return Signs(begins, whole and len(quoted) >= ENOUGH)


def _holds(runs: Sequence[Run], line: str) -> bool:
    """Whether a line stands in what we sent, as far as it is in the mail."""
    return any(run.sent.holds(squashed(line)) for run in runs)


def is_marked(sent: Sent, place: int) -> bool:
    """Whether we sent the line in this place with a mark of a quote before it."""
    return bool(QUOTED.match(sent.lines[sent.line_at(place)]))


def _in_html(lines: Sequence[str], ours: dict[int, tuple[Sent, int]], said: versions.Evidence) -> list[int]:
    """The first line that the HTML has in a quote and nowhere else."""
    if not said.quoted:
        return []
    quoted, shown = versions.runs(said.quoted), versions.runs(said.shown)
    for number, line in enumerate(lines):
        known = versions.key(line)
        if known in quoted and known not in shown and not (number in ours and is_marked(*ours[number])):
            return [number]
    return []
