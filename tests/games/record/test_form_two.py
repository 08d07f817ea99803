"""The second form of the log: links and leaves, poorer records, roots, and rows that were changed."""

from __future__ import annotations

import hashlib
import hmac
import json
import struct
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command

from games.models import Event, Game, Seat
from games.play import adjudication, creation
from games.play.creation import create_game
from games.proof import export, verification
from games.record import chaining, dice, escrow, eventlog, leaves, promises, roots
from games.record.stored import Stored
from rules import engine
from rules.events.sequence import PhaseEnded
from tests.games.kit import a_game, again, file
from tests.games.pocket_rules import SIDES, PocketRules
from tests.games.record.hidden_dice import play

pytestmark = pytest.mark.django_db


def rows_of(game: Game) -> list[Stored]:
    return list(eventlog.rows(game.pk))


# the chain


def test_the_layout_is_the_one_that_is_written(pocket: PocketRules) -> None:
    """Reckoned here from the words of games.record.leaves alone, with nothing of its code."""
    game = a_game()
    file(game, "normans", "HOLD the ford", command="<1@example.org>")
    adjudication.attend(game.pk)
    game, rows = again(game), rows_of(again(game))
    linked = [rows[:2], rows[2:]]
    audiences = ["table", "umpire", "seat:normans", "seat:arabs"]
    assert game.audiences.split() == audiences and game.links == 2 and game.linked_seq == game.version
    root, head = roots.of_game(game), hashlib.sha256(b"pbem-genesis-2" + game.uuid.bytes).digest()
    for number, of_it in enumerate(linked, start=1):
        content: dict[str, list[bytes]] = {audience: [] for audience in audiences}
        order, last = b"", ""
        for row in of_it:
            if row.command_id != last:
                last, by = row.command_id, "seat:normans" if row.type == "orders_accepted" else "umpire"
                content[by].append(b"C" + _text(last.encode()) + struct.pack(">Q", row.recorded_us))
                order += struct.pack(">H", 0x8000 + audiences.index(by))
            content[audiences[row.audience]].append(_item(row.type, row.version, row.data))
            order += struct.pack(">H", row.audience)
            for place, kind, version, data in json.loads(row.shown or b"[]"):
                content[audiences[place]].append(_item(kind, version, data.encode()))
        content["umpire"].append(b"O" + order)
        digests = b""
        for audience in audiences:
            of_audience = _mac(root, f"pbem-audience-2/{game.uuid}/{audience}")
            salt = _mac(of_audience, f"pbem-leaf-2/{number}")
            told = b"pbem-leaf-2" + salt + b"".join(map(_text, content[audience]))
            digests += hashlib.sha256(told).digest()
        head = hashlib.sha256(b"pbem-link-2" + head + struct.pack(">QH", number, 4) + digests).digest()
        assert of_it[-1].hash == head and not any(row.hash for row in of_it[:-1])
    assert bytes(game.head_hash) == head


def _text(value: bytes) -> bytes:
    return struct.pack(">I", len(value)) + value


def _item(kind: str, version: int, data: bytes) -> bytes:
    return b"E" + _text(kind.encode()) + struct.pack(">I", version) + _text(data)


def _mac(key: bytes, message: str) -> bytes:
    return hmac.new(key, message.encode(), hashlib.sha256).digest()


def test_papers_wait_for_the_next_command_that_others_may_know_of(pocket: PocketRules) -> None:
    """So that neither the head nor the number of links tells how often somebody wrote."""
    once, often = a_game(), a_game()
    file(once, "normans", "HOLD")
    for words in ("HOLD the hill", "HOLD the ford", "HOLD"):
        file(again(often), "normans", words, "WATCH")
        assert (again(often).links, again(often).head) == (1, rows_of(often)[1].hash.hex())
    for game in (once, often):
        adjudication.attend(game.pk)
    assert again(once).links == again(often).links == 2
    assert verification.check(again(often)).escrows == 3
    assert eventlog.load(often.pk).battle.phase == 2


def test_what_everybody_may_know_is_linked_at_once(pocket: PocketRules) -> None:
    game = a_game()
    file(game, "normans", "HOLD")
    event = engine.DeadlineExtended(phase=1, seats=("normans",), reason="no orders")
    eventlog.append(game.pk, 3, [event], "extend")
    assert (again(game).links, again(game).linked_seq) == (2, 4)
    asking = engine.AskingChosen(seat="normans", kinds=("retreat",))
    eventlog.append(game.pk, 4, [asking], "<asks@example.org>")
    assert again(game).links == 3
    verification.check(again(game))


def test_an_empty_leaf_is_like_no_other(pocket: PocketRules) -> None:
    game = a_game()
    for name in SIDES:
        file(again(game), name)
        adjudication.attend(game.pk)
    links = list(export.links(again(game), roots.of_game(game), again(game).version))
    digests = [digest for link in links for digest in link.digests]
    assert len(links) == 3 and len(set(digests)) == 12


