"""Files of games that are not taken in: broken, already here, or with secrets that do not fit."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.models import (
    Command,
    Game,
)
from games.play import adjudication
from games.proof import custody, game_files
from games.proof.secret_files import Unlocked
from games.record import dice, roots
from tests.games.kit import a_game, a_game_of_captains, again, file
from tests.games.pocket_rules import PocketRules
from tests.games.proof.custody_kit import exported, folder, imported, other_server

__all__ = ["folder", "other_server"]
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "where", ["content", "drop", "cut", "twice", "head", "events", "genesis", "uuid", "junk", "die"]
)
@pytest.mark.usefixtures("form_one")
def test_a_log_that_is_not_sound_is_not_stored(
    pocket: PocketRules, folder: Path, other_server: Callable[[], None], where: str
) -> None:
    game = a_game()
    file(game, "normans")
    adjudication.attend(game.pk)
    path = folder / "log.jsonl"
    call_command("export", game.label, output=path)
    other_server()
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    match where:
        case "content":
            lines[3]["data"] = lines[3]["data"].replace("HOLD", "FOLD")
        case "drop":
            del lines[4]
        case "cut":
            del lines[-1]
        case "twice":
            lines.insert(4, lines[4])
        case "head":
            lines[0]["head"] = "00" * 32
        case "events":
            lines[0]["events"] = "many"
        case "genesis":
            lines[0]["genesis"] = "00" * 32
        case "uuid":
            lines[0]["uuid"] = "G12"
        case "junk":
            lines[2] = ["what?"]
        case "die":
            lines[5]["hash"] = "no hash"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(CommandError):
        imported(str(path))
    assert not Game.objects.exists() and not Command.objects.exists()


def test_a_game_that_is_played_here_is_not_brought_in_twice(pocket: PocketRules, folder: Path) -> None:
    game = a_game()
    call_command("export", game.label, output=folder / "log.jsonl")
    with pytest.raises(CommandError, match=f"played here: {game.label}"):
        imported(str(folder / "log.jsonl"))


@pytest.mark.parametrize("wrong", ["root", "other", "none"])
def test_a_root_that_does_not_fit_is_refused(
    pocket: PocketRules, folder: Path, other_server: Callable[[], None], wrong: str
) -> None:
    game, other = a_game_of_captains(), a_game_of_captains()
    adjudication.attend(game.pk)
    file = game_files.read(Path(exported(again(game), folder)[0]))
    known = {"root": (bytes(32),), "other": tuple(roots.all_of_game(other)), "none": ()}[wrong]
    last = dice.last_secret(again(game))
    other_server()
    why = "nothing of the file can be checked" if wrong == "none" else "the root of its salts is not the one"
    with pytest.raises(custody.Refused, match=why):
        custody.bring_in(file, Unlocked(last, known), restored=True)
    assert not Game.objects.exists()


def test_a_seed_of_other_dice_is_refused(
    pocket: PocketRules, folder: Path, other_server: Callable[[], None]
) -> None:
    game = a_game_of_captains()
    file = game_files.read(Path(exported(again(game), folder)[0]))
    known = tuple(roots.all_of_game(game))
    other_server()
    with pytest.raises(custody.Refused, match="the secret is not the one"):
        custody.bring_in(file, Unlocked(bytes(32), known), restored=True)
