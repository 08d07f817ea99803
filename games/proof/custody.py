"""Games that move between servers: handed over by one, taken up by another, with the same log and the
same secrets.

The log itself says who keeps it: the old server ends its part with HandedOver, the new one begins with
TakenOver. A server that went on all the same would write another event in that place; its reports print other
heads, and two reports side by side prove it.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, DataError, connection, transaction

from games.models import Game, GameState
from games.play import creation
from games.play import families as play_families
from games.proof import copied_logs, families, family_files, rebuilding, verification
from games.proof.families import Member
from games.proof.family_rows import Families
from games.proof.game_files import GameFile
from games.proof.secret_files import Secrets, Unlocked
from games.record import calls, chaining, dice, eventlog, leaves, promises, roots, terms
from pbem.calling import PROGRAM
from pbem.mail.headers import clean_name
from rules import engine


class Refused(Exception):
    """A game that cannot be handed over or taken up; the words say why, and what can be done."""


# giving


def hand_over(game: Game, to: str) -> Game:
    """End this server's part of a game, and of all that it has called: their logs say so, and nothing is
    played here any more. Raises Refused, eventlog.Conflict."""
    if game.parent:
        family = game.family.label
        raise Refused(f"{game.label} belongs to {family}: hand that over, a family moves as one")
    if game.state == GameState.OVER:
        raise Refused(f"{game.label} is over: export it, there is nothing to hand over")
    if game.state == GameState.MOVED:
        raise Refused(f"{game.label} is not played here: it was handed over, or came as a copy")
    leaving = [one for one in Families().below(game) if one.state not in (GameState.OVER, GameState.MOVED)]
    for one in leaving:
        if one.played_from:
            raise Refused(
                f"{one.label} is in the middle of a phase, where a player is asked: wait for the end of the "
                f"phase, or end it with {PROGRAM} closephase {one.label}"
            )
        dice.last_secret(one)  # a game whose secrets are lost can be handed to nobody
    with transaction.atomic():
        for one in leaving:
            _hand_over(one, to)
    return Game.objects.get(pk=game.pk)


def _hand_over(game: Game, to: str) -> None:
    def effects(_: eventlog.Appended) -> None:
        Game.objects.filter(pk=game.pk).update(state=GameState.MOVED, phase_due=None, remind_at=None)
        game.seats.update(awaited=False, mends_until=None)

    command_id = f"custody:{game.version + 1}"
    eventlog.append(game.pk, game.version, [engine.HandedOver(to=to)], command_id, effects=effects)


# taking


def bring_in(
    file: GameFile, secret: Unlocked | None = None, *, restored: bool = False, keep: bool = False
) -> Game:
    """``bring_in_all`` of a game alone. Raises Refused."""
    return bring_in_all([file], {file.head.uuid: secret} if secret else None, restored=restored, keep=keep)[0]


def bring_in_all(
    files: Sequence[GameFile], known: Secrets | None = None, *, restored: bool = False, keep: bool = False
) -> list[Game]:
    """Store an exported game with all that it has called, verified from its first byte, and take it up if its
    last secrets are given: it goes on when its seats are taken. Without the secrets it is kept to be read,
    checked and forked. ``restored``: take it up although the log does not say that it was handed over.
    ``keep``: do not take it up, the secrets are for checking alone: a log of form 2 can be checked only with
    the roots of its salts, which lie with the secret until the game is over. Raises Refused."""
    secrets_of = known or {}
    _refuse_half(files)
    with transaction.atomic():
        kin = Families()
        found = [_brought(file, secrets_of.get(file.head.uuid), kin) for file in files]
        _refuse_misfits(found, kin)
        for game in found:
            if game.state != GameState.OVER and known is not None and not keep:
                if str(game.uuid) not in secrets_of:
                    raise Refused(f"the secret of {game.label} is not in the file of its family's secrets")
                _take_up(game, secrets_of[str(game.uuid)].last, restored)
        creation.go_on_if_full(found[0].pk)  # a game that comes home finds its people there
    return [Game.objects.get(pk=game.pk) for game in found]


def _refuse_half(files: Sequence[GameFile]) -> None:
    """A family comes whole. Raises Refused."""
    try:
        members = [Member(file.head.label, UUID(file.head.uuid), file.rows) for file in files]
    except ValueError:
        raise Refused(f"line 1: {files[0].head.uuid!r} is no UUID") from None
    if members[0].parent:
        top = members[0].label.partition("-")[0]
        raise Refused(f"{members[0].label} comes with its family: export {top}")
    try:
        family_files.shape(members)
    except verification.Broken as fault:
        raise Refused(f"this is not the file of one family: {fault}") from None
    here = {str(member.uuid) for member in members}
    for member in members:
        for absent in families.missing(member, families.calls_of(member), here):
            raise Refused(f"{member.label} comes with its family: export it whole. {absent.words}")


def _brought(file: GameFile, secret: Unlocked | None, kin: Families) -> Game:
    """A game with its log and all rows that follow from it; nobody plays it yet."""
    label = file.head.label[:80]
    try:
        game = _stored(file, file.roots or (secret.roots if secret else ()), kin)
        game.refresh_from_db()
        label = game.label
        rebuilding.rebuild(game)
    except engine.UnknownRuleset as error:
        raise Refused(f"{label} cannot be taken in here: {error}") from None
    except DataError as error:
        raise Refused(f"{label!a} holds a name that no row can hold: {error}") from None
    return game


def _refuse_misfits(games: Sequence[Game], kin: Families) -> None:
    """The games of a family fit together; which of them were told is noted in their rows. Raises Refused."""
    for game in games:
        if found := kin.compared(game).faults:
            raise Refused(f"the logs of a family do not fit together: {game.label}, {found[0]}")
    for game in games:
        told = [uuid for uuid, call in kin.said(game).made.items() if call.told_seq]
        game.children.filter(uuid__in=told).update(told=True)


def _stored(file: GameFile, opened: tuple[bytes, ...], kin: Families) -> Game:
    """The game with the file's log, and no other row of it yet but what says whose child it is."""
    head, rows = file.head, file.rows
    uuid = UUID(head.uuid)
    genesis = leaves.genesis(uuid) if head.form == 2 else chaining.genesis(uuid)
    if not rows or head.genesis != genesis.hex():
        raise Refused("line 1: this is the beginning of no game")
    game = Game.objects.filter(uuid=uuid).first()
    at_rest = (GameState.MOVED, GameState.OVER) if game and game.parent else (GameState.MOVED,)
    if game and game.version and game.state not in at_rest:
        raise Refused(f"this game is here already, and played here: {game.label}")
    if head.form == 2 and not opened:
        raise Refused(
            "the game is not over, and its leaves are closed: nothing of the file can be checked without "
            "the roots that lie with its secret (import FILE --secret FILE; with --keep only to be read)"
        )
    for number, row in enumerate(rows, start=1):
        if row.seq != number:
            raise Refused(f"line {number + 1}: event {row.seq} stands where event {number} should")
    game = game or _new_game(file, uuid, opened, kin)
    known = list(eventlog.rows(game.pk, last=game.version))
    if known != rows[: len(known)]:
        raise Refused(
            f"{game.label} is this game, and the file does not go on from what is stored of it here"
        )
    try:
        if rows[len(known) :]:
            copied_logs.take_in(game.pk, rows[len(known) :])
    except (DatabaseError, OverflowError, ValueError) as error:
        raise Refused(f"the log is not sound: {error}") from None
    game.refresh_from_db()
    if (game.version, game.head) != (head.events, head.head):
        raise Refused(
            f"line 1 promises {head.events} events and the head {head.head}; there are {game.version}, "
            f"ending {game.head}"
        )
    if game.commitment != head.commitment:
        raise Refused(f"line 1 has the promise {head.commitment}; the dice of the game are {game.commitment}")
    try:
        verification.check(game)
    except (verification.Broken, verification.Closed) as fault:
        raise Refused(f"the log is not sound: {fault}") from None
    _refuse_unseen(game)
    return game


