"""Hoplites in close order: who stands in which rank, from which side an attack comes, and what that changes.

The men of a formation stand in straight rows of adjacent hexes. Such a row looks over corners of the hexes,
so each man has two hexes before him, two behind him, one at his left (shield) side and one at his right.
Implements GUI-7.3.1a, GUI-7.3.1c to GUI-7.3.1g, GUI-7.3.2b, GUI-7.3.3a, GUI-7.3.3b; forming.py, marching.py
and keeping.py hold what they do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from rules.core.facing import Facing
from rules.core.language import english
from rules.core.modifier import Modifier
from rules.core.rejection import Rejection
from rules.events.formation import PikesBroken
from rules.journal import Journal
from rules.ruleset import Extension, Fight, Result, Ruleset, Turned
from rules.state.battle import Battle, Formation
from rules.state.board import Board
from rules.state.figure import Character, FigureId, Hex
from rules.tactical.harm import wounds
from rules.tactical.instructions.standing import who_takes_it
from rules.tactical.retreating import retreat

FRONT, RIGHT, REAR, LEFT = "front", "right", "rear", "left"
# The side of a neighbouring hex by its direction, counted clockwise from the first of the two before the man.
SIDES = (FRONT, FRONT, RIGHT, REAR, REAR, LEFT)
MOST_RANKS = 3

Ranks = tuple[tuple[FigureId, ...], ...]


# who stands where


def arranged(board: Board, rules: Ruleset, places: Mapping[FigureId, Hex], front: Facing) -> Ranks:
    """The ranks that men in these hexes make when they look that way, the front one first, each from left to
    right; empty for no formation (GUI-7.3.1a, RUL-731).

    A rank is an unbroken row of three or more, and each behind the first stands in the hexes behind
    the one before."""
    there = {at: figure for figure, at in places.items()}
    found: list[list[list[Hex]]] = []
    for run in _runs(board, rules, sorted(there), front.turned(2)):
        ranks = [run]
        while len(ranks) < MOST_RANKS:
            behind = [at for at in _behind(board, ranks[-1], front) if at in there]
            rows = sorted(_runs(board, rules, behind, front.turned(2)), key=len)
            if not rows:
                break
            ranks.append(rows[-1])
        found.append(ranks)
    best = max(found, key=lambda ranks: sum(map(len, ranks)), default=[])
    return tuple(tuple(there[at] for at in rank) for rank in best)


def _runs(board: Board, rules: Ruleset, hexes: list[Hex], right: Facing) -> Iterator[list[Hex]]:
    """The unbroken rows of three or more among some hexes, each from left to right."""
    for start in hexes:
        if board.neighbour(start, right.opposite) in hexes:
            continue
        run = [start]
        while (onward := board.neighbour(run[-1], right)) in hexes and onward is not None:
            run.append(onward)
        if len(run) >= value(rules, "abreast"):
            yield run


def _behind(board: Board, rank: list[Hex], front: Facing) -> list[Hex]:
    found = [board.neighbour(at, front.turned(turn)) for at in rank for turn in (4, 3)]
    return list(dict.fromkeys(at for at in found if at is not None))


def value(rules: Ruleset, what: str) -> int:
    return rules.tables["formation"].number(what, "value")


def in_place(battle: Battle, formation: Formation) -> dict[FigureId, Hex]:
    """Those who stand where they belong and can hold a pike (GUI-7.3.1b)."""
    return {
        f: at
        for f, at in formation.places.items()
        if (man := battle.figures[f]).active and man.hex == at and not man.mounted
    }


def ranks_of(battle: Battle, rules: Ruleset, formation: Formation) -> Ranks:
    """The ranks as they stand now."""
    return arranged(battle.board, rules, in_place(battle, formation), formation.front)


def formation_of(battle: Battle, rules: Ruleset, figure: FigureId) -> Formation | None:
    """The formation in which somebody stands now; None for none."""
    for formation in battle.formations.values():
        if figure in formation.places and any(figure in rank for rank in ranks_of(battle, rules, formation)):
            return formation
    return None


def before(battle: Battle, formation: Formation, at: Hex) -> tuple[Hex, ...]:
    """The two hexes before a man in a hex, into which the pikes point."""
    found = (battle.board.neighbour(at, formation.front.turned(turn)) for turn in (0, 1))
    return tuple(h for h in found if h is not None)


def pikes_stand(battle: Battle, rules: Ruleset, formation: Formation, figure: FigureId) -> bool:
    """Whether a man of the front rank still has his pikes before him (GUI-7.3.1c)."""
    ranks = ranks_of(battle, rules, formation)
    return bool(ranks) and figure in ranks[0] and figure not in formation.opened


def depth(battle: Battle, rules: Ruleset, formation: Formation, figure: FigureId) -> int:
    """How many ranks stand at a man's place, his own and those behind (RUL-732)."""
    ranks = ranks_of(battle, rules, formation)
    number = next((i for i, rank in enumerate(ranks) if figure in rank), len(ranks))
    return len(ranks) - number


