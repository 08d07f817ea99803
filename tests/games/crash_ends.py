"""The end of a stage, compared: all rows and all mails, but for how often something was tried."""

from __future__ import annotations

import hashlib
from typing import Any

from tests.games.crash_world import post

# how often and when something was tried may differ after a crash; nothing else may
BOOKKEEPING = {
    "Game": {"rung_at"},
    "Heartbeat": {"serial", "at", "uptime", "pause"},
    "Outage": {"serial"},
    "InboundMail": {"rung_at", "attempts"},
    "OutboundMail": {
        "rung_at", "attempts", "due_at", "lease_until", "lease_token", "accepted_at", "possible_duplicates",
        "last_error", "in_doubt_since", "told_at", "provider_id",
    },
}  # fmt: skip
# a note of mails that could not be delivered bears the date on which the last attempt was given up, and its
# seal with it
DATED = {"created", "rendered", "seal"}


def everything() -> dict[str, list[dict[str, Any]]]:
    """All that the database holds, besides the bookkeeping of attempts and the snapshots, which nobody needs,
    and the state that the logs give."""
    from django.apps import apps

    from games.models import Game, Snapshot
    from games.proof import verification
    from games.record import eventlog
    from rules import engine

    found: dict[str, list[dict[str, Any]]] = {}
    for model in apps.get_app_config("games").get_models():
        if model is Snapshot:
            continue
        left_out = BOOKKEEPING.get(model.__name__, set())
        fields = [f.attname for f in model._meta.concrete_fields if f.attname not in left_out]
        rows = model._default_manager.order_by("pk").values(*fields)
        found[model.__name__] = [
            {
                k: _plain(v)
                for k, v in row.items()
                if k not in DATED or ":undelivered:" not in row.get("dedupe_key", "")
            }
            for row in rows
        ]
    found["digests"] = [
        {
            "game": game.pk,
            "digest": engine.digest(eventlog.load(game.pk).battle),
            "verified": verification.check(game).events == game.version,
        }
        for game in Game.objects.order_by("pk")
    ]
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return hashlib.sha256(bytes(value)).hexdigest() if len(value) > 64 else bytes(value).hex()
    return value if isinstance(value, int | str | bool | dict | list | None) else str(value)


def mails_out() -> dict[str, Any]:
    """Which mails the post office took, and how often more than the outbox counts."""
    from games.models import OutboundMail

    counted = dict(OutboundMail.objects.values_list("message_id", "possible_duplicates"))
    taken = [(line["name"], line["bytes"]) for line in post.lines() if line["bytes"]]
    return {
        "mails": sorted(set(taken)),
        "uncounted": [name for name, raw in set(taken) if taken.count((name, raw)) - 1 > counted[name]],
        "doubled": len(taken) - len(set(taken)),
    }


def difference(wanted: dict[str, Any], end: dict[str, Any]) -> str:
    """The first difference in words, or nothing."""
    if end["uncounted"]:
        return f"mails doubled and not counted: {end['uncounted']}"
    if wanted["mails"] != end["mails"]:
        return f"other mails: {len(end['mails'])}, not {len(wanted['mails'])}"
    for table, rows in wanted["rows"].items():
        found = end["rows"][table]
        if len(found) != len(rows):
            return f"{table}: {len(found)} rows, not {len(rows)}"
        for before, after in zip(rows, found, strict=True):
            if odd := {k: (v, after[k]) for k, v in before.items() if v != after[k]}:
                return f"{table} {before.get('id', '')}: {odd}"[:600]
    return ""
