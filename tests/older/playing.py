"""Makes the database of an earlier version, and plays its games on to their ends; runs on the code of then
and now.

What lies in this folder was made by commit 6832e9b, the last before the rules were sorted into rooms by
topic. In a
checkout of that version, with an empty directory in PBEM_VAR, PBEM_SECRET_KEY as below and PBEM_DOORBELL=off:

    python manage.py migrate
    python PATH/TO/tests/older/playing.py FOLDER

It plays until the games stand where they are worth keeping (should one end before: begin anew), writes
``database.sql.xz`` and the exported files, of which some are kept, then plays on to the end of every game and
writes to
``told.json`` how each game stood and, adjudication by adjudication, what came then.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import patch

SECRET_KEY = "the key of a server that stood here earlier, as long as keys have to be"
PASSPHRASE = "a passphrase from earlier days"
ROOMS = ("", "play.", "record.", "proof.", "reports.")  # where a module of games/ may stand, then and now
ASK = "ASK watch, advance, retreat, wound, oppose"
SAID_BY_PEOPLE = ("MOVE", "ATTACK", "FIRE")  # who leaves the rest open is asked
SOME_PHASES = 3
MOST_STEPS = 8


def module(name: str) -> Any:
    """A module of games/, in whatever room this version keeps it."""
    for room in ROOMS:
        try:
            return import_module(f"games.{room}{name}")
        except ModuleNotFoundError as error:
            if not str(error.name).startswith("games."):
                raise
    raise ModuleNotFoundError(name)


# playing


def stands(game_id: int) -> Any:
    from games.models import Game

    return Game.objects.get(pk=game_id)


def battle(game_id: int) -> Any:
    return module("eventlog").load(game_id).battle


def close(game_id: int) -> None:
    """One adjudication more, with what the captains would order for every seat; a question is left to
    standing orders."""
    from rules import engine

    module("captains").play(stands(game_id))
    game = stands(game_id)
    if game.played_from:
        module("adjudication").finish(game)
        return
    for seat in game.seats.exclude(email="").filter(awaited=True):
        now = battle(game_id)
        lines = [s for s in engine.captain_orders(now, seat.name, "bold") if s.split()[0] in SAID_BY_PEOPLE]
        command = f"played:{now.phase}:{now.step or ''}:{seat.name}"
        module("submissions").submit(seat, lines, command, final=True)
    module("adjudication").close_phase(stands(game_id), "game master")


def begin(scenario: str, until: Callable[[int], bool], *, people: bool = False, **options: Any) -> int:
    """A new game, played until it stands as it should."""
    from rules import engine

    creation = module("creation")
    info = next(s for s in engine.scenarios() if s.slug == scenario)
    takers: dict[str, Any] = {}
    for seat, name, language in zip(info.seats, ("anna", "boris"), ("de", "fr"), strict=True):
        player = creation.Player(name.title(), f"{name}@players.example.org", "Europe/Rome", language)
        takers[seat.id] = player if people else creation.Captain("bold")
    game = creation.create_game(scenario, takers, **options)
    if people:
        for seat in game.seats.all():
            module("submissions").submit(seat, [ASK], f"asks:{seat.name}")
    while not until(game.pk):
        close(game.pk)
    return int(game.pk)


def somebody_is_up(game_id: int) -> bool:
    return any(man.aloft for man in battle(game_id).figures.values())


def in_phase(number: int) -> Callable[[int], bool]:
    return lambda game_id: battle(game_id).phase >= number


def in_the_middle(game_id: int) -> bool:
    """A step of the phase is played, and others are not."""
    runs = stands(game_id).adjudications
    return runs.count() > MOST_STEPS and bool(runs.latest("first_seq").phase == battle(game_id).phase)


def is_asked(game_id: int) -> bool:
    game = stands(game_id)
    return bool(game.played_from) and game.phase >= SOME_PHASES


def is_over(game_id: int) -> bool:
    return str(stands(game_id).state) == "over"


GAMES: tuple[tuple[str, Callable[[int], bool], dict[str, Any]], ...] = (
    ("escalade", somebody_is_up, {}),
    ("hooks", somebody_is_up, {"form": 1}),
    ("orchard", in_the_middle, {"pace": "step"}),
    ("orchard", is_asked, {"people": True}),
    ("orchard", is_over, {"form": 1}),
    ("naphtha", in_phase(6), {}),
)
TOLD = ("hooks", "orchard")  # of the others, which are long, no report is made


@contextmanager
def small(scenario: str) -> Iterator[None]:
    """Reports have no pictures, or there are none at all: they would be most of what is kept."""
    announce = module("announce")
    with ExitStack() as stack:
        stack.enter_context(patch.object(module("maps"), "MOST_BYTES", 0))
        for name in () if scenario in TOLD else ("started", "adjudicated"):
            stack.enter_context(patch.object(announce, name, lambda *told: None))
        yield


# telling


def told(game_id: int) -> dict[str, Any]:
    """How a game stands."""
    from rules import engine

    game, now = stands(game_id), battle(game_id)
    return {
        "scenario": game.scenario,
        "form": game.form,
        "state": str(game.state),
        "version": game.version,
        "head": game.head,
        "phase": game.phase,
        "step": game.step,
        "digest": engine.digest(now),
        "outcome": game.outcome,
    }


def played_on(game_id: int) -> list[dict[str, Any]]:
    """Play a game to its end: of every adjudication the kinds of its events and its dice, hashed, and how
    it stood then. What
    an event holds is told by the digest: how it is written may change with its version."""
    from rules import engine

    found = []
    while not is_over(game_id):
        before = stands(game_id).version
        close(game_id)
        events = list(module("eventlog").events(game_id, before + 1, stands(game_id).version))
        dice = [f"{event.name} {event.face}" for event in events if event.kind == "die_rolled"]
        found.append(
            {
                "phase": stands(game_id).phase_title,
                "events": len(events),
                "kinds": _hashed(event.kind for event in events),
                "dice": _hashed(dice),
                "digest": engine.digest(battle(game_id)),
            }
        )
    return found


def _hashed(words: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]


def all_games() -> Iterator[int]:
    from games.models import Game

    yield from Game.objects.order_by("pk").values_list("pk", flat=True)


def tell_all() -> None:
    """Say how all games stand, play on and say what came, as JSON: as in ``told.json``."""
    found = {}
    for pk in all_games():
        with small(stands(pk).scenario):
            found[f"G{pk}"] = {**told(pk), "later": played_on(pk)}
    print(json.dumps(found, indent=1))


# keeping


def dump(folder: Path) -> None:
    """The database as text, its triggers included."""
    from django.conf import settings

    with sqlite3.connect(settings.DATABASES["default"]["NAME"]) as database:
        text = "\n".join(database.iterdump()) + "\n"
    (folder / "database.sql.xz").write_bytes(lzma.compress(text.encode(), preset=9))


def restore(folder: Path, path: Path) -> None:
    """The database as it was."""
    text = lzma.decompress((folder / "database.sql.xz").read_bytes()).decode()
    database = sqlite3.connect(path)
    database.executescript(text)
    database.close()


def export(folder: Path) -> None:
    """Of every game its file, what its first seat and everybody may see of it, and the secret of its dice."""
    from django.core.management import call_command

    word = folder / "word"
    word.write_text(PASSPHRASE)
    for pk in all_games():
        game = stands(pk)
        call_command("export", game.label, output=folder / f"{game.label}.jsonl")
        for seat in () if game.form == 1 else (game.seats.first().name, "-"):
            call_command("export", game.label, seat=seat, output=folder / f"{game.label}.{seat}.jsonl")
        if str(game.state) != "over":
            secret = folder / f"{game.label}.secret"
            call_command("export", game.label, output=Path(os.devnull), secret=secret, passphrase_file=word)
    word.unlink()
    for path in folder.glob("*.jsonl"):
        path.with_suffix(".jsonl.xz").write_bytes(lzma.compress(path.read_bytes(), preset=9))
        path.unlink()


def make(folder: Path) -> None:
    for scenario, until, options in GAMES:
        with small(scenario):
            begin(scenario, until, **options)
    dump(folder)
    export(folder)
    with (folder / "told.json").open("w") as file, redirect_stdout(file):
        tell_all()


if __name__ == "__main__":
    import django

    sys.path.insert(0, os.getcwd())
    os.environ["DJANGO_SETTINGS_MODULE"] = "pbem.settings"
    django.setup()
    make(Path(sys.argv[1]))
