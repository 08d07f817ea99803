"""What happened in a phase, as tracks on the board: over whole golden games."""

from __future__ import annotations

from collections import Counter

from rules import engine
from rules.events.missile import DamageRolled, ImpactFound, ShotFired
from rules.views.focus import focus_of
from rules.views.records import PictureTrack
from tests.golden.files import FOLDER, phases, read
from tests.rules.castle_kit import castle, upright
from tests.rules.kit import man

GOLDEN = sorted(FOLDER.glob("*.jsonl"))


def test_a_shot_is_drawn_to_where_it_fell() -> None:
    drifted = lost = 0
    for before, events in (phase for path in GOLDEN[:6] for phase in phases(read(path))):
        after = engine.replay(events, before.copy())
        picture = engine.picture(after, None, before, events)
        assert picture is not None
        shots = [track for track in picture.tracks if track.what in ("shot", "lost")]
        fired = [e for e in events if isinstance(e, ShotFired)]
        fell = [e for e in events if isinstance(e, ImpactFound)]
        if not len(shots) == len(fired) == len(fell):
            continue  # engines and burning arrows are told otherwise
        for track, shot, impact in zip(shots, fired, fell, strict=True):
            assert track.labels[-1] == (impact.hex or shot.aim)
            assert (track.what == "lost") is (not impact.hex)
            assert track.aim == (shot.aim if impact.hex and impact.hex != shot.aim else "")
            drifted, lost = drifted + bool(track.aim), lost + (track.what == "lost")
    assert drifted and lost


def test_the_focus_is_what_a_seat_sees_happen_near_its_men() -> None:
    battle = engine.replay(engine.new_game("ford"))
    assert engine.picture(battle, None).focus == ()  # type: ignore[union-attr]
    for before, events in phases(read(GOLDEN[0])):
        after = engine.replay(events, before.copy())
        for seat in (*(s.id for s in after.setup.seats), None):
            picture = engine.picture(after, seat, before, events)
            assert picture is not None
            seen = {h.label for h in picture.hexes}
            assert set(picture.focus) <= seen | {""}


def test_ladders_that_stand_draw_the_eye_more_than_shots_that_fell_far_away() -> None:
    at = castle(
        man("Hugo", "0405", storey=1), man("Zahir", "0504", side="arabs"), man("Odo", "0107"),
        ladders=(upright(),),
    )  # fmt: skip
    lost = [PictureTrack("shot", 0, ("0107", "0101"), "Odo shoots")] * 3
    weight = Counter(focus_of(at, "normans", lost))
    assert weight["0405"] > weight["0101"] and weight["0404"] > weight["0101"]
    without = castle(man("Hugo", "0405"), man("Odo", "0107"))
    assert Counter(focus_of(without, "normans", lost)) == {"0101": 3}


def test_a_shot_that_did_harm_weighs_more_than_one_that_did_none() -> None:
    at = castle(man("Hugo", "0407"), man("Odo", "0107"))

    def weighed(letter: str) -> int:
        rolled = DamageRolled(
            shooter="zahir", victim="hugo", weapon="short_bow", category="foot", cover="none", cover_why=(),
            face=3, modifiers=(), total=3, row=5, letter=letter, table="missile-foot",
        )  # fmt: skip
        return Counter(focus_of(at, "normans", (), [rolled]))["0407"]

    assert weighed("B") > weighed("-") == 0
