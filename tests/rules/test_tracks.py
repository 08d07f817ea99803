"""What happened in a phase, as tracks on the board: over whole golden games."""

from __future__ import annotations

from rules import engine
from rules.events.missile import ImpactFound, ShotFired
from tests.golden.files import FOLDER, phases, read

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
