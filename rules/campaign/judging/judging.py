"""A position of a campaign played and asked: all that is found out, in the order in which it happens."""

from __future__ import annotations

from collections.abc import Iterator

from rules.campaign import days, desk, naming
from rules.campaign.judging import asking, reading
from rules.campaign.narrate import narrated
from rules.campaign.page import CampaignPage
from rules.campaign.plans.reading import plan_of
from rules.core.rule_ids import citing
from rules.events.base import Event
from rules.positions import mornings
from rules.positions.dice import PositionDice
from rules.positions.faults import PositionError
from rules.positions.findings import Finding
from rules.positions.judging import fault
from rules.state.campaign import Campaign
from rules.state.campaign_counters import HALVES, GroupId

MOST_QUIET = 10


def judge(text: str, pages: reading.Pages, language: str = "en") -> Iterator[Finding]:
    """Everything about a position file of a campaign; as rules.positions.judging.judge."""
    try:
        position = reading.read(text, pages)
        for found in _judged(position, language):
            yield citing(found, position.page.cites, "words", "rule")
    except PositionError as error:
        yield fault(error.fault)
    except Exception as error:  # [exact] may say what no game comes to; and whoever asks gets an answer
        words = f"the engine cannot go on: {type(error).__name__}: {error}. If [exact] is not why, tell us"
        yield Finding("fault", words, data={"error": type(error).__name__})


def scale(page: CampaignPage) -> mornings.Scale[Campaign]:
    def adjudicated(at: Campaign, dice: PositionDice) -> list[Event]:
        return days.adjudicated(at, page, dice, {seat.id: plan_of(at, seat.id) for seat in at.setup.seats})

    return mornings.Scale(
        called="campaign",
        adjudicated=adjudicated,
        read=desk.read_orders,
        answer=lambda at, line: asking.answer(at, page, line),
        narrated=lambda before, events: narrated(before, events, None),
        men=lambda at: at.men,
        words=_words,
        rests=_rests,
    )


def _rests(at: Campaign) -> str:
    return "waits for a battle on a board" if set(at.fights) - set(at.brought) else ""


def _judged(position: reading.CampaignPosition, language: str) -> Iterator[Finding]:
    at = position.at
    for found in mornings.played(at, position.phases, scale(position.page), language):
        if isinstance(found, Finding):
            yield found
        else:
            at = found
    for group, number in position.lines.items():
        yield _state(at, group, number)


def _state(at: Campaign, group: GroupId, number: int) -> Finding:
    found = at.groups.get(group)
    if found is None:
        return Finding("state", f"{group} is not on the map any more", line=number, data={"group": group})
    men, content = at.in_group(group), at.content(group)
    hurt = sum(man.wounded for man in men)
    words = [f"{group} at {naming.hex_name(at, found.hex)}", f"{len(men)} men"]
    words += [f"{hurt} wounded"] if hurt else []
    words += [f"prestige {at.prestige_of(group)}"] if content.leader else []
    words += [f"{content.purse / HALVES:g} D"] if content.purse else []
    words += [f"unfed {content.unfed}"] if content.unfed else []
    words += (
        [f"holds {', '.join(at.men[name].name for name in content.captives)}"] if content.captives else []
    )
    data = {"group": group, "hex": found.hex, "men": list(content.men), "hurt": hurt, "side": found.side}
    return Finding("state", ", ".join(words), line=number, data=data)


def _words(at: Campaign) -> set[str]:
    """What names of rolls may hold besides men."""
    run = range(at.day, at.day + MOST_QUIET)
    sides = {side.id for side in at.setup.sides}
    return {*sides, *at.groups, *at.convoys, *at.spies, *at.places} | {f"day{day}" for day in run}
