"""A running game gives nothing away: neither to a million guesses, nor to whoever compares two worlds that differ only in
what he may not know."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

from games.models import Game, OutboundMail, Report, Seat
from games.play import adjudication
from games.proof import export, seat_files
from games.record import dice, escrow, eventlog, leaves, opening, roots, umpire
from games.reports import announce, facts
from games.views import moments
from rules import engine
from tests.games.arena import sits
from tests.games.kit import again
from tests.games.post_kit import Post, opened, some_orders

pytestmark = pytest.mark.django_db

HIDDEN, OTHER = "RETREAT toward 0307", "RETREAT toward 0409"
HEX = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")


def seen_of(game: Game, enemy: Seat) -> dict[str, bytes]:
    """Everything that a stranger and the enemy of whoever hides something can look at, by name."""
    pages = [
        f"/g/{game.pk}",
        f"/g/{game.pk}/map.svg",
        f"/g/{game.pk}/log.jsonl",
        f"/g/{game.pk}/witness",
        "/",
    ]
    for played in game.adjudications.all():
        pages += [f"/g/{game.pk}/t/{played.key}{page}" for page in ("", "/dice", "/map.svg")]
    own = [f"/g/{game.pk}/seat/{enemy.name}{page}" for page in ("", "/mail", "/letters")]
    found: dict[str, bytes] = {}
    for who, client in (("stranger", Client()), ("enemy", sits(Client(), enemy))):
        for page in pages + own * (who == "enemy"):
            found[f"{who} {page}"] = _without_tokens(client.get(page).content)
    for number, mail in enumerate(OutboundMail.objects.filter(seat=enemy).order_by("pk")):
        parts = [part for part in opened(mail).walk() if not part.is_multipart()]
        told = [
            str(opened(mail)["Subject"]).encode(),
            *(part.get_content().encode() for part in parts if part.get_content_maintype() == "text"),
        ]
        found[f"mail {number}"] = b"\n".join(told)
    for report in Report.objects.filter(game=game, seat=None):
        found[f"public report {report.key}"] = (report.text + report.html).encode()
    return found


def _without_tokens(page: bytes) -> bytes:
    return re.sub(rb'name="(csrfmiddlewaretoken|nonce)" value="\w+"', b"", page).replace(b"<wbr>", b"")


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
    """The standing order that somebody finds who tries a million lines on every hash that he can see; "" for none.

    Without a salt a line is hashed as the recipes do that were ever in use, and as anybody would try; with every 32 bytes
    that can be seen for a salt, the line that is right: if that one is not found no other is."""
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
    """Salted with the secret of the phase: shown to the enemy, it falls to the report. Here the papers are salted so."""

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
        assert closed.sheets.encode() not in page and ended.digest.encode() not in page  # type: ignore[attr-defined]
    assert "told when the game is over" in Client().get(f"/g/{game.pk}/t/{played.key}/dice").content.decode()
    assert Client().get(f"/g/{game.pk}/log.jsonl").status_code == 404


def leaf_found(game: Game, seat: Seat, rival: Seat) -> bool:
    """Whether somebody can prove a guess on the heads and leaves, who knows everything but the root: all times, names and
    events, the rival's hidden line among them."""
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