def test_audiences_grow_by_an_event_and_from_the_next_command_on(pocket: PocketRules) -> None:
    game = a_game()
    eventlog.append(game.pk, 2, [engine.AudiencesAdded(audiences=("spy:1", "spy:2"))], "more")
    eventlog.append(game.pk, 3, [engine.DeadlineExtended(phase=1, seats=(), reason="x")], "extend")
    game = again(game)
    assert game.audiences.split()[-2:] == ["spy:1", "spy:2"]
    lengths = [len(link.digests) for link in export.links(game, roots.of_game(game), game.version)]
    assert lengths == [4, 4, 6] and verification.check(game).events == 4
    assert eventlog.load(game.pk).battle.setup.promises.audiences == tuple(game.audiences.split())


def test_folding_and_snapshots_never_touch_a_salt(
    pocket: PocketRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = a_game()
    file(game, "normans")
    adjudication.attend(game.pk)

    def salted(*_: object) -> bytes:
        raise AssertionError("somebody asks for a salt")

    for name in ("leaf_salt", "paper_salt", "of_audience", "of_game"):
        monkeypatch.setattr(roots, name, salted)
    eventlog.forget()
    assert eventlog.load(game.pk).battle.phase == 2
    eventlog.keep_snapshot(game.pk)


# what a seat is shown


def records_in(game: Game, audience: str) -> list[tuple[str, dict[str, Any]]]:
    """The records of one leaf after the other, in the order of the log."""
    found, place = [], again(game).audiences.split().index(audience)
    for row in rows_of(game):
        if row.audience == place:
            found.append((row.type, json.loads(row.data)))
        found += [
            (one.type, json.loads(one.data)) for one in leaves.shown_in(row.shown) if one.audience == place
        ]
    return found


def test_the_digest_of_a_state_is_the_umpires_alone(pocket: PocketRules) -> None:
    game = a_game()
    file(game, "normans", "HOLD", "WATCH the ford")
    adjudication.attend(game.pk)
    [ended] = [e for e in eventlog.events(game.pk) if isinstance(e, PhaseEnded)]
    assert ("phase_ended", {"number": 1, "digest": ended.digest}) in records_in(game, "umpire")
    for audience in ("table", "seat:normans", "seat:arabs"):
        told = records_in(game, audience)
        assert ended.digest not in repr(told)
        assert (("phase_ended", {"number": 1, "digest": ""}) in told) is (audience == "table")
    assert [kind for kind, _ in records_in(game, "seat:normans")] == ["orders_accepted", "secret_revealed"]


def test_a_record_in_the_wrong_leaf_or_a_poorer_one_that_lies_is_found(pocket: PocketRules) -> None:
    """By a server that links whatever it likes."""
    game = a_game()
    file(game, "normans")
    adjudication.attend(game.pk)
    rows = rows_of(game)

    def checked(**changes: Any) -> str:
        place = next(i for i, row in enumerate(rows) if row.type == "phase_ended")
        forged = [row._replace(**changes) if i == place else row for i, row in enumerate(rows)]
        root = roots.of_game(game)
        relinked = list(chaining.relinked(game.uuid, forged, root))
        log = verification.Log(
            game.uuid, len(rows), relinked[-1].hash, game.commitment, lambda: iter(relinked), 2, (root,)
        )
        try:
            verification.check_log(log)
        except verification.Broken as broken:
            return f"{broken.fault}: {broken}"
        return ""

    assert checked() == ""
    assert "in the leaf of audience 0" in checked(audience=0)
    assert "shown something else" in checked(shown=b"")
    lie = leaves.stored_shown([(0, "phase_ended", 1, '{"number":2,"digest":""}')])
    assert "shown something else" in checked(shown=lie)


# roots


def test_no_root_lies_open_in_the_database(pocket: PocketRules, settings: Any) -> None:
    game = a_game()
    root, seed = roots.of_game(game), dice.last_secret(game)
    stored = repr(Game.objects.values().get(pk=game.pk)) + repr(list(Event.objects.values()))
    for secret in (root, seed, escrow.salt_of(game, "normans", 1)):
        assert secret.hex() not in stored and repr(secret)[2:-1] not in stored
    assert roots.promise_of(root) == eventlog.load(game.pk).battle.setup.promises.root
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [settings.SECRET_KEY]
    assert (roots.of_game(game), dice.last_secret(game)) == (root, seed)


def test_without_the_root_a_log_is_closed_and_never_called_sound(
    pocket: PocketRules, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    game = play(a_game(), 1)
    settings.SECRET_KEY = "lost"
    with pytest.raises(verification.Closed):
        verification.check(game)
    with pytest.raises(CommandError):
        call_command("verify", game.label)
    said = capsys.readouterr().out
    assert f"{game.label} closed, not checked" in said and "ok" not in said
    with pytest.raises(roots.DiceKeyLost):
        file(again(game), "arabs")


def test_a_root_that_does_not_fit_is_found(pocket: PocketRules) -> None:
    game = play(a_game(), 1)
    rows, other = rows_of(game), bytes(32)
    relinked = list(chaining.relinked(game.uuid, rows, other))
    log = verification.Log(
        game.uuid, len(rows), relinked[-1].hash, game.commitment, lambda: iter(relinked), 2, (other,)
    )
    with pytest.raises(verification.Broken, match="the root of its salts is not the one"):
        verification.check_log(log)


def test_two_secrets_never_share_a_pad(pocket: PocketRules) -> None:
    """Old and new together, as in two backups, must not give the difference of two secrets away."""
    game = a_game()
    one = roots.seal(bytes(32), b"purpose", game)
    game.commitment = "11" * 32
    assert roots.seal(bytes(32), b"purpose", game) != one


@pytest.mark.parametrize("form", [1, 2])
def test_games_of_both_forms_are_played_side_by_side(pocket: PocketRules, form: int) -> None:
    game = create_game("pocket", {}, form=form)
    Seat.objects.filter(game=game).update(captain="bold")
    creation.start_if_full(game.pk)
    for _ in range(6):
        adjudication.attend(game.pk)
    found = verification.check(again(game))
    assert (again(game).form, found.phases, found.dice, found.escrows) == (form, 6, 12, 6)


def test_a_game_that_outlives_its_chains_says_so(
    pocket: PocketRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dice, "LENGTH_OF_EACH", 2)
    game = play(a_game(), 2)
    file(game, "normans", "HOLD")
    with pytest.raises(ValueError, match="no dice for phase 3"):
        adjudication.close_phase(again(game), "deadline")


# changed rows
Change = Callable[[Stored], dict[str, Any]]


def fault_of_rows(game: Game, rows: list[Stored]) -> tuple[int, str] | None:
    """What the server finds in these rows under the head that the game has."""
    root = roots.of_game(game)
    log = verification.Log(
        game.uuid, game.version, bytes(game.head_hash), game.commitment, lambda: iter(rows), 2, (root,)
    )
    try:
        verification.check_log(log)
    except verification.Broken as broken:
        return broken.seq, str(broken.fault)
    return None


def test_every_byte_of_every_row_counts(pocket: PocketRules) -> None:
    game = play(a_game(), 3)
    rows = rows_of(game)
    begins = {}
    for linked in leaves.grouped(iter(rows)):
        begins |= {row.seq: linked[0].seq for row in linked}
    tried = 0
    for at, row in enumerate(rows):
        changes: list[dict[str, Any]] = [{"version": row.version + 1}, {"recorded_us": row.recorded_us + 1}]
        changes += [
            {"audience": (row.audience + 1) % 4},
            {"type": row.type + "x"},
            {"command_id": row.command_id + "x"},
        ]
        for column in ("data", "shown", "hash"):
            value = getattr(row, column)
            for index in range(0, len(value), 7):
                changes.append({column: value[:index] + bytes([value[index] ^ 1]) + value[index + 1 :]})
        for change in changes:
            forged = [*rows[:at], row._replace(**change), *rows[at + 1 :]]
            found = fault_of_rows(game, forged)
            assert found is not None and found[0] <= row.seq, (row.seq, change)
            assert found[0] >= begins[row.seq], (row.seq, change, found)
            tried += 1
    assert tried > 300 and fault_of_rows(game, rows) is None


def test_rows_dropped_doubled_swapped_and_cut(pocket: PocketRules) -> None:
    game = play(a_game(), 3)
    rows = rows_of(game)
    for at in range(len(rows) - 1):
        assert fault_of_rows(game, rows[:at] + rows[at + 1 :]) == (at + 1, "missing")
        assert fault_of_rows(game, [*rows[: at + 1], *rows[at:]]) == (at + 2, "extra")
        swapped = [*rows[:at], rows[at + 1], rows[at], *rows[at + 2 :]]
        assert fault_of_rows(game, swapped) == (at + 1, "order")
        found = fault_of_rows(game, rows[: at + 1])
        assert found == (at + 2, "truncated"), at


def test_another_history_behind_a_link_is_a_foreign_fork(pocket: PocketRules) -> None:
    game = play(a_game(), 3)
    rows, root = rows_of(game), roots.of_game(game)
    other = [row._replace(recorded_us=row.recorded_us + 1) for row in rows]
    foreign = list(chaining.relinked(game.uuid, other, root))
    ends = [at for at, row in enumerate(rows, start=1) if row.hash][:-1]
    for at in ends:
        assert fault_of_rows(game, rows[:at] + foreign[at:]) == (at + 1, "foreign fork")


def test_promises_are_drawn_anew_for_each_game(pocket: PocketRules) -> None:
    one, other = (eventlog.load(a_game().pk).battle.setup for _ in range(2))
    assert one.promises and other.promises
    assert one.promises.root != other.promises.root and one.promises.chains != other.promises.chains
    assert promises.audiences_of(one) == ("table", "umpire", "seat:normans", "seat:arabs")
    assert msgspec.json.encode(one.promises)
