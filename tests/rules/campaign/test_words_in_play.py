"""Orders in words on the days of a campaign: what is written reads the same to the seat and to the umpire,
forms can be sent back as they are, and lines about who is gone are told."""

import random

import pytest
from msgspec.structs import replace

from rules.campaign import days
from rules.campaign.desk import order_form, read_orders
from rules.campaign.guiscard import GUISCARD_CAMPAIGN
from rules.campaign.narrate import narrated
from rules.campaign.plans import plan as p
from rules.campaign.plans.names import Known
from rules.campaign.plans.reading import Reader, plan_of
from rules.campaign.plans.writing import written
from rules.desk.reading import Verdict
from rules.events.campaign import GroupFormed, GroupMoved
from rules.events.campaign_secrets import LineDone
from rules.events.umpire import OrderFailed
from rules.evolve import replay
from rules.views.masking import view_for
from tests.rules.campaign.words_kit import NORMANS, read, seen, valley
from tests.rules.campaign.worlds import dice, lines_played, plan_by_chance


def in_words(at, seat, order):
    """Records by chance may say what nobody would: a meeting of which nothing is said, men of whom nobody is
    meant, that nobody is to be hired; or they are about others' convoys and leaders. Such have no words."""
    if isinstance(order, p.Send) and at.convoys[order.convoy].seat != seat:
        return None
    if isinstance(order, p.Ransom) and at.men[order.leader].side != at.seat(seat).side:
        return None
    if getattr(order, "pick", None) == p.Pick() or (isinstance(order, p.Hire) and order.most == 0):
        return None
    if getattr(order, "meeting", None) == p.Meeting():
        return replace(order, meeting=None) if isinstance(order, p.March) else None
    return order


@pytest.mark.parametrize("seed", range(6))
def test_what_is_written_is_read_by_seat_and_umpire_alike(seed):
    chance = random.Random(seed)
    for before, _ in lines_played(seed, most=6):
        for seat in before.setup.seats:
            view = view_for(before, seat.id)
            for made in plan_by_chance(before, seat.id, chance).orders:
                if (order := in_words(before, seat.id, made)) is None:
                    continue
                text = written(order, Known(view, seat.id))

                found = [Reader(state, seat.id).read(text) for state in (view, before)]

                assert found[0] == found[1] == (replace(order, text=text),), text


@pytest.mark.parametrize("seed", range(4))
def test_a_form_sent_back_as_it_is_is_a_legal_day_and_changes_nothing_more(seed):
    for before, _ in lines_played(seed, most=8):
        for seat in before.setup.seats:
            view = view_for(before, seat.id)
            form = order_form(view, seat.id)

            found = read_orders(view, seat.id, form.splitlines())

            assert all(len(line) <= 72 for line in form.splitlines()), form
            assert {a.verdict for a in found.lines} <= {Verdict.COMMENT, Verdict.OK, Verdict.NOTE}
            before.standing[seat.id] = found.standing
            again = order_form(view_for(before, seat.id), seat.id)
            assert set(read_orders(view_for(before, seat.id), seat.id, again.splitlines()).standing) == set(
                found.standing
            )


def played(*lines, at=None):
    """The events of a day on which a seat has these orders."""
    state = at or valley()
    state.standing[NORMANS] = read(*lines, at=state).standing
    plans = {seat.id: plan_of(state, seat.id) for seat in state.setup.seats}
    events = days.adjudicated(state, GUISCARD_CAMPAIGN, dice(7), plans)
    after = state.copy()
    replay(events, after)
    return events, after


def test_a_group_that_is_split_off_marches_on_the_same_day_by_the_name_of_its_man():
    first = next(man for man in valley().in_group("n1") if man.id != "robert")
    events, after = played(f"SPLIT Robert: 3 men, {first.name}", f"MARCH {first.name} to Bari")

    formed = next(event for event in events if isinstance(event, GroupFormed))
    assert any(isinstance(e, GroupMoved) and e.group == formed.group.id for e in events)
    [line] = after.standing[NORMANS]
    assert plan_of(after, NORMANS).of(p.March)[0].group == formed.group.id, line


def test_a_line_by_a_mans_name_is_done_when_they_are_there():
    first = next(man for man in valley().in_group("n1") if man.id != "robert")
    events, after = played(f"SPLIT Robert: 3 men, {first.name}", f"MARCH {first.name} to NE of Melfi")

    assert after.standing[NORMANS] == ()
    assert sum(isinstance(event, LineDone) for event in events) == 2


def test_a_line_about_who_is_gone_is_told_once_and_stands_no_more():
    at = valley(standing={NORMANS: ("MARCH n17 to Venosa", "HOLD Robert")})
    plans = {NORMANS: plan_of(at, NORMANS), "byzantines": p.Plan()}
    events = days.adjudicated(at, GUISCARD_CAMPAIGN, dice(7), plans)

    failed = [event for event in events if isinstance(event, OrderFailed) and "n17" in event.order]
    replay(events, at)

    assert [event.why for event in failed] == ["there is no counter n17"]
    assert at.standing[NORMANS] == ("HOLD Robert",)
    lines = [line.text for line in narrated(valley(), events, NORMANS)]
    here = lines.index("Not done: MARCH n17 to Venosa: there is no counter n17.")
    assert lines[here + 1] == "It counts no more."
    assert not any(line.startswith("Done:") for line in lines)


def test_a_march_of_a_group_that_was_joined_with_another_this_morning_is_told():
    at = valley()
    at.groups["n3"] = replace(at.groups["n3"], hex=at.groups["n2"].hex)
    events, _ = played("MERGE n3 with Drogo", "MARCH n3 to Melfi", at=at)

    assert any(isinstance(e, OrderFailed) and e.order == "MARCH n3 to Melfi" for e in events)
    assert any(isinstance(e, LineDone) and e.undone and e.line == "MARCH n3 to Melfi" for e in events)


def test_hired_for_a_share_alone_nobody_is_paid():
    found = read("HIRE m1 for a share", "HIRE mercenaries")

    plan = plan_of(valley(standing={NORMANS: found.standing}), NORMANS)
    assert [(hire.most, hire.share) for hire in plan.of(p.Hire)] == [(0, True), (None, False)]


def test_others_know_nothing_that_a_reading_could_tell():
    true, other = valley(), valley()
    other.contents["b1"] = replace(other.contents["b1"], leader="", men=other.contents["b1"].men[:4], purse=2)
    lines = (
        "MARCH Robert toward b1",
        "HIRE mercenaries up to 9 D",
        "ATTACK Bari with Robert",
        "MARCH Leon to Bari",
    )

    assert read_orders(seen(true), NORMANS, lines) == read_orders(seen(other), NORMANS, lines)
    assert order_form(seen(true), NORMANS) == order_form(seen(other), NORMANS)
