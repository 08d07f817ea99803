"""docs/campaigns.md shows lines that can be read."""

import re
from pathlib import Path

import pytest

from rules.campaign.plans.words import VERBS, opened
from tests.rules.campaign.words_kit import one

PAGE = (Path(__file__).parents[3] / "docs" / "campaigns.md").read_text("utf-8")
ROWS = [row.split("|")[1] for row in PAGE.splitlines() if row.startswith("| `")]
ORDERS = [line for row in ROWS for line in re.findall(r"`([^`]+)`", row) if re.search(r"[A-Z]{3}", line)]
NAMES = {"Umfrey": "n3", "Hugo": "Robert", "Salerno": "Venosa", "Acerenza": "Trani", "b2": "b1"}
"""Who is not in the valley, and who stands for him."""


@pytest.mark.parametrize("line", ORDERS)
def test_every_line_of_the_page_can_be_read(line):
    for name, there in NAMES.items():
        line = re.sub(rf"\b{name}\b", there, line)

    assert opened(line)
    assert one(line).code not in ("E-101", "E-103", "E-104", "E-105", "E-107", "E-111"), one(line).message


def test_the_page_shows_every_order_word():
    assert {verb for verb in VERBS if verb.upper() not in PAGE} == set()