def _refuse_unseen(game: Game) -> None:
    """What a log names cannot be cleaned, since its hashes cover it. Raises Refused for names that look like
    others, or run the wrong way, because of what nobody sees in them."""
    battle = engine.replay(row.event for row in eventlog.rows(game.pk))
    for name in engine.names_in(battle):
        if name != clean_name(name, len(name)):
            raise Refused(f"the name {name!a} in the log holds a character that nobody sees")


def _note_promises(game: Game, file: GameFile, opened: tuple[bytes, ...]) -> None:
    """What the row of a game of form 2 repeats of its log, and the roots of its salts, sealed.
    Raises Refused."""
    try:
        setup = engine.replay(row.event for row in file.rows).setup
    except Exception as error:  # whatever a log that nobody has checked yet makes replay stumble over
        raise Refused(f"the log is not sound: {type(error).__name__}: {error}") from None
    if setup.promises is None or roots.promise_of(opened[0]) != setup.promises.root:
        raise Refused("the root of its salts is not the one that the game is committed to")
    game.form = 2
    game.promises = {"opened": True} if file.head.roots else {}
    promises.note(game, setup.commitment, setup.promises)
    game.sealed_root = roots.seal_roots(opened, game)


def _new_game(file: GameFile, uuid: UUID, opened: tuple[bytes, ...], kin: Families) -> Game:
    """A row for the game, under the number it had elsewhere if that is free here; one that another called
    keeps its letter under the number of that."""
    game = Game(uuid=uuid, title=file.head.title, scenario="")
    event = None
    if above := Member(file.head.label, uuid, file.rows).parent:
        event = _family_of(game, above, kin)
    else:
        game.pk = _free_number(file.head.label)
    game.commitment = file.head.commitment[:64]  # verified with the rest
    game.state, game.nonce = GameState.MOVED, secrets.token_bytes(32)
    game.head_hash = bytes.fromhex(file.head.genesis)
    if file.head.form == 2:
        _note_promises(game, file, opened)
    try:
        terms.agree(game, file.head.terms)
    except terms.BadTerms as error:
        raise Refused(f"line 1: these are no terms: {error}") from None
    game.save(force_insert=True)
    if event and game.parent:
        play_families.seat_players(game, game.parent, engine.replay([file.rows[0].event]).setup, event)
    elif connection.vendor == "postgresql":
        _count_on_behind(game.pk)
    return game


