"""Where a rider comes down who leaves the saddle against his will (GUI-6.8a)."""

from __future__ import annotations

from rules.core.choices import Choice
from rules.core.language import english
from rules.events.harm import Unhorsed
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex, HorseId
from rules.tactical.instructions.questions import ground_at, placed
from rules.tactical.instructions.standing import retreat_goal
from rules.tactical.ways import ground, loose_horses
from rules.tactical.ways.stacking import is_free


def lay_down(journal: Journal, rules: Ruleset, figure_id: FigureId, rule: str) -> None:
    """Put a rider who is about to die next to his horse (GUI-6.8a). The dead need no room of their own
    (GUI-4.1a): a free hex if there is one, else any hex beside the horse, else that under it."""
    battle = journal.battle
    figure = battle.figures[figure_id]
    beside = around(battle, rules, figure)
    free = [at for at in beside if is_free(battle, at)]
    places = free or beside or list(figure.hexes)
    part(
        journal,
        figure,
        place(journal, rules, figure, places, english("falls dead from his horse: where?")),
        rule,
    )


def part(journal: Journal, figure: Character, at: Hex, rule: str) -> None:
    """He stands or lies in a hex beside the horse that has lost him."""
    assert figure.mount is not None
    journal.record(Unhorsed(figure=figure.id, horse=figure.mount, hex=at, rule=rule))


def let_horse_go(journal: Journal, rules: Ruleset, horse_id: HorseId | None) -> None:
    """The way of a rider is over, be it a move, a retreat or an advance: if he fell while he rode past
    somebody his horse does not stay in that hex (GUI-4.1a, RUL-418). Nothing happens to a horse that still
    bears him, or to a man on foot."""
    if horse_id is not None:
        for event in loose_horses.shy_away(journal.battle, rules, journal.battle.horses[horse_id]):
            journal.record(event)


def around(battle: Battle, rules: Ruleset, figure: Character) -> list[Hex]:
    """The hexes next to either half that the rider could enter on foot."""
    walker = ground.on_foot(figure)
    found = dict.fromkeys(
        n
        for at in figure.hexes
        for n in battle.board.neighbours(at)
        if n not in figure.hexes and ground.passable(battle, rules, walker, at, n)
    )
    return list(found)


def place(journal: Journal, rules: Ruleset, figure: Character, places: list[Hex], question: str) -> Hex:
    """Where a rider comes down: his owner puts him there (GUI-6.8a). If he is not asked his RETREAT order
    counts, which is no news to anybody and not told."""
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
