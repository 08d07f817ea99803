"""Players who will not write for a while: how they say so, and what can be done for them."""

from __future__ import annotations

import re

from django.utils.translation import gettext

from games.models import Seat
from games.record import eventlog
from games.reports import subjects
from rules import engine

WHEN = r"(?: (?:from|until|till|til|for|on|next|this|the|over|between|in|since|tomorrow|today|now)\b"
WHEN += r"(?:(?!\d{3}).){0,80})?"
_IS_AWAY = re.compile(
    r"(?:i am|im|i'm|i will be|ill be|i'll be|we are) "
    rf"(?:away|on (?:my )?(?:holidays?|vacation|leave)|travell?ing|absent){WHEN}"
)


def says_so(line: str) -> bool:
    """Whether somebody says in his own words that he will not write for a while. A machine may say that too,
    so that it is no command."""
    return bool(_IS_AWAY.fullmatch(" ".join(line.split()).strip(" .!*").casefold()))


def told(seat: Seat) -> str:
    """What can be done for somebody who will not write for a while."""
    scale = engine.scale_of(eventlog.load(seat.game_id, seat.game.seen_version).battle)
    noted = gettext(
        "Nothing was noted down, since this server keeps no calendar: deadlines run as they do. If no orders "
        "come from you, {what}."
    ).format(what=subjects.without_orders(seat.game, scale))
    others = gettext(
        "Somebody who plays for you meanwhile may write from his own address, once you have sent ADDRESS ADD "
        "and that address. For a pause, or to hand your seat to somebody else, ask the game master, PRESS TO "
        "GM, and tell the others, PRESS TO ALL."
    )
    return f"{noted} {_ahead(scale)} {others}"


def _ahead(scale: str) -> str:
    """What somebody tells his men before he goes away."""
    match scale:
        case "campaign":
            return gettext(
                "So say ahead what your groups do: MARCH stands until they are there, HOLD, MEET and JOIN "
                "until you change them; FIGHTS CAPTAIN leaves the battles on boards to a captain."
            )
        case "siege":
            return gettext(
                "So file a plan, which stands until you change it; FIGHTS CAPTAIN leaves what is fought out "
                "on boards to a captain."
            )
        case _:
            return gettext(
                "So give your men standing orders (WATCH, RETREAT, OPPOSE, ADVANCE ...), which last until "
                "you change them; TEST shows what they would have done."
            )
