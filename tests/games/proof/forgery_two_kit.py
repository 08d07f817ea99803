"""Files of form 2 as rows that tests may change, and a chain computed anew over them."""

from __future__ import annotations

import json
from typing import Any

from games.models import Game
from games.proof import export, seat_files
from tests.games.kit import a_game, again
from tests.games.pocket_rules import PocketRules
from tests.games.record.hidden_dice import play
from tests.games.verifying import text_of, verify_game

Rows = list[dict[str, Any]]


def rows_of(game: Game) -> Rows:
    return [json.loads(line) for line in export.lines(again(game))]


def seat_rows(game: Game, seat: str | None) -> Rows:
    return [json.loads(line) for line in seat_files.lines(again(game), seat)]


def found(rows: Rows, *seen: str) -> tuple[str, str] | None:
    """The class and place of the fault that the verifier finds."""
    try:
        verify_game.check(text_of(rows), list(seen))
    except verify_game.Fault as fault:
        return fault.kind, fault.place
    return None


def kind_of(rows: Rows) -> str | None:
    """The class alone."""
    fault = found(rows)
    return fault and fault[0]


def copy(rows: Rows) -> Rows:
    return json.loads(json.dumps(rows))  # type: ignore[no-any-return]


def over(hidden: PocketRules) -> Game:
    game = play(a_game(), 6)
    assert game.state == "over"
    return game


def at(rows: Rows, kind: str) -> list[int]:
    return [place for place, row in enumerate(rows) if row.get("type") == kind]


def relinked(rows: Rows) -> Rows:
    """All digests, links and the head computed anew by a forger who knows the root: by the
    server's own code."""
    head, root = rows[0], bytes.fromhex(rows[0]["roots"][0])
    events = [row for row in rows[1:] if "seq" in row]
    for seq, row in enumerate(events, start=1):
        row["seq"] = seq
    text = text_of([head, *rows[1:]])
    game, links, _ = verify_game.read_2(text)
    audiences = verify_game.promised_in(links[0].records[0])["audiences"]
    previous, told = head["genesis"], [head]
    for number, link in enumerate(links, start=1):
        items = verify_game.items_of(link.records, audiences, "all")
        digests = [
            verify_game.leaf_of(
                verify_game.mac(verify_game.audience_root(root, game.uuid, one), f"pbem-leaf-2/{number}"),
                items[one],
            )
            for one in audiences
        ]
        previous = verify_game.link_of(previous, number, digests)
        told += [
            {**row, "link": number} for row in rows[1:] if row.get("seq") in [r.seq for r in link.records]
        ]
        told.append({"link": number, "hash": previous, "leaves": digests})
    head.update(head=previous, links=len(links), events=len(events))
    return told


def forged(rows: Rows, place: int, **fields: Any) -> Rows:
    changed = copy(rows)
    data = {**json.loads(changed[place]["data"]), **fields}
    changed[place]["data"] = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return relinked(changed)
