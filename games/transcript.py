"""The lines of a mail with what is said to each: read so, noted, or to be mended."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.utils.translation import gettext

from games import bounds
from games.reports import words
from games.reports.layout import wrapped
from pbem.mail.headers import clean
from rules import engine

MOST_LINES = 40  # of text
LEAST_DETAILS = 3  # lines; for less it is not worth beginning
MOST_UNREADABLE = 10
UNREADABLE_WITHOUT_SUCCESS = 5
SILENT = (engine.Verdict.COMMENT, engine.Verdict.TALK)
_RANK = {"mend": 0, "note": 1, "ok": 2}
TO_MEND = (engine.Verdict.AMBIGUOUS, engine.Verdict.UNREADABLE, engine.Verdict.ILLEGAL)


class Answered(msgspec.Struct, frozen=True):
    """One line of the transcript as it is shown: the line, the verdict's word and colour, what is said to it, and the
    ``details`` of what was tried, a line each."""

    line: str
    word: str
    mark: str
    said: str
    rule: str = ""
    details: tuple[str, ...] = ()


def of(reading: engine.Reading, room: int = MOST_LINES, page: str = "") -> tuple[list[Answered], str]:
    """(what is said to each line that needs an answer, as far as there is room for it in lines of text; a closing remark
    when something was left out). First go the details of what was tried, those of the last line before the others; lines
    to be mended are never left out before those that stand. ``page``: where the player finds what stands."""
    said: list[Answered] = []
    unreadable = 0
    most = MOST_UNREADABLE if reading.accepted else UNREADABLE_WITHOUT_SUCCESS
    for line in reading.lines:
        if line.verdict in SILENT or (line.verdict is engine.Verdict.COMMAND and not line.message):
            continue
        unreadable += line.verdict is engine.Verdict.UNREADABLE
        if unreadable <= most or line.verdict is not engine.Verdict.UNREADABLE:
            said.append(_answered(line))
    dropped = max(unreadable - most, 0)
    bare = _without_details(said, room)
    shown = _fitting(bare, room)
    left_out = _left_out(said, shown, dropped, page)
    if any(a.details != b.details for a, b in zip(said, bare, strict=True)):
        left_out = f"{left_out} {gettext('TRY fewer lines at once, and more is told of each.')}".strip()
    return shown, left_out


def _without_details(said: list[Answered], room: int) -> list[Answered]:
    """The answers with as many details as there is room for beside all answers."""
    left = room - sum(len(_lines_of(msgspec.structs.replace(answer, details=()))) for answer in said)
    told = []
    for answer in said:
        details = _details_within(answer.details, left)
        left -= sum(len(_detail(detail)) for detail in details)
        told.append(msgspec.structs.replace(answer, details=details))
    return told


def _details_within(details: tuple[str, ...], room: int) -> tuple[str, ...]:
    """The first of them that so many lines hold, and how many more there are."""
    lengths = [len(_detail(detail)) for detail in details]
    if sum(lengths) <= room:
        return details
    if room < LEAST_DETAILS:
        return ()
    count = bounds.first_of(lengths, room - 1)
    more = gettext("... and {left}.").format(left=words.more_lines(len(details) - count))
    return (*details[:count], more)


def _fitting(said: list[Answered], room: int) -> list[Answered]:
    """Those for which there is room, in the order of the mail: first of what is to be mended, then of notes and the rest."""
    places = sorted(range(len(said)), key=lambda n: (_RANK[said[n].mark], n))
    lengths = [len(_lines_of(said[n])) for n in places]
    kept = sorted(places[: bounds.first_of(lengths, room)])
    return [said[n] for n in kept]


def _left_out(said: list[Answered], shown: list[Answered], dropped: int, page: str) -> str:
    mend = sum(a.mark == "mend" for a in said) - sum(a.mark == "mend" for a in shown) + dropped
    stand = len(said) - len(shown) + dropped - mend
    told = []
    if mend:
        told.append(
            gettext("{left} could not be taken either and are not shown. HELP brings the words.").format(
                left=words.more_lines(mend)
            )
        )
    if stand:
        told.append(
            gettext("{left} were read and are not shown; what stands is on your page: {page}").format(
                left=words.more_lines(stand), page=page
            )
        )
    return " ".join(told)


def _answered(line: engine.LineReading) -> Answered:
    sentences = [part.strip() for part in line.message if part.strip()]
    if line.verdict in TO_MEND:
        if line.suggestion and not any(line.suggestion in part for part in sentences):
            sentences.append(gettext("Did you mean {suggestion}?").format(suggestion=line.suggestion))
        rule = " ".join(part for part in (line.rule, line.code) if part)
        return Answered(
            line.line, gettext("to mend:"), "mend", _sentences(sentences) or gettext("not understood."), rule
        )
    if _reads_otherwise(line) and not any(line.canonical in part for part in sentences):
        sentences.insert(0, line.canonical)
    word, mark = (gettext("note"), "note") if line.verdict is engine.Verdict.NOTE else (gettext("ok"), "ok")
    return Answered(line.line, word, mark, _sentences(sentences), line.rule, line.details)


def _reads_otherwise(line: engine.LineReading) -> bool:
    """Whether the order as it stands is worth showing beside the line as written."""
    return bool(line.canonical) and line.canonical.casefold().split() != line.line.casefold().split()


def _sentences(parts: Sequence[str]) -> str:
    return " ".join(part if part.endswith((".", "?", "!", ":")) else f"{part}." for part in parts)


def as_text(said: Sequence[Answered]) -> str:
    return "\n".join(line for answer in said for line in _lines_of(answer))


def height(said: Sequence[Answered]) -> int:
    """The lines of text that the answers take."""
    return sum(len(_lines_of(answer)) for answer in said)


def _lines_of(answer: Answered) -> list[str]:
    lines = wrapped(clean(answer.line, 300), "> ")
    lines += wrapped(
        answer.said, f"  {answer.word:<8} "[: max(9, len(answer.word) + 3)], " " * 9, margin=answer.rule
    )
    for detail in answer.details:
        lines += _detail(detail)
    return lines


def _detail(detail: str) -> list[str]:
    return wrapped(detail, " " * 9, " " * 11)
