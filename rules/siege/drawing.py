"""Drawing the event of the day (GUI-11.1.2)."""

from __future__ import annotations

from rules.events.siege import EventDrawn
from rules.siege import stores
from rules.siege.today import Today
from rules.state.siege import LateEvents

NOTHING = "nothing"
LIFTED = "lifted"


def draw(today: Today) -> None:
    """2D10, 5 more during the first nine days, more for a thin blockade; above 20 counts as 20 (GUI-11.1.2a).
    What has happened before brings nothing, and there is no second roll (GUI-11.1.2b). Where the siege is
    played by the house's late events its last row counts only for a natural sum of 20
    (rules.state.siege.LateEvents)."""
    siege = today.siege
    thrown = today.roll("GUI-11.1.2a", "event") + today.roll("GUI-11.1.2a", "event")
    early = today.figure("first days bonus") if siege.day <= today.figure("first days") else 0
    thin = stores.bonus_for_events(siege, today.tables)
    most = today.figure("most event")
    total = min(thrown + early + thin, most)
    event = today.tables["siege-events"].text(total, "event")
    if event == LIFTED and siege.setup.late_events is LateEvents.HOUSE and thrown < most:
        event = NOTHING
    happens = event != NOTHING and event not in siege.happened
    today.record(EventDrawn(thrown, early, thin, total, event, happens))
    if happens:
        today.page.events[event](today)
