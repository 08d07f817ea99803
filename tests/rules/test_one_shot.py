"""A shot is worked out in one function, whoever asks: where copies of it had drifted, and that there are no
more of them."""

from __future__ import annotations

import pytest

from rules.assault import stone_thrower
from rules.captains import siege_engines as captains_engines
from rules.captains.plan import Plan
from rules.core.modifier import Modifier
from rules.desk.read import read_orders
from rules.events.missile import DamageRolled
from rules.orders.records import ShootOrder
from rules.ruleset import Extension
from rules.state.battle import Battle
from rules.tactical.shooting import missile, shot, targets
from tests.rules.castle_kit import castle, upright
from tests.rules.kit import RULES, SIEGE, battle, field, journal, man, play, rider
from tests.rules.one_module import calling, looking_up
from tests.rules.referee import opened, shots
from tests.rules.siege_engines_kit import CREW, SIPHON, siege, strand
from tests.rules.test_tested import told_by_the_walk

BOW = "short_bow"


def worked(b: Battle, shooter: str, target: str, mode: str = shot.OFFENSIVE) -> shot.WorkedShot:
    found = shot.work_out(
        b, RULES, b.figures[shooter], b.figures[shooter].weapon, target, b.figures[target].hexes[0], mode
    )
    assert isinstance(found, shot.WorkedShot), found
    return found


# where copies had drifted


@pytest.mark.rule("GUI-5.4.1c", "GUI-10.1.5a")
def test_a_friend_up_on_a_ladder_is_in_danger_too():
    """RUL-524, RUL-1012: a stray missile hits who is up on a ladder where nobody stands on the ground."""
    yani = man("Yani", "0409", weapon=BOW)
    up = man("Hugo", "0405", storey=1)
    foe = man("Omar", "0406", side="arabs")
    at = castle(yani, up, foe, ladders=(upright(),))
    found = shot.work_out(at, SIEGE, at.figures["yani"], BOW, "omar", "0406")
    assert isinstance(found, shot.WorkedShot)
    assert found.strikes["0405"].victim == "hugo"
    assert [f.id for f in targets.friends_in_danger(at, found)] == ["hugo"]


@pytest.mark.rule("GUI-5.4.3a", "GUI-5.3e")
def test_nobody_is_told_that_a_shot_slows_a_man_who_does_not_move():
    """RUL-511: who stays, or is not of the side in phase, loses nothing."""
    pieces = (man("Jemal", "0201", side="arabs", weapon=BOW), man("Hugh", "0204"))
    for staying, slowed in ((False, True), (True, False)):
        b = battle(field(3, 8), *pieces)
        b.now.staying = {"hugh"} if staying else set()
        found = targets.odds(b, RULES, "jemal", "hugh", "0204", BOW, shot.DEFENSIVE)
        assert isinstance(found, targets.Odds)
        assert ("slowed" in found.results) is slowed and found.letters["A"]
    b.side = "arabs"
    found = targets.odds(b, RULES, "jemal", "hugh", "0204", BOW, shot.DEFENSIVE)
    assert isinstance(found, targets.Odds) and "slowed" not in found.results


@pytest.mark.rule("GUI-5.4b", "GUI-5.3b")
def test_a_watch_that_names_a_half_is_tested_and_tried_as_it_shoots():
    """Of the rider the rear half is the farther one: nobody would choose it for himself."""
    order = "WATCH Yani fire at rear half of Hugh"
    yani = man("Yani", "0602", side="arabs", weapon=BOW)
    before = opened(yani, rider("Hugh", "0608", "0609"), standing={"arabs": (order,)})
    before.sheets["normans"] = ("MOVE Hugh 0607",)
    after = play(before.copy())
    assert shots(after) == [("yani", "hugh", "0608")]
    [told] = told_by_the_walk(before, after.events, order)[order].would
    assert "Hugh in 0608" in told
    before.side = "normans"
    (answer,) = read_orders(before, RULES, "arabs", [f"TRY {order}"]).lines
    assert any("at Hugh in 0609" in line for line in answer.details)


@pytest.mark.rule("GUI-5.3e")
def test_of_two_alike_a_watch_is_tried_on_the_one_at_whom_it_would_shoot():
    """RUL-512: the least cover, then the nearest, then the order of the muster, which is not that of
    the alphabet."""
    yani = man("Yani", "0602", side="arabs", weapon=BOW)
    before = opened(
        yani, man("Tancred", "0506"), man("Aubrey", "0706"), standing={"arabs": ("WATCH fire at anyone",)}
    )
    (answer,) = read_orders(before, RULES, "arabs", ["TRY WATCH fire at anyone"]).lines
    [(_, target, _)] = shots(play(before.copy()))
    assert target == "tancred" and any(line.startswith("Yani at Tancred") for line in answer.details)