# sides


def side_attacked(
    battle: Battle, rules: Ruleset, fight: Fight
) -> tuple[str, Formation | None, FigureId] | None:
    """The side of a combat against men in formation: of all ways in which the attackers touch the defenders
    the one least favourable to the hoplites, taken once (GUI-7.3.1f, RUL-733); None if nobody in formation
    defends. The side is "" where somebody outside of any formation defends with them and nothing is worse."""
    found: list[tuple[int, str, Formation | None, FigureId]] = []
    members = False
    for defender in fight.defenders:
        formation = formation_of(battle, rules, defender.id)
        members = members or formation is not None
        if formation is None:
            found.append((0, "", formation, defender.id))
            continue
        for attacker in fight.attackers:
            for own, at in product(attacker.hexes, defender.hexes):
                towards = battle.board.facing(at, own)
                if towards is not None:
                    side = SIDES[(towards.number - formation.front.number) % 6]
                    found.append(
                        (_shift(battle, rules, formation, defender, side), side, formation, defender.id)
                    )
    if not members:
        return None
    _, side, worst, who = max(found, key=lambda f: f[0])
    return side, worst, who


def _shift(battle: Battle, rules: Ruleset, formation: Formation, defender: Character, side: str) -> int:
    if side != FRONT:
        return value(rules, side)
    return rules.tables["formation-depth"].number(depth(battle, rules, formation, defender.id), "defence")


# at the seams


def defence_shift(battle: Battle, rules: Ruleset, fight: Fight) -> Modifier | None:
    """To the left by the depth for an attack on the front, to the right for one from the right or behind
    (GUI-7.3.1d, GUI-7.3.1f)."""
    attacked = side_attacked(battle, rules, fight)
    if attacked is None or attacked[1] is None:
        return None
    side, formation, who = attacked
    assert formation is not None
    shift = _shift(battle, rules, formation, battle.figures[who], side)
    if not shift:
        return None
    if side == FRONT:
        return Modifier(
            shift, "GUI-7.3.1d", english("against the front of a formation {deep}", deep=_deep(-shift))
        )
    words = (
        english("from behind on a formation")
        if side == REAR
        else english("from the {side} on a formation", side=side)
    )
    return Modifier(shift, "GUI-7.3.1f", words)


def _deep(ranks: int) -> str:
    return english("one rank deep") if ranks == 1 else english("{ranks} ranks deep", ranks=ranks)


def _attacking(battle: Battle, rules: Ruleset, fight: Fight) -> Formation | None:
    """The formation that attacks as such: all attackers belong to it (GUI-7.3.1e)."""
    if not battle.formations:
        return None
    found = [formation_of(battle, rules, a.id) for a in fight.attackers]
    first = found[0]
    return first if first is not None and all(f is not None and f.id == first.id for f in found) else None


def attack_shift(battle: Battle, rules: Ruleset, fight: Fight) -> Modifier | None:
    """To the right by the depth where a formation attacks to its front with pikes unbroken
    (GUI-7.3.1e, RUL-734)."""
    formation = _attacking(battle, rules, fight)
    if formation is None:
        return None
    targets = [battle.horses[fight.horse].hexes] if fight.horse else [d.hexes for d in fight.defenders]
    for attacker in fight.attackers:
        reached = before(battle, formation, attacker.hex or "")
        if attacker.id in formation.opened or not all(set(reached) & set(hexes) for hexes in targets):
            return None
    ranks = min(depth(battle, rules, formation, a.id) for a in fight.attackers)
    shift = rules.tables["formation-depth"].number(ranks, "attack")
    return Modifier(shift, "GUI-7.3.1e", english("a formation {deep} attacks", deep=_deep(ranks)))


def tortoise_shift(battle: Battle, rules: Ruleset, fight: Fight) -> Modifier | None:
    """To the left where men in a tortoise attack (GUI-7.3.2b, RUL-735)."""
    if not any((f := formation_of(battle, rules, a.id)) is not None and f.tortoise for a in fight.attackers):
        return None
    return Modifier(value(rules, "tortoise attack"), "GUI-7.3.2b", english("a tortoise attacks"))


def tortoise_cover(
    battle: Battle, rules: Ruleset, victim: Character, at: Hex, shooter: Hex
) -> Modifier | None:
    """Shields overhead: medium cover against every missile (GUI-7.3.2b)."""
    formation = formation_of(battle, rules, victim.id)
    if formation is None or not formation.tortoise:
        return None
    return Modifier(value(rules, "tortoise cover"), "GUI-7.3.2b", english("under the shields of a tortoise"))


