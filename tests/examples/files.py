"""The scenes of the documents: position files in fenced blocks, and the answers printed below them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from games.judge.judged import as_text
from rules import engine

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
FENCE = "```"
_SECTION = re.compile(r"#+ (\d+(?:\.\d+)?)\b")


class Scene(msgspec.Struct, frozen=True):
    """A position in a document. ``section`` is the one of the book that the heading above names, "" if it
    names none; ``answer`` holds the lines that are printed below, None where none are."""

    path: Path
    line: int
    section: str
    heading: str
    position: str
    answer: str | None

    @property
    def name(self) -> str:
        return f"{self.path.stem}:{self.line} {self.heading}"


class _Block(msgspec.Struct, frozen=True):
    """A fenced block: its word, the heading above, its lines, and where the first of them stands."""

    word: str
    heading: str
    first: int
    text: str


def _blocks(text: str) -> Iterator[_Block]:
    heading, word, first, lines = "", "", 0, list[str]()
    inside = False
    for number, line in enumerate(text.splitlines(), start=1):
        if inside and line == FENCE:
            yield _Block(word, heading, first, "\n".join(lines))
            inside = False
        elif inside:
            lines.append(line)
        elif line.startswith(FENCE):
            inside, word, first, lines = True, line.removeprefix(FENCE).strip(), number + 1, []
        elif line.startswith("#"):
            heading = line
    if inside:
        raise ValueError(f"the block that begins before line {first} has no end")


def scenes_in(path: Path) -> list[Scene]:
    """All positions of a document in their order. An answer belongs to the position before it."""
    found: list[Scene] = []
    last = ""
    for block in _blocks(path.read_text("utf-8")):
        if block.word == "position":
            section = _SECTION.match(block.heading)
            heading = block.heading.lstrip("# ")
            found.append(
                Scene(path, block.first, section[1] if section else "", heading, block.text, answer=None)
            )
        elif block.word == "answer":
            if last != "position":
                raise ValueError(f"{path.name}: the answer on line {block.first} follows no position")
            found[-1] = msgspec.structs.replace(found[-1], answer=block.text)
        last = block.word
    return found


def scenes() -> list[Scene]:
    """The scenes of all documents."""
    return [scene for path in sorted(DOCS.glob("*.md")) for scene in scenes_in(path)]


def judged(scene: Scene) -> str:
    """What ``manage.py judge`` prints for a scene."""
    return "\n".join(as_text(engine.judge(scene.position + "\n")))


def rewritten(path: Path) -> str:
    """A document with every answer as the engine gives it now. A position of a numbered section that has
    none yet gets one."""
    scenes = iter(scenes_in(path))
    lines: list[str] = []
    text = path.read_text("utf-8").splitlines()
    at = 0
    while at < len(text):
        end = next((n for n in range(at + 1, len(text)) if text[n] == FENCE), len(text))
        opening = text[at].strip()
        if not opening.startswith(FENCE):
            lines.append(text[at])
            at += 1
            continue
        lines += text[at : end + 1]
        at = end + 1
        if opening != f"{FENCE}position":
            continue
        scene = next(scenes)
        if scene.answer is None and not scene.section:
            continue
        lines += ["", f"{FENCE}answer", *judged(scene).split("\n"), FENCE]
        if scene.answer is not None:  # the old one goes, with the blank lines before it
            while text[at].strip() != f"{FENCE}answer":
                at += 1
            at = next(n for n in range(at + 1, len(text)) if text[n] == FENCE) + 1
    return "\n".join(lines) + "\n"
