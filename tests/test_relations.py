"""Who is whose enemy is asked of the table: no code takes whoever is not of one's own side for an enemy."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.taking_sides import taking_sides

ROOT = Path(__file__).resolve().parent.parent

_PHASE = "whose phase it is: that of one side, never of its allies"
_ENGINE = "an engine is worked by its own side alone"
_AIM = "an aim of the scenario is that of one side"
_HORSE = "a horse belongs to one side (RUL-210)"
_ITSELF = "says which side is meant"
_NOT_A_SIDE = "a side of a formation, a house or a man, no party"

# Where sides are compared all the same: it is one's own side that is meant there, and not its friends.
OWN = {
    # whose phase it is
    "rules/desk/draft.py:Draft.__init__": _PHASE,
    "rules/desk/draft.py:Draft.on_move": _PHASE,
    "rules/desk/briefing/forms.py:order_form": _PHASE,
    "rules/desk/hints.py:short_help": _PHASE,
    "rules/desk/idle.py:could_act": _PHASE,
    "rules/desk/receipts/tested.py:Walk._after": _PHASE,
    "rules/desk/receipts/tested.py:Walk._of_our_own": _PHASE,
    "rules/desk/receipts/tested_choices.py:counter": _PHASE,
    "rules/phases/sequence.py:is_last_side": _PHASE,
    "rules/captains/captain.py:captain_orders": _PHASE,
    "rules/captains/captain.py:_sets_up": _PHASE,
    "rules/captains/random_player.py:_Player.__init__": "random orders aim at all others",
    "rules/assault/falling_off.py:get_off": _PHASE,
    "rules/assault/falling_off.py:unfit": _PHASE,
    "rules/tactical/fighting/combat.py:permitted": _PHASE,
    "rules/tactical/formations/keeping.py:unasked": _PHASE,
    "rules/tactical/moving/bodies.py:_cannot_help": _PHASE,
    "rules/tactical/shooting/damage.py:can_be_slowed": _PHASE,
    # what belongs to one side alone
    "rules/assault/flames.py:_spread": "the fires of one side",
    "rules/assault/flames.py:player_turn_ends": "the fires of the side before (RUL-1070)",
    "rules/assault/pushing.py:_idle": _ENGINE,
    "rules/assault/siege_engines.py:_idle": _ENGINE,
    "rules/captains/siege_engines.py:work_engines": _ENGINE,
    "rules/captains/random_sieges.py:_Hand._engine": "random orders aim at everybody else",
    "rules/desk/receipts/fires.py:engine_hints": _ENGINE,
    "rules/desk/briefing/primer.py:_of_works": _ENGINE,
    "rules/desk/briefing/headlines.py:_prizes": "whether a hex is held by the same side as before",
    "rules/evolve/battle.py:_opened": _ENGINE,
    "rules/captains/breaching.py:_wood_in_the_way": _AIM,
    "rules/captains/drill.py:_goal": _AIM,
    "rules/captains/marching.py:March._aims": _AIM,
    "rules/captains/prizes.py:held_by": _AIM,
    "rules/captains/prizes.py:is_last_phase": _PHASE,
    "rules/tactical/moving/legs.py:exits_of": _AIM,
    "rules/phases/victory.py:_held": _AIM,
    "rules/captains/escalade.py:bring_ladders": "a ladder on the shoulders of others is theirs",
    "rules/captains/horses.py:_remount": _HORSE,
    "rules/tactical/horses/bridle.py:held_by_another": _HORSE,
    "rules/tactical/horses/bridle.py:keeper": _HORSE,
    "rules/phases/sequel.py:_horse_of": _HORSE,
    "rules/desk/receipts/moves.py:_hints": "only one's own men move before one's own",
    "rules/desk/receipts/tried.py:_fate": "whose owner chooses",
    "rules/state/invariants.py:_formation": "a formation is of one side",
    "rules/state/battle.py:_hidden_from": "what a side alone knows of its reserves",
    "rules/scenarios/creation.py:_called": "what a side alone knows of its reserves",
    "games/seats/seats.py:told_owing": "one's own side knows whose orders are in",
    "games/views/sides.py:wins_with": "the side that the outcome names; its allies are asked for",
    "games/reports/families.py:_back": "who comes back, side by side",
    "games/reports/text.py:_the": "whether the seat has the name of its side",
    "rules/views/focus.py:focus_of": "one's own men, whose surroundings are shown",
    "rules/desk/briefing/casting.py:Cast._engine": "one's own engines",
    "rules/desk/speech/heard.py:Heard._names_side": "what the men of all other sides are called",
    # lists of sides
    "rules/phases/victory.py:verdict": "the sides that are broken",
    "rules/scenarios/works.py:engines": "the sides that there are",
    "rules/positions/pieces.py:_model": "the faction that is called as the side",
    "rules/positions/describing.py:_differing": "a seat that is called as its side",
    "rules/positions/reading.py:_seats": "a seat keeps its side",
    "rules/positions/line_of_fire.py:asked": _PHASE,
    "rules/positions/reading.py:_sides": "the sides that there are",
    "rules/views/picture.py:_summary": "the sentence about two sides, once it is known that there are two",
    # the relations themselves, and what they stand on
    "rules/orders/lexicon.py:_role": "of those who are friends, one's own side or an ally",
    "rules/state/battle.py:Battle.side_figures": _ITSELF,
    "rules/state/battle.py:Sortie.came_out": _ITSELF,
    "rules/state/table.py:Table.allies_of": _ITSELF,
    "rules/state/table.py:Table.seats_of": _ITSELF,
    "rules/state/table.py:Table.side_of": _ITSELF,
    # a siege has two sides, by their roles
    "rules/state/siege.py:Siege.besieges": _ITSELF,
    "rules/state/siege.py:Siege.men_of": _ITSELF,
    "rules/siege/scenarios.py:siege_from_toml": "the sides that there are",
    "rules/siege/boards/aftermath.py:bring_back": "a horse is lost to whoever's own side has it no more",
    # whom orders of a campaign may name
    # in a campaign: what is a faction's own
    "rules/campaign/retreats.py:home": "a settlement of its own",
    "rules/campaign/spies.py:tell": "whom he tells: his own",
    "rules/campaign/spies.py:met": "whom he tells: his own",
    "rules/campaign/meeting.py:look": "whose counter it is: others are looked at",
    "rules/campaign/meeting.py:said_of": "of whom an order is said",
    "rules/campaign/convoys.py:_unload": "a place of its own",
    "rules/campaign/convoys.py:make": "a place of its own",
    "rules/campaign/convoys.py:met": "its own convoys sell to it",
    "rules/campaign/convoys.py:_home": "a place of its own",
    "rules/campaign/convoys.py:_bought": "a place of its own",
    "rules/campaign/mercenaries.py:hire": "they serve it already",
    "rules/campaign/battles.py:drawn_up": "whose townsmen they are",
    "rules/siege/boards/field.py:_first_seat": "the seats of one side",
    "rules/campaign/lines.py:standing": "its own groups in the hex",
    "rules/campaign/field.py:freed": "prisoners of its own side join it",
    "rules/campaign/prisoners.py:fall_to": "prisoners of its own side join it",
    "rules/campaign/places.py:loot": "what is its own is not looted",
    # other things that are called sides
    "rules/narrate/structures.py:kept": _NOT_A_SIDE,
    "rules/tactical/formations/close_order.py:_shift": _NOT_A_SIDE,
    "rules/tactical/formations/close_order.py:defence_shift": _NOT_A_SIDE,
    "rules/tactical/sight/shelter.py:choice_of": _NOT_A_SIDE,
    "rules/tactical/sight/shelter.py:cover_of_shelter": _NOT_A_SIDE,
    "rules/tactical/sight/shelter.py:side_in_words": _NOT_A_SIDE,
}

CAMPAIGN = ("rules/campaign/", "rules/state/campaign", "rules/evolve/campaign")
"""Whose something is, is asked all over a campaign: places, purses, convoys and news are a faction's own. Who
may be met, fought or robbed is asked in these files of it."""
MEETINGS = ("marching", "meeting", "battles", "retreats", "convoys", "spies", "mercenaries", "places")


def _owned(place: str) -> bool:
    file = place.partition(":")[0]
    return file.startswith(CAMPAIGN) and not file.endswith(tuple(f"/{name}.py" for name in MEETINGS))


def found() -> dict[str, list[str]]:
    """All that tells sides apart by itself, by the place in which it stands."""
    places: dict[str, list[str]] = {}
    for path in (*ROOT.glob("rules/**/*.py"), *ROOT.glob("games/**/*.py")):
        for place in taking_sides(path.read_text("utf-8")):
            name = f"{path.relative_to(ROOT).as_posix()}:{place.where}"
            places.setdefault(name, []).append(f"line {place.line}: {place.code}")
    return places


def test_nobody_is_an_enemy_because_he_is_of_another_side() -> None:
    assert {place: lines for place, lines in found().items() if place not in OWN and not _owned(place)} == {}


def test_what_is_let_through_still_stands_there() -> None:
    assert sorted(set(OWN) - set(found())) == []


@pytest.mark.parametrize(
    "planted",
    [
        "if target.side != shooter.side: pass",
        "if battle.seat(seat).side == engine.side: pass",
        "foes = [f for f in people if f.side != side]",
        "foes = [f for f in people if f.side not in ours]",
        "if flame.side in others: pass",
        "if not (a.side == b.side and a.active): pass",
        "enemy = next((e for e in there if e.side != figure.side), None)",
        "others = tuple(s.id for s in sides if s.id != side)",
        "one, other = battle.setup.sides",
        "one, other = sides",
    ],
)
def test_a_planted_example_is_found(planted: str) -> None:
    assert taking_sides(planted)
    (place,) = {p.where for p in taking_sides(f"class A:\n    def go(self, x):\n        {planted}\n")}
    assert place == "A.go"


@pytest.mark.parametrize(
    "plain",
    [
        "if battle.hostile(shooter.side, target.side): pass",
        "hostile = battle.enemies_of(side)\nfoes = [f for f in people if f.side in hostile]",
        "tested, hostile = now.tested, battle.enemies_of(side)\nfoes = [f for f in men if f.side in hostile]",
        "foes = [f for f in people if f.side in battle.enemies_of(side)]",
        "winner = sides[side]",
        "if hexside == other: pass",
    ],
)
def test_asking_the_table_is_let_through(plain: str) -> None:
    assert not taking_sides(plain)
