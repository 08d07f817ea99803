"""What the tests of restored databases share: marks of a phase to come, and what a game master or
operator is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.models import Game, OutboundMail
from games.play import adjudication, restores
from games.record import marks
from tests.games.kit import again

GM = "gm@example.org"


@pytest.fixture(autouse=True)
def a_game_master(settings: Any) -> None:
    settings.GAME_MASTER = GM


@pytest.fixture(autouse=True)
def nothing_was_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restores, "_looked_at", None)
    monkeypatch.setattr(restores, "_next_look", 0.0)


def address_of_the_future(game: Game, ahead: int = 1) -> str:
    """A reply address of a later phase, whose token this database does not have."""
    mark = marks.mark(game, marks.shown(game) + ahead)
    return f"orders+k7qd2m-9fm2hx4tr8wz0ab1-{mark}@in.example.org"


def mail_of_the_future(game: Game, ahead: int = 1) -> str:
    return f"<{'ab' * 16}.{marks.mark(game, marks.shown(game) + ahead)}@in.example.org>"


def notes_to_gm() -> list[OutboundMail]:
    return list(OutboundMail.objects.filter(to=GM).order_by("pk"))


@pytest.fixture
def place(settings: Any, tmp_path: Path) -> Path:
    settings.MARKS = str(tmp_path / "marks.json")
    return tmp_path / "marks.json"


def play(game: Game, phases: int = 1) -> None:
    for _ in range(phases):
        adjudication.close_phase(again(game), "deadline")


def operators_notes() -> list[str]:
    keys = OutboundMail.objects.filter(dedupe_key__startswith="operator:marks")
    return [" ".join(bytes(mail.rendered).decode().split()) for mail in keys]


def look_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restores, "_next_look", 0.0)
    restores.look()