@pytest.mark.rule("GUI-10.4.4")
def test_a_captain_throws_no_stones_at_walls_and_towers():
    """RUL-1035: nothing happens in solid walls and in towers, to anybody."""
    inside = man("Omar", "0410", side="arabs")
    for traits, worth in (((), 100), (("tower 0410",), 0)):
        b = siege(*CREW, inside, traits=traits)
        assert captains_engines._struck(Plan(b, SIEGE, "normans"), "0410") == worth


@pytest.mark.rule("GUI-10.5.1a")
def test_a_captain_does_not_order_greek_fire_through_an_arrow_slit():
    foes = [man(f"N{at}", at, side="arabs") for at in ("0604", "0605", "0504", "0704", "0603")]
    for hexsides, orders in (((), 1), ([("0610", "N", "slit")], 0)):
        plan = Plan(strand(*foes, hexsides=hexsides), SIEGE, "normans")
        captains_engines._shoot(plan, SIPHON)
        assert len(plan.shots) == orders


@pytest.mark.rule("GUI-10.4.4", "GUI-5.4.3a")
def test_what_changes_the_damage_die_changes_it_for_stones_too():
    """RUL-1036: one die on the missile tables, so a book's own modifier counts there as well
    as the armour."""
    thick = Extension(damage_modifiers=(lambda battle_, rules, shot_: Modifier(2, "GUI-5.4.3a", "thick"),))
    b = siege(*CREW, man("Omar", "0410", side="arabs", armoured=True))
    j = journal(b, 5, 6, 4, otherwise=5)
    stone_thrower.shoot(j, SIEGE.extended(thick), "normans", b.engines["cat"], ShootOrder("cat", "0410"))
    (rolled,) = (e for e in j.events if isinstance(e, DamageRolled))
    assert [m.words for m in rolled.modifiers] == ["armour", "thick"] and rolled.total == rolled.face + 3


@pytest.mark.rule("GUI-5.5.1c", "GUI-5.4.3a", "RUL-527")
@pytest.mark.parametrize(("beside", "cover"), [((), "none"), ((man("Abbas", "0202"),), "light")])
def test_the_die_is_read_in_the_cover_of_the_hex_that_lets_the_shot_pass(beside, cover):
    """The line runs between the scrub of 0201 and the open 0202. Where a man shuts the one, it is the other
    that counts: for the sight, the odds and the die alike."""
    b = battle(
        ". s .\n. . .", man("Yani", "0102", weapon="sling"), man("Jemal", "0302", side="arabs"), *beside
    )
    found = worked(b, "yani", "jemal")
    assert (found.sight.cover, found.strikes["0302"].cover) == (cover, cover)
    j = journal(b, 4)
    assert missile.resolve_shot(j, RULES, "yani", "jemal", "0302", "sling", shot.OFFENSIVE) is None
    (rolled,) = (e for e in j.events if isinstance(e, DamageRolled))
    assert rolled.cover == cover


# one place for each step of it

BLOCKS = {
    "cover_against": {"tactical/sight/cover"},
    # what covered a mover where he came from is no part of any shot
    "cover_from": {"tactical/shooting/shot", "tactical/shooting/watching"},
    "cover_on_line": {"tactical/sight/cover", "tactical/sight/line_of_fire"},
    "impact_modifiers": {"tactical/shooting/shot"},
    "impacts": {"tactical/shooting/shot"},
    "is_point_blank": {"tactical/shooting/shot"},
    "victim_in": {"tactical/shooting/shot"},
    "damage_modifiers": {"tactical/shooting/shot"},
    "damage_total": {"tactical/shooting/shot"},
    "damage_row": {"tactical/shooting/shot"},
    "damage_letter": {"tactical/shooting/shot"},
    "effect_of": {"tactical/shooting/shot"},
    "landing": {"assault/stone_thrower"},
}
TABLES = {
    "missile-effects": {"tactical/shooting/damage", "books/legend"},  # which tells what its letters mean
    "missile-foot": set[str](),
    "missile-mounted": set[str](),
    "missile-modifiers": {"tactical/shooting/damage", "tactical/shooting/scatter"},
    "missile-worth": {"tactical/shooting/targets"},
    "impact": {"tactical/shooting/scatter"},
    "impact-2d10": {"assault/stone_thrower"},
}


@pytest.mark.parametrize("block", BLOCKS)
def test_the_steps_of_a_shot_are_taken_in_one_module(block):
    assert calling(block) == BLOCKS[block]


@pytest.mark.parametrize("table", TABLES)
def test_the_tables_of_a_shot_are_read_in_one_module(table):
    assert looking_up(table) == TABLES[table]
