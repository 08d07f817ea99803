"""Documents lead where they say: every link inside of the repository, to a file and to a heading in it; and
every page for operators says first what it is for and how long it takes."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
OPERATORS = sorted((ROOT / "docs" / "operators").glob("*.md"))
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def _anchors(page: Path) -> set[str]:
    """What forges make of its headings."""
    headings = re.findall(r"^#+ (.+)$", FENCED.sub("", page.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_to_a_file_and_a_heading_that_are_there(page: Path) -> None:
    for link in LINK.findall(FENCED.sub("", page.read_text("utf-8"))):
        if "://" in link or link.startswith(("mailto:", "/")):
            continue
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        assert target.exists(), link
        if anchor and target.suffix == ".md":
            assert anchor in _anchors(target), link


@pytest.mark.parametrize("page", OPERATORS, ids=lambda page: page.stem)
def test_a_page_for_operators_begins_with_how_long_it_takes_and_stands_in_their_list(page: Path) -> None:
    title, blank, *beginning = page.read_text("utf-8").splitlines()[:6]
    assert title.startswith("# ") and not blank
    if page.stem != "settings":  # nobody reads it from its beginning
        assert re.search(r"minutes|an hour|an evening", " ".join(beginning), re.IGNORECASE)
    assert f"(operators/{page.name})" in (ROOT / "docs" / "operators.md").read_text("utf-8")


def test_a_scenario_is_called_in_the_documents_as_on_the_pages() -> None:
    listed = (ROOT / "docs" / "scenarios.md").read_text("utf-8")
    readme = (ROOT / "README.md").read_text("utf-8")
    for path in (ROOT / "rules" / "data" / "scenarios").glob("*.toml"):
        title = tomllib.loads(path.read_text("utf-8"))["title"]
        assert f"| {title} (`{path.stem}`) |" in listed
        assert f" {path.stem} " not in readme or title in readme
