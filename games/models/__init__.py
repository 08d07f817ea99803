"""What the database keeps. Personal data (names, addresses, raw mails) lives outside the event log."""

from games.models.delivery import DeliveryEvent, DeliveryKind, SeenCall, Tally
from games.models.event import Command, Event, Snapshot
from games.models.game import (
    AbsentPolicy,
    Adjudication,
    FightEnd,
    Game,
    GameState,
    MailMode,
    Press,
    PressDelivery,
)  # fmt: skip
from games.models.heartbeat import Heartbeat, Outage
from games.models.letter import Letter, LetterScope, LetterState
from games.models.mail import (
    NULL_SENDER,
    Handling,
    InboundMail,
    InboundState,
    MailHandled,
    OutboundKind,
    OutboundMail,
    OutboundState,
    Released,
)  # fmt: skip
from games.models.question import Question
from games.models.report import Report
from games.models.request import SeatRequest
from games.models.seat import MapSize, NewAddress, Proof, Purpose, ReplyToken, Seat
from games.models.server import Host, ServerKey

__all__ = [
    "NULL_SENDER", "AbsentPolicy", "Adjudication", "Command", "DeliveryEvent", "DeliveryKind", "Event",
    "FightEnd", "Game", "GameState", "Handling", "Heartbeat", "Host", "InboundMail", "InboundState", "Letter",
    "LetterScope", "LetterState", "MailHandled", "MailMode", "MapSize", "NewAddress", "Outage",
    "OutboundKind", "OutboundMail", "OutboundState", "Press", "PressDelivery", "Proof", "Purpose",
    "Question", "Released", "ReplyToken", "Report", "Seat", "SeatRequest", "SeenCall", "ServerKey",
    "Snapshot", "Tally",
]  # fmt: skip
