"""What its writer himself wrote in a mail: as it stood there, without quotes, signature,
footer and armour."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pbem.mail import versions
from pbem.mail.lines import LineClass, MailLine
from pbem.mail.reader import ReadMail

_OF_OTHERS = frozenset(
    (
        LineClass.QUOTE,
        LineClass.QUOTED_ORDER,
        LineClass.ATTRIBUTION,
        LineClass.SIGNATURE,
        LineClass.FOOTER,
        LineClass.ARMOUR,
    )
)
_WITHIN_A_SIGNATURE = frozenset(
    (LineClass.SIGNATURE, LineClass.AFTER_END, LineClass.BLANK, LineClass.COMMENT, LineClass.FOOTER)
)
_RULE = re.compile(r"[\s\-_=*~#]{3,200}|\s{0,9}[-_=]{2,20}[^\n]{1,80}?[-_=]{2,20}\s{0,9}")
"""What stands between two letters: a rule, with a heading in it or without
("-----Original-Nachricht-----")."""


def reply_of(found: ReadMail) -> str:
    """The writer's own lines, as they were broken; no blank lines at either end, and never two together."""
    kept: list[str] = []
    in_signature = False
    rules_from = 0  # rules at the end of what he wrote belong to what comes below them
    for line, written in _as_written(found):
        if line.kind is LineClass.SIGNATURE:
            in_signature = True
        elif line.kind not in _WITHIN_A_SIGNATURE and not _RULE.fullmatch(line.text):
            in_signature = False
        if in_signature or line.kind in _OF_OTHERS or line.why in ("struck", "hidden"):
            del kept[rules_from:]
            continue
        blank = line.kind is LineClass.BLANK
        if not (blank and (not kept or not kept[-1].strip())):
            kept += [""] if blank else written
        if not blank and not _RULE.fullmatch(line.text):
            rules_from = len(kept)
    return "\n".join(kept).strip("\n")


def _as_written(found: ReadMail) -> Iterator[tuple[MailLine, Sequence[str]]]:
    """The lines of a mail's text, each with what stands there: a line that was put together with all
    of its pieces."""
    written = found.text.split("\n")
    at = 0
    for line in found.lines:
        if at >= len(written):
            return
        begins, at = at, at + 1
        if line.joined:
            whole = versions.key(line.text)
            length = len(versions.key(written[begins]))
            while at < len(written) and length < len(whole):
                length += len(versions.key(written[at]))
                at += 1
        yield line, [one.rstrip() for one in written[begins:at]]
