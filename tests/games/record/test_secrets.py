"""A running game gives nothing away to a million guesses."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Iterator

import msgspec
import pytest
from django.db import transaction
from django.test import Client
from msgspec.structs import replace

from games.models import Game, Seat
from games.play import adjudication
from games.record import dice, escrow, eventlog, leaves, roots, umpire
from rules import engine
from tests.games.kit import again
from tests.games.post_kit import Post, some_orders
from tests.games.record.enemys_eyes import HEX, seen_of

pytestmark = pytest.mark.django_db
HIDDEN, OTHER = "RETREAT toward 0307", "RETREAT toward 0409"


# a million guesses


def candidates(true: str) -> Iterator[str]:
    """A million likely standing orders, the true one among them."""
    yield true
    for column in range(1, 51):
        for row in range(1, 41):
            place = f"{column:02d}{row:02d}"
            for verb in ("RETREAT toward", "RETREAT away from", "ADVANCE to", "WATCH", "WITHDRAW to"):
                for end in range(100):
                    yield f"{verb} {place}" if not end else f"{verb} {place} within {end}"


Recipe = Callable[[bytes, str, str], bytes]


def sheets_of_form_one(battle: engine.Battle, hider: str) -> tuple[bytes, bytes]:
    """What stands before and behind a standing order in the sheets that form 1 hashed."""
    standing = {**battle.standing, hider: ("@@",)}
    told = msgspec.json.encode([battle.phase, battle.sheets, standing], order="deterministic")
    begins, ends = told.split(b"@@")
    return begins, ends


def cracked(seen: dict[str, bytes], game: Game, enemy: Seat, hider: Seat) -> str:
    """The standing order that somebody finds who tries a million lines on every hash that he can see;
    "" for none.

    Without a salt a line is hashed as the recipes do that were ever in use, and as anybody would try;
    with every 32 bytes that can be seen for a salt, the line that is right: if that one is not found
    no other is."""
    battle = eventlog.load(game.pk, game.adjudications.get().first_seq - 1).battle
    shown = {match.encode() for page in seen.values() for match in HEX.findall(page.decode(errors="replace"))}
    digests = {bytes.fromhex(one.decode()) for one in shown}
    assert len(digests) > 10
    begins, ends = sheets_of_form_one(battle, hider.name)
    for line in candidates(HIDDEN):
        text = line.encode()
        paper = b'["%b",1,[],["%b"],""]' % (hider.name.encode(), text)
        for told in (text, paper, begins + text + ends, b"pbem-paper-2" + paper):
            if hashlib.sha256(told).digest() in digests:
                return line
    paper = engine.paper_of(battle, hider.name)
    sheet = json.dumps([hider.name, 1, [], [HIDDEN], [], ""], separators=(",", ":")).encode()
    state = engine.digest(battle).encode()
    for told in (paper, sheet, HIDDEN.encode(), begins + HIDDEN.encode() + ends, state):
        for salt in digests:
            named = hmac.digest(salt, escrow.salt_name(hider.name, 1).encode(), "sha256")
            for key in (salt, named):
                tries = (key + told, told + key, b"pbem-paper-2" + key + told)
                if any(hashlib.sha256(one).digest() in digests for one in tries):
                    return HIDDEN
                if hmac.digest(key, told, "sha256") in digests:
                    return HIDDEN
    return ""


def a_fight(game: Game, seat: Seat, rival: Seat, line: str) -> Game:
    """The seat on move moves, the other has a standing order that nobody may know; the phase is over."""
    Post(rival).write(line, Message_ID="<hidden@players.example.org>")
    Post(seat).write("\n".join((*some_orders(game, seat), "FINAL")), Message_ID="<open@players.example.org>")
    adjudication.attend(game.pk)
    assert again(game).phase == 2
    return again(game)


def test_a_million_guesses_find_nothing(game: Game, seat: Seat, rival: Seat) -> None:
    game = a_fight(game, seat, rival, HIDDEN)
    seen = seen_of(game, seat)
    assert not any(HIDDEN.encode() in page for page in seen.values())
    assert cracked(seen, game, seat, rival) == ""


def _unsalted_sheets(patch: pytest.MonkeyPatch) -> None:
    """As form 1 had it: shown with each turn."""
    closed = umpire.closed

    def bare(game: Game, battle: engine.Battle, reason: str) -> engine.PhaseClosed:
        return replace(closed(game, battle, reason), sheets=engine.sheets_digest(battle))

    patch.setattr(umpire, "closed", bare)


def _escrow_of_form_one(patch: pytest.MonkeyPatch) -> None:
    """Salted with the secret of the phase: shown to the enemy, it falls to the report. Here the papers
    are salted so."""

    def salt_of(game: Game, seat: str, phase: int) -> bytes:
        return escrow.salt_from(dice.secret(game, phase), seat, phase)

    patch.setattr(escrow, "salt_of", salt_of)


def _unsalted_papers(patch: pytest.MonkeyPatch) -> None:
    def digest(salt: bytes, paper: bytes) -> str:
        return hashlib.sha256(paper).hexdigest()

    patch.setattr(dice, "paper_digest", digest)


@pytest.mark.parametrize("plant", [_unsalted_sheets, _escrow_of_form_one, _unsalted_papers])
def test_a_hash_without_a_secret_salt_would_be_cracked(
    game: Game,
    seat: Seat,
    rival: Seat,
    monkeypatch: pytest.MonkeyPatch,
    plant: Callable[[pytest.MonkeyPatch], None],
) -> None:
    """So that finding nothing means something."""
    plant(monkeypatch)
    game = a_fight(game, seat, rival, HIDDEN)
    assert cracked(seen_of(game, seat), game, seat, rival) == HIDDEN


@pytest.mark.usefixtures("form_one")
def test_a_running_game_of_the_first_form_shows_no_digest_of_its_sheets(seat: Seat, rival: Seat) -> None:
    game = a_fight(seat.game, seat, rival, HIDDEN)
    played = game.adjudications.get()
    [closed] = [e for e in eventlog.events(game.pk) if isinstance(e, engine.PhaseClosed)]
    ended = next(e for e in eventlog.events(game.pk) if e.kind == "phase_ended")
    for page in seen_of(game, seat).values():
        assert closed.sheets.encode() not in page and ended.digest.encode() not in page
    assert "told when the game is over" in Client().get(f"/g/{game.pk}/t/{played.key}/dice").content.decode()
    assert Client().get(f"/g/{game.pk}/log.jsonl").status_code == 404


def leaf_found(game: Game, seat: Seat, rival: Seat) -> bool:
    """Whether somebody can prove a guess on the heads and leaves, who knows everything but the root: all
    times, names and events, the rival's hidden line among them."""
    game = a_fight(game, seat, rival, HIDDEN)
    audiences = game.audiences.split()
    last = list(leaves.grouped(eventlog.rows(game.pk)))[-1]
    assert any(HIDDEN.encode() in row.data for row in last)
    pages = seen_of(game, seat).values()
    shown = {bytes.fromhex(one) for page in pages for one in HEX.findall(page.decode(errors="replace"))}
    for salt in {*shown, b"", bytes(32)}:
        digests = leaves.digests(last, audiences, lambda _, salt=salt: salt)  # type: ignore[misc]
        closed = [digests[audiences.index(one)] for one in ("umpire", f"seat:{rival.name}")]
        if set(closed) & shown:
            return True
    return False


def test_no_head_and_no_leaf_is_a_hash_that_can_be_tried(game: Game, seat: Seat, rival: Seat) -> None:
    assert not leaf_found(game, seat, rival)


@pytest.mark.parametrize("salt", [b"", bytes(32)])
def test_a_head_without_a_secret_salt_would_be_found(
    game: Game, seat: Seat, rival: Seat, monkeypatch: pytest.MonkeyPatch, salt: bytes
) -> None:
    with transaction.atomic():
        monkeypatch.setattr(roots, "leaf_salt", lambda *_: salt)
        assert leaf_found(game, seat, rival)
