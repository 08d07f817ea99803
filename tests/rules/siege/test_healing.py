"""When the wounded are back."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.events.siege import ManHurt, ManRecovered, RecoverySet
from rules.events.umpire import DieRolled
from rules.siege import healing
from rules.state.figure import Health
from rules.state.siege import NEVER
from tests.rules.siege.kit import (
    TABLES,
    all_of,
    besieged,
    day,
    event_of,
    hurt,
    none_of,
    only,
    ours,
    slain,
    theirs,
    today_of,
)

DAYS = (1, 2, 2, 3, 3, 4, 5, 6, 8, 10)


@pytest.mark.rule("GUI-11.1.5a")
@pytest.mark.parametrize(("die", "days"), list(enumerate(DAYS, 1)))
def test_the_die_says_on_which_day_he_is_back(die: int, days: int) -> None:
    at = besieged(day=12, stores=40)
    dice = event_of(at, 17) | {"GUI-11.6d": 4, "GUI-11.1.5a": die}
    events, after = day(at, dice)
    found = only(events, RecoverySet)
    assert (found.figure, found.die, found.day) == ("outside-1", die, 12 + days)
    assert after.recovers == {"outside-1": 12 + days}


@pytest.mark.rule("GUI-11.1.5a")
def test_a_die_for_each_who_was_wounded_today_and_for_nobody_else() -> None:
    at = hurt(besieged(day=3, stores=20), "outside-20", back=9)
    events, after = day(at, ours(at) | {"GUC-17.2": 5}, outside=["ASSAULT"])
    wounded = [event.figure for event in all_of(events, ManHurt)]
    rolled = [roll.name.split("/")[3] for roll in all_of(events, DieRolled) if "11.1.5a" in roll.name]
    assert wounded and rolled == wounded
    assert [event.figure for event in all_of(events, RecoverySet)] == wounded
    assert after.recovers["outside-20"] == 9 or after.men["outside-20"].dead


@pytest.mark.rule("GUI-11.1.5a", "GUI-11.1b")
def test_dates_are_set_when_all_is_done() -> None:
    at = besieged(day=12, stores=40)
    events, _ = day(at, event_of(at, 15) | ours(at), outside=["PARLEY"])
    kinds = [type(event).__name__ for event in events if not isinstance(event, DieRolled)]
    assert kinds.index("Parleyed") < kinds.index("RecoverySet") < kinds.index("DayEnded")


@pytest.mark.rule("GUI-11.1.5a", "GUI-11.1.5b")
def test_whoever_was_killed_after_his_wound_has_no_date() -> None:
    today = today_of(besieged(day=12, stores=40))
    today.wound("outside-5", "assault")
    today.wound("outside-6", "assault")
    today.wound("outside-5", "assault")
    healing.set_dates(today)
    assert today.siege.men["outside-5"].dead and "outside-5" not in today.siege.recovers
    assert today.siege.recovers == {"outside-6": 15}


@pytest.mark.rule("GUI-11.1.5a", "GUI-11.1.5b")
def test_a_row_without_days_means_not_during_this_siege() -> None:
    shipped = TABLES["siege-healing"]
    lasting = replace(shipped, rows=(*shipped.rows[:-1], (10, 0)))
    today = today_of(besieged(day=12, stores=40), {"GUI-11.1.5a": 10})
    today.tables = TABLES.with_pack({shipped.id: lasting})
    today.wound("outside-5", "assault")
    healing.set_dates(today)
    assert today.siege.recovers == {"outside-5": NEVER}
    at = hurt(besieged(day=12, stores=40), "outside-5", back=NEVER)
    _, after = day(at)
    assert after.men["outside-5"].wounded and after.recovers == {"outside-5": NEVER}


@pytest.mark.rule("GUI-11.1.5b")
@pytest.mark.parametrize(("back", "healthy"), [(11, True), (12, True), (13, False), (20, False)])
def test_on_the_morning_of_his_day_he_is_back(back: int, healthy: bool) -> None:
    at = hurt(besieged(day=12, stores=40), "outside-5", back=back)
    events, after = day(at)
    assert (after.men["outside-5"].health is Health.HEALTHY) is healthy
    assert [event.figure for event in all_of(events, ManRecovered)] == (["outside-5"] if healthy else [])
    assert ("outside-5" in after.recovers) is not healthy


@pytest.mark.rule("GUI-11.1.5b", "GUI-11.1b")
def test_the_healed_return_behind_the_initiative_and_before_what_is_done() -> None:
    at = hurt(besieged(day=12, stores=40), "outside-5", back=12)
    events, _ = day(at, ours(at), outside=["PARLEY"])
    kinds = [type(event).__name__ for event in events if not isinstance(event, DieRolled)]
    steps = ["EventDrawn", "InitiativeTaken", "ManRecovered", "DeedDone", "Parleyed", "DayEnded"]
    assert [kind for kind in kinds if kind in steps] == steps


@pytest.mark.rule("GUI-11.1.5b")
def test_the_dead_do_not_return() -> None:
    at = hurt(besieged(day=11, stores=40), "outside-1", back=12)
    _, after = day(at, event_of(at, 17) | {"GUI-11.6d": 10})
    assert after.men["outside-1"].dead and after.recovers == {}
    at = slain(besieged(day=12, stores=40), "outside-5")
    assert none_of(day(at)[0], ManRecovered)


@pytest.mark.rule("GUI-11.1.5b")
def test_the_wounded_may_fight_meanwhile() -> None:
    at = hurt(besieged(day=3, stores=20, garrison=6, host=20), "outside-5", "inside-2", back=9)
    assert "outside-5" in {one.id for one in at.at_hand(at.besieger)}
    assert "inside-2" in {one.id for one in at.at_hand(at.besieged)}
    events, _ = day(at, theirs(at), inside=["SALLY with Inside-2"])
    assert "inside-2" in [name for event in events for name in getattr(event, "men", ())]
