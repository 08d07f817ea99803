"""The scenes of docs/rules-by-example.md and of every other document are true: the engine answers each of
them as it is printed. ``python -m tests.examples`` writes the answers anew."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from rules import engine
from rules.core.tables import DATA
from tests.examples.files import DOCS, Scene, judged, rewritten, scenes, scenes_in

SCENES = scenes()
FIRST = DOCS / "rules-by-example.md"
SECOND = DOCS / "rules-by-example-7-10.md"
CHAPTERS = {FIRST: range(3, 7), SECOND: range(7, 11)}
AT_LEAST = 5
"""Scenes for each chapter."""


def sections_of(chapters: range) -> list[str]:
    """The sections of chapters as the index of the rules has them: 3.1, 4.1, 4.2 ..."""
    read = tomllib.loads((DATA / "rule_index.toml").read_text("utf-8"))
    parts = [rule["id"].removeprefix("GUI-").split(".") for rule in read["rules"]]
    found = {
        (int(p[0]), int("".join(c for c in p[1] if c.isdigit())))
        for p in parts
        if len(p) > 1 and p[0].isdecimal()
    }
    return [f"{chapter}.{section}" for chapter, section in sorted(found) if chapter in chapters]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_scene_is_answered_as_it_is_printed(scene: Scene) -> None:
    faults = [found.words for found in engine.judge(scene.position + "\n") if found.kind == "fault"]
    assert not faults
    if scene.answer is not None:
        assert judged(scene) == scene.answer


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_every_section_has_its_scene(path: Path) -> None:
    if not path.exists():
        pytest.skip("not written yet")
    shown = {scene.section for scene in scenes_in(path) if scene.answer is not None}
    assert [section for section in sections_of(CHAPTERS[path]) if section not in shown] == []
    for chapter in CHAPTERS[path]:
        own = [scene for scene in scenes_in(path) if scene.section.startswith(f"{chapter}.")]
        assert len(own) >= AT_LEAST, f"chapter {chapter}"


def test_the_sections_are_those_of_the_book() -> None:
    assert sections_of(range(3, 7))[:6] == ["3.1", "4.1", "4.2", "4.3", "4.4", "5.1"]
    assert len(sections_of(range(3, 7))) == 18


def test_a_document_whose_answers_are_true_is_written_as_it_is(tmp_path: Path) -> None:
    assert rewritten(FIRST) == FIRST.read_text("utf-8")


def test_an_answer_that_is_missing_or_wrong_is_written_anew(tmp_path: Path) -> None:
    file = tmp_path / "scenes.md"
    wanted = "# Scenes\n\n### 4.1 Here\n\nWords.\n\n```position\n[ask]\ncost X 0101\n```\n"
    wanted = wanted.replace("cost X 0101", "values Hugo").replace(
        "[ask]", "[men normans]\nHugo, man, 0504\n[ask]"
    )
    file.write_text(wanted + "\nMore.\n", "utf-8")
    first = rewritten(file)
    assert "```answer\nAsked\n" in first and first.endswith("```\n\nMore.\n")
    file.write_text(first.replace("10/6/8", "11/6/8"), "utf-8")
    assert [judged(scene) != scene.answer for scene in scenes_in(file)] == [True]
    assert rewritten(file) == first
