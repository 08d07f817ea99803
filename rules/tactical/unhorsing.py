"""Parting a rider from his horse against his will (GUI-6.8a, GUI-6.8b, GUI-1.2b)."""

from __future__ import annotations

from rules.core.choices import Choice
from rules.core.language import english
from rules.events.harm import HorseKilled, Unhorsed
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex, HorseId
from rules.tactical import bridle, displacement, ground, wounds
from rules.tactical.questions import ground_at, placed
from rules.tactical.stacking import is_free
from rules.tactical.standing import retreat_goal


def unhorse(journal: Journal, rules: Ruleset, figure_id: FigureId, rule: str) -> None:
    """A rider falls and stands (or lies) next to his horse, which keeps its two hexes (GUI-6.8a, GUI-6.8b).

    Where: on a free hex that he could enter on foot, nearest to the goal of his RETREAT order, else farthest from
    the enemy. If none is free a friend is pushed aside; if that is impossible too he is killed. Nothing happens to
    somebody on foot.
    """
    battle = journal.battle
    figure = battle.figures[figure_id]
    if figure.mount is None:
        return
    bridle.release(journal, figure_id, "GUI-6.8a")
    around = _around(battle, rules, figure)
    free = [at for at in around if is_free(battle, at)]
    if free:
        _part(
            journal,
            figure,
            _landing(journal, rules, figure, free, english("is thrown from his horse: where?")),
            rule,
        )
        return
    closed = frozenset(figure.hexes)
    rooms = [(at, displacement.room_at(battle, rules, at, figure.side, closed)) for at in around]
    cascades = [(room.cost, at, room) for at, room in rooms if room is not None]
    if cascades:
        _, at, cascade = min(cascades)
        displacement.carry_out(journal, rules, cascade, "GUI-6.8a")
        _part(journal, figure, at, rule)
        return
    wounds.kill(journal, rules, figure_id, "GUI-6.8a", english("thrown among enemies on all sides"))


def lay_down(journal: Journal, rules: Ruleset, figure_id: FigureId, rule: str) -> None:
    """Put a rider who is about to die next to his horse (GUI-6.8a). The dead need no room of their own (GUI-4.1a): a
    free hex if there is one, else any hex beside the horse, else that under it."""
    battle = journal.battle
    figure = battle.figures[figure_id]
    around = _around(battle, rules, figure)
    free = [at for at in around if is_free(battle, at)]
    places = free or around or list(figure.hexes)
    _part(
        journal,
        figure,
        _landing(journal, rules, figure, places, english("falls dead from his horse: where?")),
        rule,
    )


def kill_horse(journal: Journal, rules: Ruleset, horse_id: HorseId, rule: str) -> None:
    """A horse dies where it stands and becomes clutter (GUI-6.8b); its rider is thrown first (GUI-6.8a)."""
    horse = journal.battle.horses[horse_id]
    if not horse.alive:
        return
    if horse.ridden_by is not None:
        unhorse(journal, rules, horse.ridden_by, rule)
    journal.record(HorseKilled(horse=horse_id, rule=rule))


def _part(journal: Journal, figure: Character, at: Hex, rule: str) -> None:
    assert figure.mount is not None
    journal.record(Unhorsed(figure=figure.id, horse=figure.mount, hex=at, rule=rule))


def _around(battle: Battle, rules: Ruleset, figure: Character) -> list[Hex]:
    """The hexes next to either half that the rider could enter on foot."""
    walker = ground.on_foot(figure)
    found = dict.fromkeys(
        n
        for at in figure.hexes
        for n in battle.board.neighbours(at)
        if n not in figure.hexes and ground.passable(battle, rules, walker, at, n)
    )
    return list(found)


def _landing(journal: Journal, rules: Ruleset, figure: Character, places: list[Hex], question: str) -> Hex:
    """Where a rider comes down: his owner puts him there (GUI-6.8a). If he is not asked his RETREAT order counts, which
    is no news to anybody and not told."""
    battle = journal.battle
    sorted_places = _best_first(battle, figure, places, retreat_goal(battle, rules, figure))
    return journal.decide(
        figure.seat,
        "retreat",
        sorted_places[0],
        "GUI-6.8a",
        question=f"{placed(figure)} {question}",
        options=lambda: [
            Choice(at, english("in {place}", place=ground_at(battle, at))) for at in sorted_places
        ],
        figure=figure.id,
        told=False,
    )


def _best_first(battle: Battle, figure: Character, places: list[Hex], goal: Hex | None) -> list[Hex]:
    board = battle.board
    enemies = [at for enemy in battle.active_enemies(figure.side) for at in enemy.hexes]

    def preference(at: Hex) -> tuple[int, int, str]:
        to_goal = board.distance(at, goal) if goal is not None and goal in board else 0
        to_enemy = min((board.distance(at, e) for e in enemies), default=0)
        return (to_goal, -to_enemy, at)

    return sorted(places, key=preference)
