"""What becomes of formations without an order: who is struck off, when they are no more, when shields go up
by themselves.

Implements GUI-7.3.1a, GUI-7.3.1b, GUI-7.3.2a.
"""

from __future__ import annotations

from rules.core.choices import Choice
from rules.core.language import english
from rules.core.rejection import Rejection
from rules.events.formation import FormationBroken, FormationThinned, TortoiseTurned
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.battle import Battle, Formation
from rules.state.figure import FigureId, Hex
from rules.tactical import weapons
from rules.tactical.formations.close_order import enemy_hexes, in_place, ranks_of, value
from rules.tactical.formations.forming import no_tortoise
from rules.tactical.instructions.questions import named
from rules.tactical.sight import line_of_fire


def check(journal: Journal, rules: Ruleset) -> None:
    """Strike off those who fell, left or were pushed out of their places; with fewer than three abreast a
    formation is no more, and a tortoise without its second rank lowers its shields (GUI-7.3.1a, GUI-7.3.1b,
    GUI-7.3.2a).

    To be called after everything that changes who stands where."""
    battle = journal.battle
    for formation in list(battle.formations.values()):
        standing = {f for rank in ranks_of(battle, rules, formation) for f in rank}
        lost = tuple(f for f in formation.places if f not in standing)
        if not standing:
            journal.record(FormationBroken(formation=formation.id))
            continue
        if lost:
            journal.record(FormationThinned(formation=formation.id, lost=lost))
        now = battle.formations[formation.id]
        if now.tortoise and len(ranks_of(battle, rules, now)) < value(rules, "tortoise ranks"):
            journal.record(TortoiseTurned(formation=now.id, up=False))


def unasked(journal: Journal, rules: Ruleset, ordered: set[FigureId]) -> None:
    """At the end of the owner's movement step a formation to which no order was given raises its shields if
    two or more enemy archers have a line of fire and nobody is within three hexes of its front
    (GUI-7.3.2a)."""
    for formation in list(journal.battle.formations.values()):
        if formation.side != journal.battle.side or formation.tortoise or ordered & set(formation.places):
            continue
        if no_tortoise(journal.battle, rules, formation) is not None:
            continue
        if under_bows(journal.battle, rules, formation) and _raises_shields(journal, formation):
            journal.record(TortoiseTurned(formation=formation.id, up=True))


def _raises_shields(journal: Journal, formation: Formation) -> bool:
    men = [journal.battle.figures[f] for f in formation.places]
    answer = journal.decide(
        men[0].seat,
        "tortoise",
        formation.id,
        "GUI-7.3.2a",
        question=english(
            "Archers aim at the formation of {men}, and no enemy is near its front.", men=named(men)
        ),
        options=lambda: (
            Choice(formation.id, english("raise the shields: a tortoise")),
            Choice(english("shields down"), english("leave them down")),
        ),
    )
    return answer == formation.id


def under_bows(battle: Battle, rules: Ruleset, formation: Formation) -> bool:
    """Whether two or more enemy archers have a line of fire to a formation and nobody is near its front
    (GUI-7.3.2a)."""
    first = [formation.places[f] for f in ranks_of(battle, rules, formation)[0]]
    near = value(rules, "tortoise near")
    if any(
        battle.board.distance(at, own) <= near and _is_before(battle, formation, own, at)
        for at in enemy_hexes(battle, formation.side)
        for own in first
    ):
        return False
    aiming = 0
    for enemy in battle.active_enemies(formation.side):
        weapon = weapons.weapon_of(battle, rules, enemy)
        if weapon.endswith("_bow"):
            shots = (
                line_of_fire.best_sight(battle, rules, enemy, weapon, f) for f in in_place(battle, formation)
            )
            aiming += any(not isinstance(shot, Rejection) for shot in shots)
    return aiming >= value(rules, "tortoise archers")


def _is_before(battle: Battle, formation: Formation, own: Hex, at: Hex) -> bool:
    """Whether a hex lies towards the front of a man: within 90 degrees of the corner that he looks over."""
    turn = (battle.board.bearing(own, at) - (2 * formation.front.number + 1)) % 12
    return turn <= 3 or turn >= 9
