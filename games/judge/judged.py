"""A position judged in a process of its own, and what was found out told as text."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from games.judge.child import TOO_MUCH
from rules import engine

SECONDS = 10
MEMORY_BYTES = 512 * 1024 * 1024
MOST_OUTPUT = 4_000_000
_ROOT = Path(__file__).resolve().parent.parent.parent
_decoder = msgspec.json.Decoder(engine.Finding)


def judged(
    text: str, seconds: int = SECONDS, *, pictures: bool = False, language: str = "en"
) -> list[engine.Finding]:
    """Everything that is found out about a position file. What takes too long, or too much memory, ends with
    a fault that says so, behind what was found out until then. ``pictures`` and ``language``: as
    engine.judge."""
    bounds = (seconds, MEMORY_BYTES, MOST_OUTPUT)
    command = [sys.executable, "-m", "games.judge.child", *map(str, bounds), language]
    command += ["pictures"] if pictures else []
    try:
        done = subprocess.run(
            command, input=text.encode(errors="replace"), capture_output=True, timeout=3 * seconds, cwd=_ROOT
        )
        output, ended = done.stdout, done.returncode
    except subprocess.TimeoutExpired as late:
        output, ended = late.stdout or b"", TOO_MUCH
    whole = output[: output.rfind(b"\n") + 1]  # whoever is ended while he writes leaves half a line
    found = [_decoder.decode(line) for line in whole.splitlines()]
    if ended < 0 or ended == TOO_MUCH:  # killed by the kernel, or given up
        words = f"this takes more than {seconds} seconds, or too much room: ask for less at once"
        found.append(engine.Finding("fault", words))
    elif ended:
        words = "the engine broke over this, which is a fault of ours: please send us the position"
        found.append(engine.Finding("fault", words))
    return found


# what is shown of a finding where only those of interest are
TOLD = ("fault", "refusal", "note", "die", "report", "question", "answer", "outcome", "state")
_HEADINGS = {
    "answer": "Asked",
    "refusal": "Refused",
    "note": "Noted",
    "die": "Dice",
    "report": "What happened",
    "question": "Asked back",
    "outcome": "The end",
    "state": "Where they are",
    "fault": "To mend in the file",
    "event": "Events",
}


def as_text(findings: Iterable[engine.Finding], *, events: bool = False) -> Iterator[str]:
    """The findings as people read them, those of one kind that follow each other under one heading."""
    last, question, phase = "", (0, ""), 1
    for found in findings:
        if found.kind == "event" and not events:
            continue
        if found.phase > phase:
            yield from ("", f"== the next phase, number {found.phase} of the file")
            last, phase = "", found.phase
        if found.kind != last:
            yield from (
                ("", _HEADINGS.get(found.kind, found.kind))
                if last
                else (_HEADINGS.get(found.kind, found.kind),)
            )
            last = found.kind
        asked = ""
        if found.kind == "answer" and "asked" in found.data:
            again, question = question, (found.line, found.data["asked"])
            asked = f"{found.data['asked']}\n      " if again != question else ""
        order = (
            f"{found.data['order']}: "
            if found.kind == "refusal" and found.line and "order" in found.data
            else ""
        )
        numbered = found.line and found.kind != "state" and (asked or found.kind != "answer")
        line = f"{found.line:>4}: " if numbered else "      " if found.kind == "answer" else "  "
        cited = " ".join(filter(None, (found.rule, found.code)))
        yield f"{line}{asked}{order}{found.words}{f'  [{cited}]' if cited else ''}"