# two worlds


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice that fall by their names alone, and a clock that stands: what differs then differs for another reason."""

    def roll(self: engine.KeyedDice, name: str, sides: int, chain: str = "") -> int:
        return hashlib.sha256(name.encode()).digest()[0] % sides + 1

    moment = datetime(2026, 11, 22, 18, 30, tzinfo=UTC)
    monkeypatch.setattr(engine.KeyedDice, "roll", roll)
    monkeypatch.setattr(timezone, "now", lambda: moment)
    monkeypatch.setattr(eventlog, "time", SimpleNamespace(time_ns=lambda: 10**18))


def world(game: Game, seat: Seat, rival: Seat, line: str) -> list[tuple[str, bytes]]:
    """What the enemy and a stranger see when the rival has given this order, in the order in which they see it; then all
    is taken back. Hashes stand as marks: that none of them can be tried is shown above."""
    with transaction.atomic():
        try:
            fought = a_fight(game, seat, rival, line)
            seen = [
                (name, HEX.sub("#" * 64, page.decode(errors="replace")).encode())
                for name, page in seen_of(fought, seat).items()
            ]
            order = [mail.to for mail in OutboundMail.objects.filter(kind="report").order_by("pk")]
            seen.append(("order of the mails", repr(order).encode()))
            asked = Post(seat)
            refused = asked.write(
                f"MOVE {_man_of(fought, rival)} stay\nATTACK nobody\nHELP RETREAT",
                Message_ID="<x@players.example.org>",
            )
            answers = OutboundMail.objects.filter(in_reply_to=refused)
            seen += [("receipt", HEX.sub("#", text_of_all(mail)).encode()) for mail in answers]
            return seen
        finally:
            eventlog.forget()
            transaction.set_rollback(True)


def _man_of(game: Game, seat: Seat) -> str:
    return next(f.name for f in eventlog.load(game.pk).battle.figures.values() if f.seat == seat.name)


def text_of_all(mail: OutboundMail) -> str:
    message = opened(mail)
    body = message.get_body(("plain",))
    assert body is not None
    return f"{message['Subject']}\n{body.get_content()}"


def difference(game: Game, seat: Seat, rival: Seat) -> str:
    """What first tells two worlds apart that the enemy may not tell apart; "" if nothing does."""
    one, other = (world(game, seat, rival, line) for line in (HIDDEN, OTHER))
    if [name for name, _ in one] != [name for name, _ in other]:
        return "which pages and mails there are"
    return next(
        (name for (name, page), (_, theirs) in zip(one, other, strict=True) if _same(page) != _same(theirs)),
        "",
    )


def _same(page: bytes) -> bytes:
    """Numbers of rows that were taken back are used up; addresses of replies are drawn."""
    return re.sub(
        rb"[a-z]+\+[\w-]+@[\w.]+|/(confirm|unsubscribe|s)/[\w-]+|letter-\d+-\d+|<[^<>\s]+@[^<>\s]+>",
        b"",
        page,
    )


def test_no_number_on_a_page_counts_the_mails_of_others(game: Game, seat: Seat, rival: Seat) -> None:
    """Each mail that the rival writes is answered: a number that all mails share would tell of it."""

    def links(words: str) -> list[str]:
        Post(seat).write(words, Message_ID=f"<{words}@players.example.org>")
        page = sits(Client(), seat).get(f"/g/{game.pk}/seat/{seat.name}/mail").content.decode()
        return re.findall(r"/mail/(\d+)", page)

    first = links("HELP MOVE")
    for n in range(3):
        Post(rival).write(HIDDEN, Message_ID=f"<hidden-{n}@players.example.org>")
    assert OutboundMail.objects.filter(seat=rival).count() >= 3
    assert links("HELP FIRE") == [str(len(first) + 1), *first] and first[-1] == "1"


def test_two_worlds_that_the_enemy_cannot_tell_apart_give_the_same_bytes(
    game: Game, seat: Seat, rival: Seat, still: None
) -> None:
    assert difference(game, seat, rival) == ""


def _hidden(battle: engine.Battle) -> str:
    return " ".join(line for lines in battle.standing.values() for line in lines)


def _on_a_page(patch: pytest.MonkeyPatch) -> None:
    visible = moments.log_lines

    def log_lines(events: Any, first: int | None) -> list[moments.LogLine]:
        [filed] = [e for e in eventlog.events(Game.objects.get().pk) if getattr(e, "standing", ())]
        return [*visible(events, first), moments.LogLine(None, "Standing", [("order", str(filed))])]

    patch.setattr(moments, "log_lines", log_lines)


def _by_size(patch: pytest.MonkeyPatch) -> None:
    gather = facts.gather

    def longer(*args: Any, **more: Any) -> facts.Facts:
        told = gather(*args, **more)
        line = engine.ReportLine(text="Nothing else." * (1 + ("0409" in _hidden(args[4]))), depth=0)
        return replace(told, lines=(*told.lines, line))

    patch.setattr(facts, "gather", longer)


def _by_order(patch: pytest.MonkeyPatch) -> None:
    told = announce.adjudicated

    def in_turn(game: Game, before: engine.Battle, events: Any, after: engine.Battle, sights: Any) -> None:
        told(game, before, events, after, sights)
        if "0409" in _hidden(before):
            first = OutboundMail.objects.filter(kind="report", game=game).exclude(seat=None).latest("-pk")
            OutboundMail.objects.filter(pk=first.pk).update(id=first.pk + 10_000)

    patch.setattr(announce, "adjudicated", in_turn)


def _by_an_error(patch: pytest.MonkeyPatch) -> None:
    read = engine.read_orders

    def reading(battle: engine.Battle, seat: str, lines: Any) -> engine.Reading:
        found = read(battle, seat, lines)
        hidden = _hidden(battle)
        told = tuple(replace(line, message=(*line.message, hidden)) for line in found.lines)
        return replace(found, lines=told)

    patch.setattr(engine, "read_orders", reading)


def _by_the_name_of_a_die(patch: pytest.MonkeyPatch) -> None:
    adjudicate = engine.adjudicate

    def rolling(battle: engine.Battle, dice: engine.Dice, answers: Any = None) -> list[engine.Event]:
        events = adjudicate(battle, dice, answers)
        die = engine.DieRolled(name=f"p1/{_hidden(battle)}", sides=10, face=1, rule="GUI-6.2")
        return [die, *events]

    patch.setattr(engine, "adjudicate", rolling)


def _by_the_file_of_the_log(patch: pytest.MonkeyPatch) -> None:
    records = seat_files._records

    def all_of_them(link: export.Link, seen: Any) -> Any:
        return records(link, link.audiences)

    patch.setattr(seat_files, "_records", all_of_them)


def _by_opening_too_early(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(opening, "is_open", lambda game: True)


@pytest.mark.parametrize(
    ("plant", "place"),
    [
        (_on_a_page, "/t/"),
        (_by_size, "enemy"),
        (_by_order, "mail"),
        (_by_an_error, "mail"),
        (_by_the_name_of_a_die, "stranger /g/"),
        (_by_the_file_of_the_log, "log.jsonl"),
        (_by_opening_too_early, "log.jsonl"),
    ],
)
def test_a_leak_is_found(
    game: Game, seat: Seat, rival: Seat, still: None, monkeypatch: pytest.MonkeyPatch,
    plant: Callable[[pytest.MonkeyPatch], None], place: str,
) -> None:  # fmt: skip
    plant(monkeypatch)
    assert place in difference(game, seat, rival)
