"""A line that says that somebody is driven back either drives him back or says why not; and who dies of a
second injury is told so."""

from __future__ import annotations

from rules.events.harm import Killed
from rules.events.missile import DamageRolled, ShotFired
from rules.events.movement import AllowanceCut, HorseMoved
from rules.state.figure import Health
from tests.rules.kit import battle, field, horse, man, narrated


def struck(victim: str, letter: str = "A", effect: str = "driven back") -> DamageRolled:
    return DamageRolled(
        shooter="yusuf", victim=victim, weapon="composite_bow", category="foot", cover="none", cover_why=(),
        face=6, modifiers=(), total=6, row=7, letter=letter, table="missile-foot", effect=effect,
    )  # fmt: skip


def shot(mode: str) -> ShotFired:
    return ShotFired(
        shooter="yusuf",
        weapon="composite_bow",
        target="robert",
        aim="0101",
        mode=mode,
        distance=5,
        band="short",
    )


def told(*events: object, **changes: object) -> str:
    at = battle(
        field(8, 4),
        man("Robert", "0101", **changes),
        horse("bay", "0303", "0304"),
        man("Yusuf", "0801", side="arabs", weapon="composite_bow"),
    )
    return " ".join(line.text for line in narrated(at, list(events), None))  # type: ignore[arg-type]


def test_a_shot_at_somebody_who_stands_drives_him_back() -> None:
    assert "driven back (A)" in told(shot("offensive"), struck("robert"))


def test_a_shot_at_movers_says_that_it_drives_nobody_back() -> None:
    cut = AllowanceCut(figure="robert", left=0, rule="GUI-5.4.3a", words="held up by a shot")
    said = told(shot("defensive"), struck("robert"), cut)
    assert "held up, 0 MP left: a shot at movers takes MP and drives nobody back (A)" in said
    assert said.count("0 MP left") == 1
    assert "driven back (A)" not in said


def test_a_horse_that_has_no_way_back_stands_and_one_that_has_goes() -> None:
    moved = HorseMoved(horse="bay", front="0304", rear="0404", why="retreat")
    assert "it has no way back and stands (A)" in told(shot("offensive"), struck("bay"))
    assert "driven back (A)" in told(shot("offensive"), struck("bay"), moved)


def test_who_was_hurt_before_dies_of_a_second_injury_and_is_told_so() -> None:
    jumped = Killed(figure="robert", rule="GUI-6.5e", words="by the jump")
    assert "Robert is killed: by the jump." in told(jumped)
    assert "Robert was stunned already and is killed: by the jump." in told(jumped, health=Health.STUNNED)
    by_die = Killed(figure="robert", rule="GUI-5.4.3a", words="killed", by_die=True)
    assert "Robert is killed." in told(by_die, health=Health.WOUNDED)


def test_what_the_die_of_a_second_injury_has_said_is_not_given_as_its_reason() -> None:
    fell = Killed(figure="robert", rule="GUI-6.5e", words="wounded")
    said = told(shot("offensive"), struck("robert", "B", "wounded"), fell, health=Health.WOUNDED)
    assert "no cover: wounded (B)" in said
    assert said.endswith("Robert was wounded already and is killed.")


def test_who_stands_still_is_not_held_up_by_a_shot_in_his_own_phase() -> None:
    """RUL-511: a shot in the mover's phase takes MP from movers and nothing from others."""
    said = told(shot("defensive"), struck("robert"))
    assert "held up" not in said
    assert "nothing, since he does not move: such a shot drives nobody back (A)" in said
