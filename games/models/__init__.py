"""What the database keeps. Personal data (names, addresses, raw mails) lives outside the event log."""

from games.models.event import Command, Event, Snapshot
from games.models.game import AbsentPolicy, Adjudication, Game, GameState
from games.models.mail import InboundMail, InboundState, OutboundKind, OutboundMail, OutboundState
from games.models.question import Question
from games.models.report import Report
from games.models.seat import MapSize, Purpose, ReplyToken, Seat

__all__ = [
    "AbsentPolicy", "Adjudication", "Command", "Event", "Game", "GameState", "InboundMail", "InboundState", "MapSize",
    "OutboundKind", "OutboundMail", "OutboundState", "Purpose", "Question", "ReplyToken", "Report", "Seat", "Snapshot",
]  # fmt: skip