def newly_opened(battle: Battle, rules: Ruleset, fight: Fight) -> Rejection | None:
    """Whoever's pikes were broken in this phase cannot be reached from the front before the next
    (GUI-7.3.1c)."""
    attacked = side_attacked(battle, rules, fight)
    if attacked is None or attacked[0] != FRONT:
        return None
    for defender in fight.defenders:
        formation = formation_of(battle, rules, defender.id)
        if formation is not None and formation.opened.get(defender.id) == battle.phase:
            why = english(
                "{defender}'s pikes have just been broken: from the front he is reached in the next turn",
                defender=defender.name,
            )
            return Rejection("GUI-7.3.1c", why)
    return None


def no_test(battle: Battle, rules: Ruleset, mover: Character, enemy: Character, at: Hex) -> bool:
    """Hoplites in formation oppose only those who cross the hexes before them (GUI-7.3.3a), and nobody before
    their pikes opposes them on the march (GUI-7.3.3b)."""
    if not battle.formations:
        return False
    opposing = formation_of(battle, rules, enemy.id)
    if opposing is not None and at not in before(battle, opposing, enemy.hex or ""):
        return True
    marching = formation_of(battle, rules, mover.id)
    return (
        marching is not None
        and mover.hex == at
        and bool(set(before(battle, marching, at)) & set(enemy.hexes))
    )


def held_ground(battle: Battle, rules: Ruleset, fight: Fight, result: Result) -> Turned | None:
    """What a result does to men in formation: before the pikes are down a wound or death is theirs
    (GUI-7.3.1c); nobody gives ground to the front, and from elsewhere giving ground is a wound
    (GUI-7.3.1g)."""
    attacked = side_attacked(battle, rules, fight)
    if attacked is None:
        return None
    in_front = attacked[0] == FRONT
    if result.hexes:
        return _not_driven_back(battle, rules, fight, result, in_front)
    if not in_front:
        return None
    piked = _piked(battle, rules, fight)
    if not piked:
        return None
    if result.harm == "stunned":
        return Turned(english("no effect on the pikes (GUI-7.3.1c)"), _nothing)

    def carry_out(journal: Journal, rules: Ruleset) -> None:
        bearer = who_takes_it(journal, rules, [journal.battle.figures[p] for p in piked], "GUI-7.3.1c")
        formation = formation_of(journal.battle, rules, bearer.id)
        assert formation is not None
        journal.record(PikesBroken(formation=formation.id, figure=bearer.id))

    who = english("the defender") if len(fight.defenders) == 1 else english("one of the defenders")
    return Turned(english("the pikes before {who} are broken", who=who), carry_out)


def meets_pikes(battle: Battle, rules: Ruleset, fight: Fight) -> bool:
    """Whether an attack falls on the pikes of a formation before anybody behind them can be reached
    (GUI-7.3.1c)."""
    attacked = side_attacked(battle, rules, fight)
    return attacked is not None and attacked[0] == FRONT and bool(_piked(battle, rules, fight))


def _piked(battle: Battle, rules: Ruleset, fight: Fight) -> list[FigureId]:
    return [d.id for d in fight.defenders if _has_pikes(battle, rules, d.id)]


def _nothing(journal: Journal, rules: Ruleset) -> None:
    return


def _has_pikes(battle: Battle, rules: Ruleset, figure: FigureId) -> bool:
    formation = formation_of(battle, rules, figure)
    return formation is not None and pikes_stand(battle, rules, formation, figure)


def _not_driven_back(battle: Battle, rules: Ruleset, fight: Fight, result: Result, in_front: bool) -> Turned:
    members = [d.id for d in fight.defenders if formation_of(battle, rules, d.id) is not None]
    others = [d.id for d in fight.defenders if d.id not in members]

    def carry_out(journal: Journal, rules: Ruleset) -> None:
        for member in members if not in_front else ():
            wounds.wound(
                journal, rules, member, "GUI-7.3.1g", english("no room to give ground in the formation")
            )
        enemies = frozenset(a.id for a in fight.attackers)
        retreat.resolve_retreat(journal, rules, others, result.hexes, "combat", enemies)

    alone = len(fight.defenders) == 1
    who = english("the defender") if alone else english("the defenders in formation")
    if in_front:
        return Turned(
            (
                english("{who} stands fast in the formation (GUI-7.3.1g)", who=who)
                if alone
                else english("{who} stand fast in the formation (GUI-7.3.1g)", who=who)
            ),
            carry_out,
        )
    return Turned(
        (
            english("{who}, closed in, is wounded (GUI-7.3.1g)", who=who)
            if alone
            else english("{who}, closed in, are wounded (GUI-7.3.1g)", who=who)
        ),
        carry_out,
    )


SEAMS = Extension(
    column_shifts=(defence_shift, attack_shift, tortoise_shift),
    covers=(tortoise_cover,),
    fight_bars=(newly_opened,),
    result_rules=(held_ground,),
    passage_bars=(no_test,),
)


def enemy_hexes(battle: Battle, side: str) -> set[Hex]:
    """Where the active enemies of a side stand."""
    return {at for enemy in battle.active_enemies(side) for at in enemy.hexes}
