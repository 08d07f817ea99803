"""A game master's own tables: checked, pinned in the game, used by it."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.models import Game
from games.record import eventlog
from rules import engine

pytestmark = pytest.mark.django_db

SHIPPED = Path(engine.__file__).parent / "data" / "tables"
SEATS = ["normans=captain:bold", "lombards=captain:bold"]


def own_table(folder: Path, name: str, *changes: tuple[str, str]) -> Path:
    text = (SHIPPED / f"{name}.toml").read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.toml").write_text(text, "utf-8")
    return folder


def test_a_pack_stands_in_for_our_tables_and_goes_with_the_game(tmp_path: Path) -> None:
    pack = own_table(tmp_path / "pack", "bridle", ('[7, "missed"]', '[7, "caught"]'))
    call_command("creategame", "orchard", seat=SEATS, tables=pack)
    plain = engine.replay(engine.new_game("orchard"))
    battle = engine.replay(eventlog.events(Game.objects.get().pk))
    assert battle.setup.tables["bridle"].text(7, "result") == "caught"
    assert plain.setup.tables["bridle"].text(7, "result") == "missed"
    assert battle.setup.tables_digest != plain.setup.tables_digest
    engine.adjudicate(battle, engine.KeyedDice(b"any"))


def test_a_pack_that_does_not_fit_makes_no_game(tmp_path: Path) -> None:
    pack = own_table(tmp_path / "pack", "bridle", ('columns = ["', 'columns = ["colour", "'))
    with pytest.raises(CommandError, match="bridle"):
        call_command("creategame", "orchard", seat=SEATS, tables=pack)
    assert not Game.objects.exists()


def test_an_empty_folder_is_no_pack(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no table files"):
        call_command("creategame", "orchard", seat=SEATS, tables=tmp_path)


def test_the_older_columns_can_be_chosen() -> None:
    call_command("creategame", "orchard", seat=SEATS, columns="older")
    battle = eventlog.load(Game.objects.get().pk).battle
    assert battle.setup.options.combat_columns == "older"
