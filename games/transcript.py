"""The lines of a mail with what is said to each: read so, noted, or to be mended."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.utils.translation import gettext

from games.reports import words
from games.reports.layout import wrapped
from pbem.mail.headers import clean
from rules import engine

MOST_LINES = 200
MOST_UNREADABLE = 10
UNREADABLE_WITHOUT_SUCCESS = 5
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


def of(reading: engine.Reading) -> tuple[list[Answered], str]:
    """(what is said to each line that needs an answer, a closing remark when lines were left out)."""
    said: list[Answered] = []
    unreadable = 0
    most = MOST_UNREADABLE if reading.accepted else UNREADABLE_WITHOUT_SUCCESS
    for line in reading.lines:
        if line.verdict is engine.Verdict.COMMENT or (
            line.verdict is engine.Verdict.COMMAND and not line.message
        ):
            continue
        unreadable += line.verdict is engine.Verdict.UNREADABLE
        if unreadable <= most or line.verdict is not engine.Verdict.UNREADABLE:
            said.append(_answered(line))
    if unreadable > most:
        left = words.more_lines(unreadable - most)
        return said[:MOST_LINES], gettext(
            "{left} could not be understood either and are not shown. HELP brings the words."
        ).format(left=left)
    if len(said) > MOST_LINES:
        return said[:MOST_LINES], gettext("{left} were read and are not shown.").format(
            left=words.more_lines(len(said) - MOST_LINES)
        )
    return said, ""


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
    lines: list[str] = []
    for answer in said:
        lines += wrapped(clean(answer.line, 300), "> ")
        lines += wrapped(
            answer.said, f"  {answer.word:<8} "[: max(9, len(answer.word) + 3)], " " * 9, margin=answer.rule
        )
        for detail in answer.details:
            lines += wrapped(detail, " " * 9, " " * 11)
    return "\n".join(lines)
