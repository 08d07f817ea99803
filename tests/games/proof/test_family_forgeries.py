"""Families forged by somebody who knows all roots and links every log anew: what both verifiers find, and
what only the rules can."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.games.family_rules import FamilyRules
from tests.games.proof.family_kit import (
    a_family,
    changed,
    file_of,
    file_of_one,
    first,
    kind_of,
    lines_of,
    over,
    parts,
    rules,
    server_kind,
    settled,
)
from tests.games.proof.forgery_two_kit import Rows, relinked

__all__ = ["file_of_one", "rules"]
pytestmark = pytest.mark.django_db
Games = list[Rows]
TOP, RAID, WITHIN, FORAY = range(4)


def data(row: dict[str, Any]) -> dict[str, Any]:
    return json.loads(row["data"])  # type: ignore[no-any-return]


def call_of(games: Games, parent: int, child: int) -> dict[str, Any]:
    uuid = games[child][0]["uuid"]
    rows = [row for row in games[parent] if row.get("type") == "game_called"]
    return next(row for row in rows if data(row)["game"] == uuid)


def told_of(games: Games, parent: int, child: int) -> dict[str, Any]:
    uuid = games[child][0]["uuid"]
    rows = [row for row in games[parent] if row.get("type") == "game_told"]
    return next(row for row in rows if data(row)["game"] == uuid)


def opening(games: Games, child: int, **changes: Any) -> list[dict[str, Any]]:
    """The beginning of a child with something else in its first event."""
    begins = data(call_of(games, TOP, child))["opening"]
    created = json.loads(begins[0]["data"])
    created.update(changes)
    begins[0]["data"] = json.dumps(created, separators=(",", ":"))
    return begins  # type: ignore[no-any-return]


def cut(rows: Rows, links: int) -> Rows:
    """Without the last so many links."""
    last = rows[-1]["link"] - links
    left = [rows[0], *(row for row in rows[1:] if row["link"] <= last)]
    return left


def without(rows: Rows, gone: dict[str, Any]) -> Rows:
    """Without a link that holds nothing but a record, or without the record."""
    alone = sum(row.get("link") == gone["link"] and "seq" in row for row in rows) == 1
    left = [row for row in rows if row is not gone and not (alone and row.get("link") == gone["link"])]
    for row in left[1:]:
        if alone and row["link"] > gone["link"]:
            row["link"] -= 1
    return left


# what is done; each is given the games and answers them


def another_letter(games: Games) -> Games:
    call, told = call_of(games, TOP, RAID), told_of(games, TOP, RAID)
    name = "z" if data(call)["name"] != "z" else "y"
    changed(call, name=name)
    changed(told, name=name)
    for place in (RAID, WITHIN):
        number, _, rest = games[place][0]["label"].partition("-")
        games[place][0]["label"] = f"{number}-{name}{rest[1:]}"
    return games


def another_uuid(games: Games) -> Games:
    changed(call_of(games, TOP, RAID), game=games[FORAY][0]["uuid"][::-1].replace("-", "")[:32])
    return games


def another_beginning(games: Games) -> Games:
    changed(call_of(games, TOP, RAID), opening=opening(games, RAID, purses={"arabs": 99}))
    return games


def another_beginning_of_both(games: Games) -> Games:
    return begun_otherwise(games, RAID, purses={"arabs": 99})


def begun_otherwise(games: Games, child: int, **changes: Any) -> Games:
    """Another beginning in the call and in the child."""
    changed(call_of(games, TOP, child), opening=opening(games, child, **changes))
    changed(games[child][1], **changes)
    return games


def a_forged_child(games: Games) -> Games:
    changed(games[RAID][1], purses={"arabs": 99})
    return games


def another_phase_of_a_child(games: Games) -> Games:
    changed(games[RAID][3], number=1, turn=1, side="arabs")
    return games


def other_dice(games: Games) -> Games:
    """A chain of secrets that the forger has chosen, in the call and in the child."""
    setup = data(games[RAID][1])["setup"]
    setup["promises"]["chains"]["umpire"] = "ab" * 32
    return begun_otherwise(games, RAID, setup=setup)


def other_salts(games: Games) -> Games:
    """A root that the forger has chosen."""
    root = bytes(range(32))
    setup = data(games[FORAY][1])["setup"]
    setup["promises"]["root"] = hashlib.sha256(b"pbem-root-2" + root).hexdigest()
    games[FORAY][0]["roots"] = [root.hex()]
    return begun_otherwise(games, FORAY, setup=setup)


def seats_exchanged(games: Games) -> Games:
    changed(call_of(games, TOP, RAID), seats={"arabs": "normans", "normans": "arabs"})
    return games


def known_to_another(games: Games) -> Games:
    changed(call_of(games, TOP, FORAY), known=["normans", "arabs"])
    return games


def called_in_another_event(games: Games) -> Games:
    changed(games[RAID][2], seq=data(games[RAID][2])["seq"] - 1)
    return games


def called_under_another_head(games: Games) -> Games:
    changed(games[RAID][2], head="ab" * 32)
    return games


def called_by_another(games: Games) -> Games:
    changed(games[FORAY][2], parent=games[RAID][0]["uuid"])
    return games


def called_by_a_stranger(games: Games) -> Games:
    changed(games[FORAY][2], parent="00000000-0000-4000-8000-000000000000")
    return games


def not_said_who_called(games: Games) -> Games:
    games[FORAY] = [row for row in games[FORAY] if row.get("type") != "called_from"]
    return games


def another_head_told(games: Games) -> Games:
    changed(told_of(games, TOP, RAID), head="ab" * 32)
    return games


def heads_exchanged(games: Games) -> Games:
    one, other = told_of(games, TOP, RAID), told_of(games, TOP, FORAY)
    heads = data(one)["head"], data(other)["head"]
    changed(one, head=heads[1])
    changed(other, head=heads[0])
    return games


def fewer_events_told(games: Games) -> Games:
    changed(told_of(games, TOP, RAID), events=data(told_of(games, TOP, RAID))["events"] - 1)
    return games


def more_events_told(games: Games) -> Games:
    changed(told_of(games, TOP, RAID), events=data(told_of(games, TOP, RAID))["events"] + 1)
    return games


def another_end_told(games: Games) -> Games:
    changed(told_of(games, TOP, RAID), outcome={"winner": "arabs", "reason": "the purse is full"})
    return games


def told_of_another(games: Games) -> Games:
    changed(told_of(games, TOP, RAID), game=games[WITHIN][0]["uuid"])
    return games


def more_comes_back(games: Games) -> Games:
    changed(told_of(games, TOP, RAID), back={"stores": {"arabs": 99}})
    return games


def more_was_seen(games: Games) -> Games:
    told = told_of(games, TOP, RAID)
    changed(told, seen={**data(told)["seen"], "arabs": {"stores": {"normans": 99}}})
    return games


def told_twice(games: Games) -> Games:
    told = told_of(games, TOP, RAID)
    place = games[TOP].index(told)
    games[TOP].insert(place, dict(told))
    return games


def never_told(games: Games) -> Games:
    games[TOP] = without(games[TOP], told_of(games, TOP, RAID))
    return games


def told_in_the_middle_of_a_phase(games: Games) -> Games:
    told = told_of(games, TOP, RAID)
    later = next(row for row in games[TOP] if row.get("type") == "die_rolled" and row["seq"] > told["seq"])
    games[TOP] = without(games[TOP], told)
    same = {name: later[name] for name in ("link", "command", "recorded_us")}
    games[TOP].insert(games[TOP].index(later), {**told, **same})
    return games


def called_from_once_more(games: Games) -> Games:
    origin = games[RAID][2]
    games[RAID].insert(4, {**origin})
    return games


def the_top_called_off(games: Games) -> Games:
    end = first(games[TOP], "game_ended")
    end.update(type="called_off", data='{"why":"so"}')
    return games


def a_child_called_off_and_told(games: Games) -> Games:
    end = first(games[RAID], "game_ended")
    end.update(type="called_off", data='{"why":"so"}')
    return games


def the_parent_cut(games: Games) -> Games:
    call = call_of(games, TOP, RAID)
    games[TOP] = cut(games[TOP], games[TOP][-1]["link"] - call["link"] + 1)
    return games


def the_parent_cut_behind_the_call(games: Games) -> Games:
    call = call_of(games, TOP, FORAY)
    games[TOP] = cut(games[TOP], games[TOP][-1]["link"] - call["link"])
    return games


def a_child_cut(games: Games) -> Games:
    games[RAID] = cut(games[RAID], 1)
    return games


def a_child_goes_on(games: Games) -> Games:
    """It was told when it was over, and a phase is opened behind its end."""
    rows = games[RAID]
    opened = first(rows, "phase_opened")
    rows.insert(-1, {**opened, "link": rows[-1]["link"], "command": rows[-2]["command"],
                     "recorded_us": rows[-2]["recorded_us"]})  # fmt: skip
    return games


FORGERIES: dict[Callable[[Games], Games], tuple[set[str | None], set[str | None]]] = {
    # what is done: the classes that the stand-alone verifier names, and the server's (None: nothing)
    another_letter: ({"family"}, {"family"}),
    another_uuid: ({"family"}, {"family"}),
    another_beginning: ({"family"}, {"family"}),
    another_beginning_of_both: ({None}, {"digest"}),
    a_forged_child: ({"family"}, {"digest"}),
    another_phase_of_a_child: ({"family"}, {"digest"}),
    other_dice: ({"commitment"}, {"commitment"}),
    other_salts: ({"escrow"}, {"escrow"}),
    seats_exchanged: ({None}, {"digest"}),
    known_to_another: ({None}, {"digest"}),
    called_in_another_event: ({"family"}, {"family"}),
    called_under_another_head: ({"family"}, {"family"}),
    called_by_another: ({"extra"}, {"extra"}),
    called_by_a_stranger: ({"missing"}, {"missing"}),
    not_said_who_called: ({"extra"}, {"extra"}),
    another_head_told: ({"family"}, {"family"}),
    heads_exchanged: ({"family"}, {"family"}),
    fewer_events_told: ({"extra"}, {"extra"}),
    more_events_told: ({"truncated"}, {"truncated"}),
    another_end_told: ({"family"}, {"family"}),
    told_of_another: ({"family"}, {"family"}),
    more_comes_back: ({None}, {"digest"}),
    more_was_seen: ({None}, {"family"}),
    told_twice: ({"family"}, {"replay"}),
    never_told: ({None}, {"digest"}),
    told_in_the_middle_of_a_phase: ({"order"}, {"order"}),
    called_from_once_more: ({"order"}, {"order"}),
    the_top_called_off: ({"extra"}, {"extra"}),
    a_child_called_off_and_told: ({"order"}, {"order"}),
    the_parent_cut: ({"truncated"}, {"extra"}),
    the_parent_cut_behind_the_call: ({"truncated"}, {"truncated"}),
    a_child_cut: ({"truncated"}, {"family"}),
    a_child_goes_on: ({"extra"}, {"extra"}),
}
TELLS_OF_HEADS = {another_head_told, heads_exchanged, fewer_events_told, more_events_told}
TELLS_OF_HEADS |= {called_in_another_event, called_under_another_head}


def test_what_is_not_forged_passes(rules: FamilyRules) -> None:
    games = parts(lines_of(over(a_family()).top))
    assert settled(games) == games, "the forger does nothing but what was asked"
    assert kind_of(file_of(games)) is None and server_kind(file_of(games)) is None


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_forged_families_are_found(
    rules: FamilyRules, file_of_one: list[bytes], forge: Callable[[Games], Games]
) -> None:
    games = forge(parts(file_of_one))
    if forge in TELLS_OF_HEADS:  # these must not be made to fit again
        text = file_of([relinked(rows) for rows in games])
    else:
        text = file_of(settled(games))
    alone, server = FORGERIES[forge]
    found = kind_of(text)
    assert ((found and found[0]), server_kind(text)) in [(a, s) for a in alone for s in server], found
