"""What each man of a siege has lived through, day by day."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from rules.core.language import speaking
from rules.events.base import Event
from rules.events.families import GameTold
from rules.events.siege import DayBegan, ManHurt, ManRecovered, SiegeCreated
from rules.siege.chronicle import lives
from rules.state.figure import Health
from rules.state.siege import Siege
from rules.state.table import Outcome
from rules.umpires.battle import BATTLE
from rules.umpires.siege import PAGES
from rules.views.records import Life
from tests.rules.siege.board_kit import called, evening, place
from tests.rules.siege.kit import all_of, besieged, day, event_of, hurt, ours, theirs


def log_of(at: Siege, events: Sequence[Event]) -> list[Event]:
    """A log that begins with this morning, and goes on like this."""
    first = SiegeCreated(
        setup=at.setup, men=tuple(at.men.values()), engines=at.engines, commanders=at.commanders
    )
    return [first, DayBegan(at.day), *events]


def told_of(at: Siege, events: Sequence[Event]) -> dict[str, Life]:
    return {life.figure: life for life in lives(log_of(at, events), PAGES)}


def words(life: Life) -> list[str]:
    return [entry.words for entry in life.entries]


def test_a_fight_its_wounds_and_their_healing() -> None:
    at = besieged(day=3, stores=20)
    events, after = day(at, ours(at) | {"GUC-17.2": 5}, outside=["ASSAULT"])
    found = told_of(at, events)
    wounded = [event.figure for event in all_of(events, ManHurt)]
    assert wounded
    for name in wounded:
        [part, harm, back] = words(found[name])
        assert part.startswith("Took part: Normans assault ") and harm == "Wounded in the assault."
        assert back == f"1D10 = 5: back on day {after.recovers[name]}."
        assert found[name].now == f"wounded, back on day {after.recovers[name]}"
        assert {entry.date for entry in found[name].entries} == {"day 3"}
    log = log_of(at, events)
    assert all(
        getattr(log[entry.event], "figure", name) == name and not entry.closer
        for name, life in found.items()
        for entry in life.entries
    )
    assert found[wounded[0]].side == after.side_of(after.men[wounded[0]].side).name
    healed = told_of(hurt(at, "outside-9"), [ManRecovered("outside-9")])
    assert words(healed["outside-9"]) == ["Healed."] and healed["outside-9"].now == ""


def test_only_those_of_a_party_went_with_it() -> None:
    at = besieged(day=3, stores=20)
    events, _ = day(at, theirs(at) | {"GUI-11.4.3a": 6}, inside=["SUPPLY with inside-2, inside-3"])
    found = told_of(at, events)
    went = [life.figure for life in found.values() if words(life)[0].startswith("Took part")]
    assert sorted(went) == ["inside-2", "inside-3"]


def test_the_commander_leads_the_list_and_speaks_for_his_side() -> None:
    at = besieged(day=12, stores=40)
    events, _ = day(at, ours(at), outside=["PARLEY"])
    found = lives(log_of(at, events), PAGES)
    assert found[0].figure == "outside-1" and found[0].now.startswith("commands the ")
    assert words(found[0]) == ["Asked for surrender: they will not hear of it."]


def test_builders_and_the_sick() -> None:
    at = besieged(day=12, stores=40)
    events, _ = day(
        at, ours(at), outside=["BUILD thrower with outside-3 outside-4 outside-5 outside-6 outside-7"]
    )
    assert words(told_of(at, events)["outside-4"])[0] == "Began to build a stone thrower."
    assert told_of(at, events)["outside-4"].now == "bound to build"
    sick, _ = day(at, event_of(at, 17) | {"GUI-11.6d": 4})
    assert "by the assassin" in words(told_of(at, sick)["outside-1"])[0]


def test_what_a_board_tells_more_closely_says_so() -> None:
    """Of a fight on a board the siege has who was there, and what came of it; how it came about is the
    board's."""
    at = place(garrison=13, host=28)
    began, _ = day(at, theirs(at), inside=["SALLY"])
    battle, waiting = called(at, "SALLY")
    own = next(man for man in battle.figures.values() if man.side == at.besieged)
    battle.figures[own.id] = replace(own, health=Health.WOUNDED)
    outcome = Outcome(winner="", reason="over")
    ended, _ = evening(waiting, battle, outcome)
    told = GameTold(
        call=f"day{at.day}-sally", name="x", game="", head="", events=1, outcome=outcome,
        back=BATTLE.returned(battle),
    )  # fmt: skip
    found = told_of(at, [*began, told, *ended])[own.id]
    entries = {entry.words: entry.closer for entry in found.entries}
    assert entries["Wounded at the camp."] == f"day{at.day}-sally"
    assert [closer for words, closer in entries.items() if words.startswith("Took part")] == [""]


@pytest.mark.parametrize("language", ["de", "fr"])
def test_in_other_languages(language: str) -> None:
    at = besieged(day=3, stores=20)
    events, _ = day(at, ours(at) | {"GUC-17.2": 5}, outside=["ASSAULT"])
    english = {one for life in lives(log_of(at, events), PAGES) for one in words(life)}
    with speaking(language):
        said = {one for life in lives(log_of(at, events), PAGES) for one in words(life)}
    assert said and not said & english
