"""Enemies as people describe them: "the wounded archer on the south wall", "the javelin man next to Ivo"."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.core.language import english
from rules.orders.groups import SPELT
from rules.orders.lexicon import PEOPLE, Found, Lexicon, Role
from rules.orders.text import Token
from rules.orders.trouble import Code, Trouble, listed
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.tactical.deploying.deployment import is_of_kind

_ENEMY = frozenset({Role.ENEMY})
_BEFORE = ("the", "that", "their", "this", "enemy", "a", "an")
_STATES = ("wounded", "stunned", "unhurt", "healthy", "hurt", "mounted", "unhorsed", "dismounted")
_ANYONE = ("man", "guy", "fellow", "chap", "bloke", "one")
_NEXT_TO = ("next to", "beside", "adjacent to", "near", "by", "in front of", "facing")
_IN = ("in", "at", "on")
_WALLS = ("wall", "walls", "stockade", "palisade", "platform", "rampart", "tower")
_SIDES = ("the", "north", "south", "east", "west", "northern", "southern", "eastern", "western", "a", "hex")


class Described(msgspec.Struct, frozen=True):
    """Who is meant, over how many words."""

    id: str
    length: int


def described(
    battle: Battle, lexicon: Lexicon, words: Sequence[Token], at: int
) -> Described | Trouble | None:
    """The one enemy whom the words at this place describe; whom they could mean, where several fit; None
    where nobody is described."""
    begin = at
    at, states = _while(words, at, _BEFORE), []
    while at < len(words) and words[at].plain in _STATES:
        states.append(words[at].plain)
        at += 1
    kind, length = _kind(words, at)
    anyone = at < len(words) and words[at].plain in _ANYONE
    if not length and not anyone:
        return None
    if begin == at and not states:
        return None  # "archers" alone: one's own
    at += length or 1
    named = lexicon.find(words[at : at + 6], _ENEMY) if at < len(words) else None
    if isinstance(named, Found) and not named.note and lexicon.role[named.id] is Role.ENEMY:
        return Described(named.id, at + named.length - begin)
    men = [
        figure for figure in battle.figures.values()
        if lexicon.role.get(figure.id) is Role.ENEMY and figure.living and _fits(battle, figure, kind, states)
    ]  # fmt: skip
    plain = at
    men, at = _placed(battle, lexicon, men, words, at)
    if not length and not states and at == plain:
        return None
    if len(men) == 1:
        return Described(men[0].id, at - begin)
    said = " ".join(word.text for word in words[begin:at])
    names = tuple(lexicon[man.id] for man in men)
    if men:
        message = english("{word} could be {candidates}", word=said, candidates=listed(names[:8]))
        return Trouble(Code.WHICH_NAME, message, words[begin].position, "", names)
    return Trouble(Code.NAME, english("no enemy fits: {words}", words=said), words[begin].position)


def _while(words: Sequence[Token], at: int, known: Sequence[str]) -> int:
    while at < len(words) and words[at].plain in known:
        at += 1
    return at


def _kind(words: Sequence[Token], at: int) -> tuple[str, int]:
    for length in (2, 1):
        said = " ".join(word.plain for word in words[at : at + length])
        if said in SPELT and len(words) >= at + length:
            return SPELT[said], length
    return "", 0


def _fits(battle: Battle, man: Character, kind: str, states: Sequence[str]) -> bool:
    if kind and not (man.kind == kind or is_of_kind(battle, man, kind)):
        return False
    tests = {
        "wounded": man.wounded, "hurt": man.wounded, "stunned": man.stunned, "mounted": man.mounted,
        "unhurt": not man.wounded and not man.stunned, "healthy": not man.wounded and not man.stunned,
        "unhorsed": man.rider and not man.mounted, "dismounted": man.rider and not man.mounted,
    }  # fmt: skip
    return all(tests[state] for state in states)


def _placed(
    battle: Battle, lexicon: Lexicon, men: list[Character], words: Sequence[Token], at: int
) -> tuple[list[Character], int]:
    """Those of them who are where the words say; where the board knows no such place all are."""
    while at < len(words):
        if words[at].plain in ("on", "standing") and at + 1 < len(words) and words[at + 1].plain == "foot":
            men, at = [man for man in men if not man.mounted], at + 2
            continue
        behind = next((at + len(near.split()) for near in _NEXT_TO if _stands(words, at, near)), 0)
        whom = lexicon.find(words[behind : behind + 6], PEOPLE) if behind and behind < len(words) else None
        if isinstance(whom, Found):
            there = battle.figures[whom.id].hexes
            men = [m for m in men if m.id != whom.id and _adjacent(battle, m.hexes, there)]
            at = behind + whom.length
            continue
        place = _while(words, at + 1, _SIDES) if words[at].plain in _IN else 0
        if place and place < len(words):
            if words[place].kind == "hex":
                men = [m for m in men if words[place].plain in m.hexes]
                at = place + 1
                continue
            if words[place].plain in _WALLS:
                up = [m for m in men if m.storey > 0]
                men, at = (up or men), place + 1
                continue
        break
    return men, at


def _stands(words: Sequence[Token], at: int, phrase: str) -> bool:
    parts = phrase.split()
    return [word.plain for word in words[at : at + len(parts)]] == parts


def _adjacent(battle: Battle, some: Sequence[str], others: Sequence[str]) -> bool:
    return any(battle.board.adjacent(a, b) for a in some for b in others)