def _free_number(label: str) -> int | None:
    """The number that a game had elsewhere, if it is free here."""
    number = label.removeprefix("G")
    free = number.isascii() and number.isdigit() and len(number) <= 10 and 0 < int(number) < 2**31
    return int(number) if free and not Game.objects.filter(pk=int(number)).exists() else None


def _family_of(game: Game, above: str, kin: Families) -> engine.GameCalled:
    """The call of a game in the log of the one above it, which is here already; its row, not saved yet, says
    so. Raises Refused."""
    parent = Game.objects.filter(uuid=UUID(above)).first()
    call = kin.said(parent).made.get(str(game.uuid)) if parent else None
    if parent is None or call is None:
        raise Refused(f"the game {game.uuid} was not called by the game of this family that it names")
    if odd := calls.unfit(call.event):
        raise Refused(f"the log is not sound: {odd}")
    game.pk, game.parent, game.call = play_families.hidden_key(), parent, call.event.call
    game.called = f"{parent.number}-{call.event.name}"
    return call.event


def _count_on_behind(number: int) -> None:
    """PostgreSQL gives out numbers without looking which are taken."""
    sequence = "pg_get_serial_sequence('games_game', 'id')"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT nextval({sequence})")
        if cursor.fetchone()[0] < number:
            cursor.execute(f"SELECT setval({sequence}, %s)", [number])


def _take_up(game: Game, secret: bytes, restored: bool) -> None:
    """Go on here with a game whose log and last secret we have."""
    custody = [
        row.type for row in eventlog.rows(game.pk) if row.type in ("handed_over", "taken_over", "forked")
    ]
    handed_over = bool(custody) and custody[-1] == "handed_over"
    if not handed_over and not restored:
        raise Refused(
            "the log does not say that the game was handed over: the server that has it may go on with it. "
            f"Let it hand the game over ({PROGRAM} export --hand-over); if it is gone for good, import with "
            "--restore"
        )
    if not dice.keeps(secret, game):
        raise Refused("the secret is not the one that the game is committed to")
    if missing := engine.missing_rules(eventlog.load(game.pk, 1).battle.setup):
        raise Refused(f"the game cannot go on here: {missing}")
    game.sealed_secret = dice.sealed(secret, game)
    game.state = GameState.HELD
    game.save(update_fields=["sealed_secret", "state"])
    if (
        not game.played_from
    ):  # a phase that is played again after an answer holds the umpire's events and no other
        event = engine.TakenOver(
            by=settings.BASE_URL, why=engine.Taking.HANDED_OVER if handed_over else engine.Taking.RESTORED
        )
        eventlog.append(game.pk, game.version, [event], f"custody:{game.version + 1}")
