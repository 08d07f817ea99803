"""What may come of a shot or a fight, exactly: every face of its dice is played through the
resolution itself.

Nothing is estimated and no formula is written twice. A die that a result asks for in its turn (for the rope
on which somebody is driven) is played through as well; the tests of one who gives ground are not counted.
Whoever asks passes the battle as his seat sees it; choices of others then fall as the book says without an
order (GUI-5.4, GUI-6, GUI-7.2.3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from rules.core.dice import DiceExhausted, ScriptedDice
from rules.core.language import english
from rules.core.modifier import Modifier
from rules.events.base import Event
from rules.events.combat import RetreatBlocked, Retreated
from rules.events.movement import AllowanceCut
from rules.events.umpire import DecisionMade
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, Hex, Horse
from rules.tactical.fighting import combat
from rules.tactical.fighting.odds import Assessment
from rules.tactical.harm import infiltration
from rules.tactical.shooting import missile, shot
from rules.tactical.shooting.shot import FACES, Faces, Who, WorkedShot
from rules.tactical.sight.line_of_fire import Sight

UNHURT = "unhurt"


class Result(NamedTuple):
    """What some faces of a die bring: what befalls whom, in words, and the letter. ``chosen``: somebody's
    owner picks who of several takes it, and this is whom he picks if he has said nothing. ``part``: how
    often, where a further die decides."""

    faces: Faces
    letter: str
    befallen: dict[Who, str]
    chosen: Who = ""
    part: Fraction = Fraction(1)

    @property
    def share(self) -> Fraction:
        return self.part * Fraction(len(self.faces), len(FACES))


class Impact(NamedTuple):
    """A hex in which a missile may fall, by which faces of the impact die ("" is lost), who is hit there,
    what covers him, what changes the damage die and the column, and its results."""

    hex: Hex
    faces: Faces
    victim: Who = ""
    cover: str = ""
    cover_why: tuple[Modifier, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    shifts: tuple[Modifier, ...] = ()
    table: str = ""
    results: tuple[Result, ...] = ()

    @property
    def share(self) -> Fraction:
        return Fraction(len(self.faces), len(FACES))


class ShotOutlook(NamedTuple):
    """All that may come of a shot. ``modifiers`` are those of the impact die; there is none at
    point blank."""

    sight: Sight
    point_blank: bool
    modifiers: tuple[Modifier, ...]
    impacts: tuple[Impact, ...]

    @property
    def chances(self) -> dict[Who, dict[str, Fraction]]:
        """For each who can be hit, what may befall him, "unhurt" included: together 1."""
        found: dict[Who, dict[str, Fraction]] = {}
        for impact in self.impacts:
            if impact.victim:
                mine = found.setdefault(impact.victim, {})
                for result in impact.results:
                    words = result.befallen.get(impact.victim, "")
                    mine[words] = mine.get(words, Fraction(0)) + impact.share * result.share
        return {who: _completed(mine) for who, mine in found.items()}


def of_shot(
    battle: Battle,
    rules: Ruleset,
    shooter: Character,
    weapon: str,
    sight: Sight,
    mode: str = missile.OFFENSIVE,
) -> ShotOutlook:
    """What may come of a shot that can be made (GUI-5.4a). ``mode``: offensive or defensive."""
    found = shot.along(battle, rules, shooter, weapon, sight, mode)
    impacts = (_impact(battle, rules, found, at, faces) for at, faces in found.falls.items())
    return ShotOutlook(sight, found.point_blank, found.modifiers, tuple(impacts))


def of_fight(battle: Battle, rules: Ruleset, found: Assessment) -> tuple[Result, ...]:
    """What may come of a combat, by the letters of its column (GUI-6c). Whether somebody refuses it or
    follows up is left out of account."""
    concerned = (*found.attackers, *found.defenders)
    grouped = _grouped(found.letters)
    return tuple(
        result
        for letter, faces in grouped.items()
        for result in _played(
            battle,
            concerned,
            letter,
            faces,
            faces[:1],
            lambda j: combat.fight(j, rules, found, followed_up=False),
        )
    )


def chances_of(results: Iterable[Result]) -> dict[str, Fraction]:
    """The shares of results that come to the same for everybody, by all that befalls them as "who: words"."""
    found: dict[str, Fraction] = {}
    for result in results:
        key = "; ".join(f"{who}: {words}" for who, words in result.befallen.items())
        found[key] = found.get(key, Fraction(0)) + result.share
    return found


def befallen(
    before: Battle, after: Battle, events: Sequence[Event], concerned: Iterable[Who]
) -> dict[Who, str]:
    """What has come over people and loose horses, in words; those to whom nothing happened are left out."""
    driven = {e.figure for e in events if isinstance(e, Retreated)}
    slowed = {e.figure for e in events if isinstance(e, AllowanceCut)}
    blocked = {e.figure for e in events if isinstance(e, RetreatBlocked)}
    told: dict[Who, str] = {}
    for who in concerned:
        figure = before.figures.get(who)
        if figure is None:
            words = _of_horse(before.horses[who], after.horses[who])
        elif who in driven:
            words = english("driven back")
        else:
            words = _of_figure(figure, after, who in slowed, who in blocked)
            words = words or (english("pikes broken") if _pikes_broken(before, after, who) else "")
        if words:
            told[who] = words
    return told


def _pikes_broken(before: Battle, after: Battle, who: Who) -> bool:
    """Whether the pikes before somebody in formation were whole and are not (GUI-7.3.1c)."""
    return any(
        who in then.opened and who not in (now.opened if (now := before.formations.get(name)) else {})
        for name, then in after.formations.items()
    )


def _of_figure(was: Character, after: Battle, slowed: bool, blocked: bool) -> str:
    now = after.figures[was.id]
    words = []
    if now.dead:
        words = ["killed"]
    elif now.health is not was.health:
        words = [now.health.value]
    if was.mounted and now.living and not now.mounted:
        words.append("thrown")
    if was.mount is not None and not after.horses[was.mount].alive:
        words.append(english("his horse killed"))
    if blocked and words:
        words[0] = english("hemmed in and {word}", word=words[0])
    return " and ".join(words) or ("slowed" if slowed else "")


def _of_horse(was: Horse, now: Horse) -> str:
    if was.alive and not now.alive:
        return "killed"
    return english("gives way") if was.hexes != now.hexes else ""


def _impact(battle: Battle, rules: Ruleset, found: WorkedShot, at: Hex, faces: Faces) -> Impact:
    strike = found.strikes.get(at)
    if strike is None or strike.stopped is not None:
        return Impact(at, faces)
    thrown = () if found.point_blank else faces[:1]
    results = tuple(
        result
        for die in strike.die.letters
        for result in _played(
            battle,
            (strike.victim,),
            die.letter,
            die.faces,
            (*thrown, die.faces[0]),
            lambda journal: missile.carry_out(journal, rules, found),
        )
    )
    return Impact(
        at,
        faces,
        strike.victim,
        strike.cover,
        strike.cover_why,
        strike.modifiers,
        strike.shifts,
        strike.table,
        results,
    )


def _grouped(letters: Sequence[str]) -> dict[str, Faces]:
    """The faces of the die by their letter."""
    found: dict[str, Faces] = {}
    for face, letter in zip(FACES, letters, strict=True):
        found[letter] = (*found.get(letter, ()), face)
    return found


def _completed(chances: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """What befalls somebody (nothing: no words), with all that is left as unhurt behind the rest."""
    found = {words: share for words, share in chances.items() if words}
    rest = 1 - sum(found.values(), Fraction(0))
    return found | {UNHURT: rest} if rest else found


# The tests of those who give ground are no part of the question: whoever might test them throws what does
# nothing, so that ways are chosen as in play, for fear of them.
_NO_HARM = {infiltration.DIE: -99}


def _played(
    battle: Battle,
    concerned: Iterable[Who],
    letter: str,
    faces: Faces,
    thrown: Faces,
    act: Callable[[Journal], object],
    part: Fraction = Fraction(1),
) -> tuple[Result, ...]:
    """One play with the faces thrown, nobody being asked anything; where they do not last, one for each face
    of the next die, those that come to the same together."""
    journal = Journal(battle, ScriptedDice(thrown, named=_NO_HARM))
    journal.battle.asked = {}
    try:
        act(journal)
    except DiceExhausted:
        further = part / len(FACES)
        found = [
            result
            for face in FACES
            for result in _played(battle, concerned, letter, faces, (*thrown, face), act, further)
        ]
        return _together(found)
    choices = (e.figure for e in journal.events if isinstance(e, DecisionMade) and e.about == "wound")
    told = befallen(battle, journal.battle, journal.events, concerned)
    return (Result(faces, letter, told, next(choices, ""), part),)


def _together(results: Iterable[Result]) -> tuple[Result, ...]:
    """Results that befall everybody alike as one."""
    found: dict[tuple[object, ...], Result] = {}
    for result in results:
        same = (*sorted(result.befallen.items()), result.chosen)
        known = found.get(same)
        found[same] = result if known is None else known._replace(part=known.part + result.part)
    return tuple(found.values())
