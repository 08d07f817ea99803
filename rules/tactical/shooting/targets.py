"""Whom to shoot at: the exact odds of a shot, and the choice among targets that an order describes.

Counts what shot.py has worked out for play (GUI-5.4a, GUI-5.4.1a, GUI-5.4.3a, GUI-5.4b); rolls nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rules.core.language import english
from rules.core.rejection import Rejection
from rules.orders.records import Pick
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex, Horse, HorseId
from rules.tactical.harm.wounds import comes_to
from rules.tactical.instructions.picking import qualifies
from rules.tactical.shooting import shot
from rules.tactical.shooting.damage import Effect, can_be_slowed, people_in
from rules.tactical.shooting.shot import DEFENSIVE, FACES, OFFENSIVE, WorkedShot
from rules.tactical.sight.cover import grade
from rules.tactical.sight.line_of_fire import Sight, sights
from rules.tactical.weapons import BANDS, weapon_data, weapon_of

NO_HARM = "-"


class Odds(msgspec.Struct, frozen=True):
    """What a shot may do to its target, in percent; every figure is exact, because two ten-sided dice decide.

    ``on_target``: it falls where the target stands (either half of a rider). ``letters``: each letter on the
    target, "-" included, together on_target. ``results``: killed, wounded, "horse killed", "driven back"
    (offensive), "slowed" (defensive), "wounded and horse killed" and the like; what they lack to on_target
    does no harm. ``endangered``: who of the shooter's friends is hurt or driven back instead, and how often;
    ``friends``: all of that together. ``worth``: for comparing shots, by the table missile-worth."""

    sight: Sight
    on_target: int
    letters: dict[str, int]
    results: dict[str, int]
    endangered: dict[FigureId | HorseId, int]
    worth: int

    @property
    def friends(self) -> int:
        return sum(self.endangered.values())


def odds(
    battle: Battle,
    rules: Ruleset,
    shooter_id: FigureId,
    target_id: FigureId | HorseId,
    aim: Hex,
    weapon: str,
    mode: str = "offensive",
) -> Odds | Rejection:
    """The exact chances of a shot as things stand, or why it cannot be made for want of a line or range."""
    found = shot.work_out(battle, rules, battle.figures[shooter_id], weapon, target_id, aim, mode)
    return found if isinstance(found, Rejection) else odds_of(battle, rules, found)


def odds_of(battle: Battle, rules: Ruleset, found: WorkedShot) -> Odds:
    """The exact chances of a shot that has been worked out."""
    letters: dict[str, int] = {}
    results: dict[str, int] = {}
    endangered: dict[FigureId | HorseId, int] = {}
    on_target = worth = 0
    table = rules.tables["missile-worth"]
    for at, faces in found.falls.items():
        strike = found.strikes.get(at)
        if strike is None:
            continue
        share = len(faces)
        victim = battle.figures.get(strike.victim) or battle.horses[strike.victim]
        aimed_at = strike.victim == found.sight.target
        on_friend = not aimed_at and not battle.hostile(found.shooter.side, victim.side)
        if on_friend:
            harmed = share * sum(len(die.faces) for die in strike.die.letters if die.letter != NO_HARM)
            if harmed:
                endangered[strike.victim] = endangered.get(strike.victim, 0) + harmed
        elif aimed_at:
            on_target += share * len(FACES)
            if strike.stopped is not None:
                letters[NO_HARM] = letters.get(NO_HARM, 0) + share * len(FACES)
        for die in strike.die.letters:
            count = share * len(die.faces)
            outcome = _outcome(battle, victim, die.effect, found.mode)
            value = count * sum(table.number(word, "worth") for word in outcome)
            worth += table.number("friend hurt", "worth") * value if on_friend else value
            if aimed_at:
                letters[die.letter] = letters.get(die.letter, 0) + count
                if outcome:
                    said = " and ".join(outcome)
                    results[said] = results.get(said, 0) + count
    return Odds(found.sight, on_target, letters, results, endangered, worth)


def friends_in_danger(battle: Battle, found: WorkedShot) -> list[Character]:
    """Everybody who is no enemy of the shooter's, and where a shot could fall: in a hex that some face of the
    impact die leads to, that aimed at among them, up on a ladder too (GUI-5.4.1a, GUI-5.4.1c, RUL-1012).
    Whoever stands in the line either stops the shot or is passed over (GUI-5.5.3), so nobody else is in
    danger (RUL-524)."""
    there = {f.id: f for at in dict.fromkeys(found.hexes) if at for f in people_in(battle, at)}
    shooter = found.shooter
    return [f for f in there.values() if not battle.hostile(shooter.side, f.side) and f.id != shooter.id]


def _outcome(battle: Battle, victim: Character | Horse, effect: Effect, mode: str) -> tuple[str, ...]:
    """What becomes of a victim in his present state (GUI-5.4.4e); a retreat is taken to succeed."""
    if isinstance(victim, Horse):
        return (
            (english("horse killed"),)
            if effect.horse_killed
            else (english("driven back"),)
            if effect.retreat
            else ()
        )
    words: list[str] = []
    driven = effect.retreat > 0 and mode == OFFENSIVE
    harm = comes_to(victim, "retreat" if driven and effect.harm == "none" else effect.harm)
    if harm in ("killed", "wounded"):
        words.append(harm)
    elif harm == "retreat":
        words.append(english("driven back"))
    elif effect.less and mode == DEFENSIVE and can_be_slowed(battle, victim):
        words.append("slowed")
    if effect.horse_killed:
        words.append(english("horse killed"))
    return tuple(words)


def choose_target(
    battle: Battle, rules: Ruleset, shooter: Character, pick: Pick, weapon: str = "", half: str = ""
) -> tuple[FigureId | HorseId, Hex, Sight] | Rejection:
    """The target that an order means, the hex to aim at and the shot, or why there is none.

    Names without a way of choosing are tried in order. nearest and first: the nearest; weakest: the lowest
    defence; best and anyone: the shot worth most (see missile-worth). Ties: nearest, then the order of the
    muster. Riderless horses are shot at only if named or asked for by kind. ``half``: front or rear of a
    rider; else the one with less cover, then the nearer (GUI-5.4b). ``weapon``: its id, or "" for the
    shooter's own.
    """
    found = _choose(battle, rules, shooter, pick, weapon or weapon_of(battle, rules, shooter), half)
    if isinstance(found, Rejection):
        return found
    sight, _ = found
    return sight.target, sight.aim, sight


def odds_of_choice(
    battle: Battle, rules: Ruleset, shooter: Character, pick: Pick, weapon: str, half: str = ""
) -> Odds | Rejection:
    """The exact chances of the shot at the target that an order means, or why there is none."""
    found = _choose(battle, rules, shooter, pick, weapon, half)
    if isinstance(found, Rejection):
        return found
    sight, weighed = found
    return weighed or odds_of(battle, rules, shot.along(battle, rules, shooter, weapon, sight))


def _choose(
    battle: Battle, rules: Ruleset, shooter: Character, pick: Pick, used: str, half: str
) -> tuple[Sight, Odds | None] | Rejection:
    """The shot that an order means, with its odds where it was chosen for them."""
    if not used:
        return Rejection("GUI-5b", english("{shooter} has no missile weapon", shooter=shooter.name))
    possible: list[tuple[Character | Horse, Sight]] = []
    refusals: list[Rejection] = []
    for target in _candidates(battle, pick, shooter):
        sight = _sight_for(battle, rules, shooter, used, target, pick, half)
        if isinstance(sight, Rejection):
            refusals.append(sight)
        else:
            possible.append((target, sight))
    if not possible:
        return _nobody(pick, refusals)
    if pick.names and pick.how in ("", "first"):
        return possible[0][1], None
    if pick.how in ("nearest", "first"):
        return min((sight for _, sight in possible), key=lambda sight: sight.distance), None
    if pick.how == "weakest":
        return min(possible, key=lambda p: (_defence(p[0]), p[1].distance))[1], None
    worked = (shot.along(battle, rules, shooter, used, sight) for _, sight in possible)
    weighed = [odds_of(battle, rules, found) for found in worked]
    best = min(weighed, key=lambda odds: (-odds.worth, odds.sight.distance))
    return best.sight, best


def _defence(target: Character | Horse) -> int:
    return target.values.defence if isinstance(target, Character) else 0


def best_target(
    battle: Battle, rules: Ruleset, shooter: Character, mode: str = "offensive", weapon: str = ""
) -> Odds | None:
    """The shot worth most among all enemies in sight, with its odds; None if there is none to shoot at."""
    return best_of(every_shot(battle, rules, shooter, mode, weapon))


def best_of(shots: Iterable[Odds]) -> Odds | None:
    """The one worth most, of those the nearest."""
    return max(shots, key=lambda o: (o.worth, -o.sight.distance), default=None)


def every_shot(
    battle: Battle, rules: Ruleset, shooter: Character, mode: str = "offensive", weapon: str = ""
) -> list[Odds]:
    """The shot at each enemy who can be shot at, in the order of the muster. For those out of reach nothing
    is worked out: most are, and each shooter looks at all."""
    used = weapon or weapon_of(battle, rules, shooter)
    found = []
    for target in _candidates(battle, Pick(how="best"), shooter) if used else ():
        if not _is_in_reach(battle, rules, shooter, used, target):
            continue
        sight = sights(battle, rules, shooter, used, target.id)[0]
        if isinstance(sight, Sight):
            found.append(odds_of(battle, rules, shot.along(battle, rules, shooter, used, sight, mode)))
    return found


def _is_in_reach(
    battle: Battle, rules: Ruleset, shooter: Character, weapon: str, target: Character | Horse
) -> bool:
    start, reach = shooter.hex, weapon_data(rules.tables, weapon).reach[-1]
    return start is not None and any(battle.board.distance(start, at) <= reach for at in target.hexes)


def _candidates(battle: Battle, pick: Pick, shooter: Character) -> Iterable[Character | Horse]:
    if pick.names:
        known = (battle.figures.get(name) or battle.horses.get(name) for name in pick.names)
        for target in known:
            if isinstance(target, Horse) or (target is not None and qualifies(battle, pick, shooter, target)):
                yield target
        return
    hostile = battle.enemies_of(shooter.side)
    if "horse" in pick.kinds:
        for horse in battle.horses.values():
            if horse.loose and horse.side in hostile and _fits(battle, pick, shooter, horse):
                yield horse
        return
    for figure in battle.figures.values():
        if figure.side in hostile and figure.living and qualifies(battle, pick, shooter, figure):
            yield figure


def _fits(battle: Battle, pick: Pick, shooter: Character, horse: Horse) -> bool:
    if pick.hexes and not any(battle.board.lies_in(at, pick.hexes) for at in horse.hexes):
        return False
    assert shooter.hex is not None
    return not pick.within or min(battle.board.distance(shooter.hex, at) for at in horse.hexes) <= pick.within


def _sight_for(
    battle: Battle,
    rules: Ruleset,
    shooter: Character,
    weapon: str,
    target: Character | Horse,
    pick: Pick,
    half: str,
) -> Sight | Rejection:
    """The better half of a target that is within the band and cover asked for."""
    refused: Rejection | None = None
    for sight in sights(battle, rules, shooter, weapon, target.id, half):
        if isinstance(sight, Rejection):
            refused = refused or sight
        elif pick.band and BANDS.index(sight.band) > BANDS.index(pick.band):
            why = english(
                "{target} is at {band} range, farther than {farthest}",
                target=target.name,
                band=sight.band,
                farthest=pick.band,
            )
            refused = Rejection("GUI-5.4a", why)
        elif pick.cover and grade(sight.cover) > grade(pick.cover):
            refused = Rejection(
                "GUI-5.5.2",
                english(
                    "{target} has {cover} cover, more than {most}",
                    target=target.name,
                    cover=sight.cover,
                    most=pick.cover,
                ),
            )
        else:
            return sight
    assert refused is not None
    return refused


def _nobody(pick: Pick, refusals: list[Rejection]) -> Rejection:
    if len(refusals) == 1:
        return refusals[0]
    if pick.names and refusals:
        return Rejection(refusals[0].rule, "; ".join(r.why for r in refusals))
    if refusals:
        return Rejection(
            refusals[0].rule,
            english("none of {count} can be shot at: {why}", count=len(refusals), why=refusals[0].why),
        )
    return Rejection("GUI-5.5.1a", english("nobody answers that description"))
