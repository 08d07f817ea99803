"""A database of the version before the rules were sorted into rooms, with games that were being played: it is
migrated, verifies, stands as it stood, and goes on as that version would have. See tests/older/playing.py."""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests.games import verifying
from tests.games.installation import Installation
from tests.older import playing
from tests.sampling import some

FOLDER = Path(playing.__file__).parent
TOLD: dict[str, dict[str, Any]] = json.loads((FOLDER / "told.json").read_text())
RUNNING = [label for label, game in TOLD.items() if game["state"] != "over"]
# G4 waits for an answer, and who is asked where to fall back is told by name who makes room; RUL-527: the one
# hex of two was shut, and the scrub in the other now covers for the damage die too
OTHERWISE = {"G4": (13, "Liutprando makes room"), "G6": (396, "GUI-5.5.2.1, scrub on the line")}
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(connection.vendor == "postgresql", reason="it is a file of SQLite"),
]


def unpacked(name: str, folder: Path) -> Path:
    """An exported file as it was written then."""
    path = folder / f"{name}.jsonl"
    path.write_bytes(lzma.decompress((FOLDER / f"{name}.jsonl.xz").read_bytes()))
    return path


@contextmanager
def of_today(folder: Path) -> Iterator[Installation]:
    """The server with that database, after its upgrade."""
    database = folder / "pbem.sqlite3"
    playing.restore(FOLDER, database)
    with Installation(f"sqlite:///{database}", folder, PBEM_SECRET_KEY=playing.SECRET_KEY) as server:
        server("migrate", "--verbosity", 0)
        yield server


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """One that nobody plays on."""
    with of_today(tmp_path_factory.mktemp("older")) as server:
        yield server


def asked(server: Installation, code: str) -> Any:
    """What a line of code there prints as JSON."""
    said = server("shell", "--verbosity", 0, "-c", f"from tests.older import playing\n{code}")
    return json.loads(said)


def without_later(games: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {label: {k: v for k, v in game.items() if k != "later"} for label, game in games.items()}


def test_all_that_was_kept_then_is_there() -> None:
    assert {(game["form"], game["state"]) for game in TOLD.values()} >= {
        (1, "running"), (1, "over"), (2, "running"), (2, "asking"),
    }  # fmt: skip
    assert any(game["step"] for game in TOLD.values())
    assert {game["scenario"] for game in TOLD.values()} == {scenario for scenario, _, _ in playing.GAMES}


def test_it_verifies(migrated: Installation) -> None:
    said = migrated("verify", "--all")
    assert all(f"{label} ok: {game['version']} event" in said for label, game in TOLD.items())
    assert f"the record: {len(TOLD)} games, whole" in said


def test_every_game_stands_as_it_stood(migrated: Installation) -> None:
    code = "import json; print(json.dumps({f'G{pk}': playing.told(pk) for pk in playing.all_games()}))"
    assert asked(migrated, code) == without_later(TOLD)


def test_snapshots_of_then_mislead_nobody(migrated: Installation) -> None:
    """A game is opened at each of them as it is replayed from its first event."""
    code = """
import json
from games.models import Snapshot
from games.record import eventlog
from rules import engine
for kept in Snapshot.objects.all():
    now = engine.digest(eventlog.load(kept.game_id, kept.seq).battle)
    assert now == engine.digest(engine.replay(eventlog.events(kept.game_id, last=kept.seq)))
print(json.dumps(Snapshot.objects.count()))
"""
    assert asked(migrated, code) >= 4


def test_its_pages_open(migrated: Installation) -> None:
    code = """
import json
from django.test import Client
from games.models import Game, Seat
from games.seats import seats
found = {}
for game in Game.objects.all():
    pages = [f"/g/{game.pk}", *(f"/g/{game.pk}/t/{run.key}" for run in game.adjudications.all()[:2])]
    found.update({page: Client(HTTP_HOST="localhost").get(page).status_code for page in pages})
for seat in Seat.objects.exclude(email=""):
    browser = Client(HTTP_HOST="localhost")
    there = browser.get(f"/s/{seats.link_secret(seat)}", follow=True)
    found[f"{seat}"] = there.status_code
print(json.dumps(found))
"""
    found = asked(migrated, code)
    assert len(found) > len(TOLD) and set(found.values()) == {200}, found


def test_the_umpire_decides_the_same_again(migrated: Installation) -> None:
    done = migrated.run("rehearse")
    said = " ".join(done.out.split())
    for label in TOLD:
        assert (f"{label} ok: " in said) is (label not in OTHERWISE)
    for label, (seq, words) in OTHERWISE.items():
        [mine] = re.findall(rf"{label} WOULD DIFFER.*?(?= G\d+ (?:ok|WOULD)|$)", said)
        assert mine.count(": differs from event") == 1 and f"differs from event {seq} on" in mine
        assert words in mine
    assert done.err.split(": ")[-1].strip() == ", ".join(OTHERWISE)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.jsonl.xz")), ids=lambda path: path.name)
def test_an_exported_file_verifies_and_is_written_the_same_again(
    path: Path, migrated: Installation, tmp_path: Path
) -> None:
    name = path.name.removesuffix(".jsonl.xz")
    label, _, seat = name.partition(".")
    file = unpacked(name, tmp_path)
    opens_later = bool(seat) or (TOLD[label]["form"] == 2 and label in RUNNING)
    with pytest.raises(verifying.verify_game.Closed) if opens_later and not seat else nullcontext():
        verifying.verify_game.check(file.read_text())
    said = migrated.run("verify", file)
    assert f"{file} {'closed' if opens_later else 'ok'}" in said.out
    assert migrated("export", label, *(("--seat", seat) if seat else ())) == file.read_text()


def test_games_go_on_as_they_would_have(tmp_path: Path) -> None:
    """To their ends, event by event and die by die; what was kept then is left as it was."""
    with of_today(tmp_path) as server:
        played = asked(server, "playing.tell_all()")
        for label, game in TOLD.items():
            assert played[label]["later"] == game["later"], label
            assert len(game["later"]) >= 5 or label not in RUNNING
        said = server("verify", "--all")
    assert all(f"{label} ok: " in said for label in TOLD)


def brought_in(database: str, folder: Path) -> None:
    """Files of then are taken over by an empty installation of now, which plays them to their ends."""
    with Installation(
        database, folder, PBEM_SECRET_KEY="another key, of a server that was never here"
    ) as server:
        server("migrate", "--verbosity", 0)
        word = folder / "word"
        word.write_text(playing.PASSPHRASE)
        for name in ("G1", "G2", "G4"):
            secret = FOLDER / f"{name}.secret"
            said = server(
                "import", unpacked(name, folder), "--secret", secret, "--passphrase-file", word, "--restore"
            )
            label = said.split()[0]
            for seat in asked(server, _SEATS.format(label[1:])):
                server("seatplayer", label, seat, "--captain", "bold")
        found = asked(server, "playing.tell_all()")
        assert [game["state"] for game in without_later(found).values()].count("over") == 0
        for here, there in (("G1", "G1"), ("G2", "G2")):
            assert found[here]["later"] == TOLD[there]["later"]
        assert f"the record: {len(found)} games, whole" in server("verify", "--all")


_SEATS = "import json; print(json.dumps([seat.name for seat in playing.stands({}).seats.all()]))"


@pytest.mark.parametrize(
    "engine", some(["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)], 2)
)
def test_files_of_then_go_on_elsewhere(engine: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    here = f"sqlite:///{tmp_path / 'pbem.sqlite3'}"
    brought_in(here if engine == "sqlite" else request.getfixturevalue("server_url"), tmp_path)
