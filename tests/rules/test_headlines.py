"""In short: what a seat reads first of a phase, made of what it knows and nothing else."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import engine
from rules.core.language import speaking
from rules.events.ladders import LadderPlaced
from rules.events.movement import Moved, MoveEnded
from rules.events.umpire import OrderFailed
from rules.state.figure import Health
from tests.rules.castle_kit import castle, lying, upright
from tests.rules.kit import battle, field, man, narrated


@pytest.fixture
def start() -> engine.Battle:
    return engine.replay(engine.new_game("ford"))


def later(start: engine.Battle) -> engine.Battle:
    """Okeanos and Tariq are dead, Leon is wounded."""
    after = start.copy()
    for name, health in (("okeanos", Health.DEAD), ("tariq", Health.DEAD), ("leon", Health.WOUNDED)):
        after.figures[name] = replace(after.figures[name], health=health)
    return after


def test_nothing_has_happened_at_the_beginning(start: engine.Battle) -> None:
    told = engine.in_short(start, "byzantines")
    assert told[0].startswith("No enemy can strike at yours where they stand; the nearest is ")
    assert told[-1] == (
        "Turn 1 of 11; points: Arabs 0, Byzantines 8. The Byzantines hold from the beginning, and that "
        "counts already: the west bank (1011)."
    )
    assert not any("hurt" in line or "Dead" in line for line in told)


def test_the_dead_and_the_wounded_stand_first_ones_own_before_others(start: engine.Battle) -> None:
    told = engine.in_short(later(start), "byzantines", start)
    assert told[0] == "Dead: Okeanos (yours), Tariq (Arabs). Wounded: Leon (yours)."
    theirs, everybody = (
        engine.in_short(later(start), "arabs", start),
        engine.in_short(later(start), None, start),
    )
    assert theirs[0].startswith("Dead: Tariq (yours), Okeanos (Byzantines).")
    assert everybody[0].startswith("Dead: Tariq (Arabs), Okeanos (Byzantines).")


def test_only_what_came_since_is_told(start: engine.Battle) -> None:
    after = later(start)
    assert engine.in_short(after, "byzantines", after)[0] == "Nobody was hurt."


def test_points_show_what_was_won(start: engine.Battle) -> None:
    told = engine.in_short(later(start), "byzantines", start)[-1]
    assert told.startswith("Turn 1 of 11; points: Arabs 4 (+4), Byzantines 12 (+4).")
    assert "Held by nobody any more: the west bank (1011)." in told


def test_never_more_than_five_lines_of_it(start: engine.Battle) -> None:
    for seat in ("byzantines", "arabs", None):
        assert len(engine.in_short(later(start), seat, start)) <= 5


def test_who_is_in_contact_is_named_with_whom() -> None:
    beside = battle(
        field(6, 4),
        man("Robert", "0202"),
        man("Drogo", "0301"),
        man("Hugo", "0604"),
        man("Yusuf", "0302", side="arabs"),
    )
    assert engine.in_short(beside, "normans")[0] == "In contact: Yusuf with Robert, Drogo."
    assert "In contact: " in engine.in_short(beside, "arabs")[0]
    assert not any("contact" in line for line in engine.in_short(beside, None)), "the public fights nobody"


def test_whoever_has_a_shot_is_named_and_nobody_behind_a_wall() -> None:
    open_ground = battle(
        field(8, 1), man("Robert", "0101"), man("Yusuf", "0801", side="arabs", weapon="composite_bow")
    )
    assert "They have a shot at yours: Yusuf." in engine.in_short(open_ground, "normans")[0]
    assert not any("shot" in line for line in engine.in_short(open_ground, "arabs"))


def test_nobody_threatens_anybody_once_it_is_over() -> None:
    at = battle(field(6, 4), man("Robert", "0202"), man("Yusuf", "0302", side="arabs"))
    assert "In contact" in " ".join(engine.in_short(at, "normans", at))
    at.outcome = engine.Outcome(winner="", reason="over", scores={})
    assert "In contact" not in " ".join(engine.in_short(at, "normans", at))


def scaled() -> engine.Battle:
    """A ladder stands in 0405 with Hugo on it."""
    return castle(
        man("Hugo", "0405", storey=1), man("Fulk", "0406"), man("Zahir", "0504", side="arabs"),
        ladders=(upright(),),
    )  # fmt: skip


def test_ladders_that_stand_and_who_is_on_them_are_named() -> None:
    at = scaled()
    assert engine.in_short(at, "normans", at)[1] == "Ladders up: in 0405 against 0404 (Hugo on it)."


def test_a_ladder_that_was_thrown_down_is_told_where_it_stood() -> None:
    before, after = scaled(), scaled()
    fallen = lying("0405", "0406")
    after.ladders = {fallen.id: fallen}
    shown = [LadderPlaced(ladder=fallen, how="fallen", rule="GUI-10.1.6")]
    assert "Ladders thrown down: 0405." in engine.in_short(after, "normans", before, shown)
    laid = [LadderPlaced(ladder=fallen, how="laid", rule="GUI-10.1.6")]
    assert "thrown down" not in " ".join(engine.in_short(after, "normans", before, laid))


def test_who_came_over_the_wall_is_named_while_he_stands() -> None:
    at = scaled()
    shown = [Moved(figure="fulk", hex="0404", mp=2, left=0, how="over")]
    assert "Over the wall: Fulk (yours)." in engine.in_short(at, "normans", at, shown)[1]
    assert "Over the wall: Fulk (Normans)." in engine.in_short(at, "arabs", at, shown)[1]
    at.figures["fulk"] = replace(at.figures["fulk"], health=Health.DEAD)
    assert "Over the wall" not in engine.in_short(at, "normans", at, shown)[1]


def failed(order: str, figure: str, why: str = "Zahir is dead", seat: str = "normans") -> OrderFailed:
    return OrderFailed(seat=seat, order=order, rule="GUI-5.5.1a", why=why, figure=figure)


def test_own_orders_that_came_to_nothing_are_told_with_their_reason() -> None:
    at = scaled()
    stopped = MoveEnded(figure="fulk", reason="held up by a shot")
    shown = [
        failed("FIRE Hugo AT Zahir", "hugo"),
        failed("FIRE Fulk AT Zahir", "fulk"),
        failed("ATTACK Hugo ON Zahir", "hugo", "Zahir is not next to Hugo"),
        stopped,
    ]
    told = engine.in_short(at, "normans", at, shown)
    assert (
        "Not done: ATTACK Hugo ON Zahir (Zahir is not next to Hugo); FIRE of Hugo, Fulk (Zahir is dead). "
        "Cut short: Fulk in 0406 (held up by a shot)."
    ) in told
    for other in ("arabs", None):
        assert not any(
            "Not done" in line or "Cut short" in line for line in engine.in_short(at, other, at, shown)
        )


def test_of_many_orders_that_failed_the_first_are_told_and_the_rest_counted() -> None:
    at = scaled()
    shown = [failed(f"MOVE Hugo 04{n:02d}", "hugo", f"reason {n}") for n in range(6)]
    assert "(reason 3); and 2 more." in engine.in_short(at, "normans", at, shown)[2]


def test_it_is_never_more_than_five_lines_whatever_happens() -> None:
    at = scaled()
    shown = [failed("FIRE Hugo AT Zahir", "hugo"), Moved(figure="fulk", hex="0404", mp=2, left=0, how="over")]
    assert len(engine.in_short(at, "normans", at, shown)) == 5


@pytest.mark.parametrize(("language", "dead"), [("de", "Tot: "), ("fr", "Morts\N{NO-BREAK SPACE}: ")])
def test_it_is_told_in_the_readers_language(start: engine.Battle, language: str, dead: str) -> None:
    with speaking(language):
        assert engine.in_short(later(start), "byzantines", start)[0].startswith(dead)


def shooters() -> engine.Battle:
    return battle(
        field(9, 4), man("Peter", "0101", weapon="short_bow"), man("Ralph", "0102", weapon="short_bow"),
        man("Zahir", "0801", side="arabs"),
    )  # fmt: skip


@pytest.mark.parametrize(
    "line", ["FIRE Peter + Ralph AT Zahir", "IF Zahir is not down THEN FIRE Peter + Ralph AT best"]
)
def test_of_an_order_for_several_only_those_are_named_who_did_not_do_it(line: str) -> None:
    """Peter has shot: that he has not is told nowhere, in short or below."""
    at, shown = shooters(), [failed(line, "ralph")]
    [undone] = [told for told in engine.in_short(at, "normans", at, shown) if "Not done" in told]
    assert undone.startswith("Not done: FIRE of Ralph (Zahir is dead)") and "Peter" not in undone
    [told] = [one.text for one in narrated(at, shown, "normans")]
    assert told == f"Not done by Ralph of your order {line}: Zahir is dead."


def test_an_order_that_nobody_did_is_told_once_without_the_names_that_it_has() -> None:
    at, line = shooters(), "FIRE Peter + Ralph AT Zahir"
    told = [one.text for one in narrated(at, [failed(line, "peter"), failed(line, "ralph")], "normans")]
    assert told == [f"Not done of your order {line}: Zahir is dead."]
