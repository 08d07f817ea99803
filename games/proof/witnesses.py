"""Reports as witnesses: whether what a player holds in his mailbox belongs to the log as it is now.

Every report prints the head of the log after its phase, and the one of the report before. A log in which a
single byte before that moment was changed has other heads from there on, whoever computed them anew; so a
report that fits proves that nothing before it was changed since it was sent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from django.utils.translation import gettext

from games.models import Adjudication, Event, Game
from games.proof import verification
from games.record import dice, numbers
from rules import engine

LONGEST = 200_000  # characters of a report
_GAME = (
    re.compile(rf"^Subject:.*\[G({numbers.NUMBER})\b", re.M | re.I),
    re.compile(rf"\bgame G({numbers.NUMBER})\b"),
    re.compile(rf"#ORDERS G({numbers.NUMBER})\b"),
    re.compile(rf"/g/({numbers.NUMBER})\b"),
)
_TURN = re.compile(rf"/g/{numbers.NUMBER}/t/([a-z0-9-]{{2,60}})")
_HASH = r"([0-9a-f]{64})\b"
_HEAD = re.compile(rf"\bhead\s+{_HASH}", re.I)
_BEFORE = re.compile(rf"\bbefore\s+{_HASH}", re.I)
_SECRET = re.compile(rf"\bsecret\s+{_HASH}", re.I)
_PROMISE = re.compile(rf"\bpromise\s+{_HASH}", re.I)
_SHORT_HEAD = re.compile(r"head of the game'?s log:?\s+([0-9a-f]{8})\.\.\.([0-9a-f]{4})\b", re.I)
_SHORT_BEFORE = re.compile(r"previous report\s+([0-9a-f]{8})\.\.\.([0-9a-f]{4})\b", re.I)


class Verdict(StrEnum):
    """What a report is worth as a witness."""

    BELONGS = "belongs"  # all that it claims is in the log
    IN_PART = "in part"  # all that it claims fits, but its heads are cut short
    FOREIGN = "foreign"  # something that it claims is not in the log
    UNSOUND = "unsound"  # the log itself is broken
    NO_HEAD = "no head"  # nothing in the text can be checked
    NO_GAME = "no game"  # it names no game of this server


@dataclass
class Claim:
    """One thing that a report says of the log: what, whether it holds, and an answer in words."""

    what: str
    holds: bool
    words: str


@dataclass
class Finding:
    """What came of a report."""

    verdict: Verdict
    words: str
    game: Game | None = None
    claims: list[Claim] = field(default_factory=list)


def examine(text: str, game: Game | None = None) -> Finding:
    """Check a report as it stands in a mail program, quoted or not. ``game``: the one that is meant, else the
    one that it names. Takes any text and never raises."""
    text = _unquoted(text[:LONGEST])
    named = _named(text)
    game = game or numbers.game_of(named)
    if game is None:
        told = (
            gettext("There is no game G{number} on this server.")
            if named
            else gettext("The text names no game (G12).")
        )
        return Finding(Verdict.NO_GAME, told.format(number=named))
    if named and named != game.number:
        told = gettext("This is a report of G{number}, not of {game}.")
        return Finding(Verdict.NO_GAME, told.format(number=named, game=game.label), game)
    claims = _claims(text, game)
    if not claims:
        told = gettext("No head of a log stands in this text. It is near the end of a report, below {title}.")
        return Finding(Verdict.NO_HEAD, told.format(title=gettext("THE DICE AND THE LOG")), game)
    if broken := _broken(game):
        return Finding(Verdict.UNSOUND, broken, game, claims)
    return _summed_up(text, game, claims)


def _summed_up(text: str, game: Game, claims: list[Claim]) -> Finding:
    if not all(claim.holds for claim in claims):
        told = gettext(
            "This report does not belong to the log of {game} as it is here now. Either the report was "
            "altered, or the log was changed after it was sent, or another server went on with the game. "
            "Keep the mail with all its headers, and compare with what the other players hold."
        )
        return Finding(Verdict.FOREIGN, told.format(game=game.label), game, claims)
    if not _HEAD.search(text):
        told = gettext(
            "What the report shows of its heads fits, but it shows them cut short: 12 digits of 64 can be "
            "contrived."
        )
        return Finding(Verdict.IN_PART, told, game, claims)
    told = gettext(
        "This report belongs to the log of {game}: nothing that happened before it was changed since."
    )
    return Finding(Verdict.BELONGS, told.format(game=game.label), game, claims)


def _unquoted(text: str) -> str:
    """Without the marks of quoting and the odd spaces of mail programs."""
    return re.sub(r"^(?:[ \t]*>)+[ \t]?", "", text.replace("\xa0", " ").replace("\r", ""), flags=re.M)


def _named(text: str) -> str:
    found = next((match for pattern in _GAME if (match := pattern.search(text))), None)
    return found[1].lower() if found else ""


# what it claims


def _claims(text: str, game: Game) -> list[Claim]:
    turn = _TURN.search(text)
    played = game.adjudications.filter(key=turn[1]).first() if turn else None
    claims = [
        *_head(game, gettext("head"), _HEAD.search(text) or _SHORT_HEAD.search(text), played),
        *_head(
            game,
            gettext("head of the report before"),
            _BEFORE.search(text) or _SHORT_BEFORE.search(text),
            None,
        ),
    ]
    if claims and turn and played is None:
        told = gettext("no phase {key} was played in {game}").format(key=turn[1], game=game.label)
        claims.insert(0, Claim(gettext("phase"), False, told))
    return claims + (_promises(text, game, played) if played else [])


def _head(game: Game, what: str, found: re.Match[str] | None, played: Adjudication | None) -> list[Claim]:
    """Whether a head is in the log, and that of the phase which the report is about."""
    if found is None:
        return []
    digits = found[1].lower()
    seq = _place(game, digits, found[2].lower() if found.re.groups == 2 else "")
    shown = digits if found.re.groups == 1 else f"{digits}...{found[2].lower()}"
    if seq is None:
        told = gettext("{digits} never was the head of this log")
        return [Claim(what, False, told.format(digits=shown))]
    moment = _moment(game, seq)
    if Event.objects.filter(game=game, type="forked", seq__gt=seq).exists():
        told = gettext(
            "{digits} is the head {moment}, before the fork with which the game began: it mailed nothing then"
        )
        return [Claim(what, False, told.format(digits=shown, moment=moment))]
    if played and seq != played.last_seq:
        told = gettext("{digits} is the head {moment}; after {phase} it was another")
        phase = engine.translated(played.title)
        return [Claim(what, False, told.format(digits=shown, moment=moment, phase=phase))]
    return [Claim(what, True, gettext("{digits} is the head {moment}").format(digits=shown, moment=moment))]


def _place(game: Game, digits: str, last: str) -> int | None:
    """The event with a hash; the first of those that fit one that is cut short."""
    events = Event.objects.filter(game=game).order_by("seq")
    if not last:
        return events.filter(hash=bytes.fromhex(digits)).values_list("seq", flat=True).first()
    begins, ends = bytes.fromhex(digits), bytes.fromhex(last)
    rows = events.values_list("seq", "hash").iterator()
    return next((seq for seq, h in rows if bytes(h)[:4] == begins and bytes(h)[-2:] == ends), None)


def _moment(game: Game, seq: int) -> str:
    """When an event was the last, without its number: that would tell how often others wrote."""
    played = game.adjudications.filter(last_seq__lte=seq).order_by("-last_seq").first()
    if played is None:
        return gettext("at the beginning of the game")
    told = gettext("after {phase}") if played.last_seq == seq else gettext("some time after {phase}")
    return told.format(phase=engine.translated(played.title))


def _promises(text: str, game: Game, played: Adjudication) -> list[Claim]:
    """The promise, and the secret of each phase whose dice the report shows: of ``played``, and of those
    before it that were told with it (games.reports.since)."""
    claims = []
    secrets = list(dict.fromkeys(found[1].lower() for found in _SECRET.finditer(text)))
    phases = _phases(game, played, secrets)
    given = {dice.promise_at(game, phase.first_seq) for phase in (played, *phases.values())}
    if found := _PROMISE.search(text):
        promise = dice.promise_at(game, played.first_seq)[0]
        holds = any(found[1].lower() == each for each, _ in given)
        told = gettext("is the one that was given") if holds else gettext("the log has {promise}")
        claims.append(Claim(gettext("promise"), holds, told.format(promise=promise)))
    of_played = any(phase == played for phase in phases.values())
    for number, secret in enumerate(secrets, 1):
        holds = _keeps(game, secret, phases) and (of_played or number < len(secrets))
        told = gettext("keeps the promise") if holds else gettext("is not the one in the log")
        claims.append(Claim(gettext("secret"), holds, told))
    return claims


def _keeps(game: Game, secret: str, phases: Mapping[str, Adjudication]) -> bool:
    """Whether a secret was that of a phase, and what was promised for it."""
    if (phase := phases.get(secret)) is None:
        return False
    promise, since = dice.promise_at(game, phase.first_seq)
    return dice.leads_to(bytes.fromhex(secret), phase.phase - since, promise)


def _phases(game: Game, last: Adjudication, secrets: Sequence[str]) -> dict[str, Adjudication]:
    """The phases, up to the last one, that these secrets were shown after."""
    rows = Event.objects.filter(game=game, type="secret_revealed", seq__lte=last.last_seq)
    events = ((row.seq, engine.decode(row.type, row.version, bytes(row.data))) for row in rows)
    shown = {e.secret: seq for seq, e in events if isinstance(e, engine.SecretRevealed)}
    played = game.adjudications.all()
    return {
        secret: played.get(first_seq__lte=shown[secret], last_seq__gte=shown[secret])
        for secret in secrets
        if secret in shown
    }


def _broken(game: Game) -> str:
    """What is wrong with the log itself, in words."""
    try:
        verification.check_chain(game)
    except verification.Broken as fault:
        told = gettext("The log of {game} is itself not sound: {fault}. The game master should know.")
        return told.format(game=game.label, fault=fault)
    return ""
