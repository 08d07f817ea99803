"""A game: head of its event log, its clock, and what its players agreed on."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Protocol

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from games.models.names import NameField
from games.models.rows import values


class OfGame(Protocol):
    """A row that belongs to a game."""

    @property
    def game_id(self) -> int: ...

    @property
    def game(self) -> Game: ...


class GameState(models.TextChoices):
    OPEN = "open", "open: seats are free"
    RUNNING = "running", "running"
    ASKING = "asking", "being played: a player is asked"
    HELD = "held", "waiting for late orders or the game master"
    RESTING = "resting", "resting: waiting for a game that it has called"
    BROKEN = "broken", "stopped: adjudication failed"
    MOVED = "moved", "not played here"
    OVER = "over", "over"


class AbsentPolicy(models.TextChoices):
    """What happens at the deadline when a side has sent nothing."""

    STANDING = "standing", "its standing orders alone"
    EXTEND_ONCE = "extend_once", "one extension, then its standing orders"
    WAIT = "wait", "wait for the game master"


class MailMode(models.TextChoices):
    """What is asked of a mail with orders besides its address and its sender (games.gate.permission)."""

    LENIENT = "lenient", gettext_lazy("taken unless the sender's domain disowns it")
    STRICT = "strict", gettext_lazy("taken only if the sender's domain vouches for it")


class FightEnd(models.TextChoices):
    """What becomes of a game that another one has called when its clock has run out."""

    CAPTAINS = "captains", gettext_lazy("captains play it to its end")
    QUICK = "quick", gettext_lazy("it is settled at once from what stands on the board")


class Press(models.TextChoices):
    """Which letters the players may write to each other (games.letters.letters)."""

    OFF = "off", "none"
    PUBLIC = "public", gettext_lazy("public ones only")
    ALL = "all", gettext_lazy("public and private ones")


class PressDelivery(models.TextChoices):
    """When letters reach their readers."""

    AT_ONCE = "at once", gettext_lazy("at once")
    PAUSE = "pause", gettext_lazy("not while a phase is being played")
    PHASE = "phase", gettext_lazy("when the phase in which they were written is over")


_ON_ITS_OWN = Q(parent__isnull=True)  # called by no other


class Game(models.Model):
    """One game. Its primary key is its public number: G12. ``version`` is the sequence number of the last
    event and ``head_hash`` that event's hash: the conditional update of the two is the log's lock
    (games.record.eventlog).

    ``form`` is that of the log (games.record.eventlog). A log of form 2 has one hash for each of its
    ``links``, the last of them that of event ``linked_seq``; ``audiences`` and ``promises`` repeat what its
    events say; ``sealed_root`` is the secret from which its salts are made, behind it those of the games it
    was forked from, sealed with the server's key (games.record.roots).

    ``phase``, ``step``, ``phase_key``, ``phase_title`` and ``turn`` repeat what the log says of the open
    phase, so that the clock and the lobby need no replay; ``opened_seq`` is the last event written when it
    opened. ``played_from``: a player is asked in the middle of an adjudication, and nobody may see an event
    after this one until it is over (0: no adjudication is under way). ``put_off``: how often the open phase's
    deadline was put off because the server had been away. ``burnt``: secrets of the dice up to this phase are
    known, although this log has not shown them (0: none are; games.play.burnt): nothing is played until the
    dice are renewed. The seed of the dice is derived from the server's key, ``uuid`` and ``nonce``, or, for a
    fork and for a game that another server began, sealed with them (``sealed_secret``; games.record.dice).
    HELD without ``phase_due``: a game that was imported or forked waits for its players. ``press_anonymous``:
    letters may be written without a name; ``press_open``: the game master reads the private ones too.

    ``host``: the seat of the player who began the game on the web and waits for somebody to sit down opposite
    him (empty: a captain's or a game master's game); ``by_invitation``: whoever does needs his link
    (games.play.invitations).

    A game that another one called (games.play.families) has a ``parent``; ``call`` names it in the parent's
    log, ``called`` is its number in the family, "31-k". Its primary key is drawn below 0, so that no running
    number tells of it. ``told``: the parent's log has its end. ``child_hours``: how long a phase of the games
    that this one calls lasts (0: as long as its own); ``children_open``: everybody may look at them before
    the family is over. ``fight_days``: for how many days such a game may be played (0: for ever), and
    ``fight_end``: what becomes of it then; ``fight_due``: when that is for this one."""

    uuid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    parent = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="children"
    )
    call = models.CharField(max_length=60, default="", db_default="", blank=True)
    called = models.CharField(max_length=60, null=True, blank=True, unique=True)
    told = models.BooleanField(default=False, db_default=False)
    title = NameField(max_length=120)
    scenario = models.CharField(max_length=80)
    state = models.CharField(max_length=10, choices=GameState, default=GameState.OPEN)
    created = models.DateTimeField(default=timezone.now)
    ended = models.DateTimeField(null=True, blank=True)

    version = models.BigIntegerField(default=0)
    head_hash = models.BinaryField(max_length=32)
    nonce = models.BinaryField(max_length=32)
    sealed_secret = models.BinaryField(max_length=32, default=b"", blank=True)
    commitment = models.CharField(max_length=64)

    form = models.PositiveSmallIntegerField(default=1, db_default=1)
    links = models.BigIntegerField(default=0, db_default=0)
    linked_seq = models.BigIntegerField(default=0, db_default=0)
    audiences = models.TextField(default="", db_default="", blank=True)
    promises = models.JSONField(default=dict, blank=True)
    sealed_root = models.BinaryField(default=b"", db_default=b"", blank=True)

    pace = models.CharField(max_length=10, default="phase")
    absent = models.CharField(max_length=12, choices=AbsentPolicy, default=AbsentPolicy.STANDING)
    deadline_hours = models.PositiveIntegerField(default=72)
    mending_minutes = models.PositiveIntegerField(default=60)
    recall_minutes = models.PositiveIntegerField(default=10, db_default=10)
    mail_mode = models.CharField(max_length=10, choices=MailMode, default=MailMode.LENIENT)
    press = models.CharField(max_length=10, choices=Press, default=Press.ALL)
    press_anonymous = models.BooleanField(default=False)
    press_delivery = models.CharField(max_length=10, choices=PressDelivery, default=PressDelivery.AT_ONCE)
    press_open = models.BooleanField(default=False)
    host = models.CharField(max_length=40, default="", db_default="", blank=True)
    by_invitation = models.BooleanField(default=False, db_default=False)
    child_hours = models.PositiveIntegerField(default=0, db_default=0)
    children_open = models.BooleanField(default=False, db_default=False)
    fight_days = models.PositiveIntegerField(default=14, db_default=14)
    fight_end = models.CharField(
        max_length=10, choices=FightEnd, default=FightEnd.CAPTAINS, db_default=FightEnd.CAPTAINS
    )
    fight_due = models.DateTimeField(null=True, blank=True)
    options = models.JSONField(default=dict, blank=True)

    turn = models.PositiveIntegerField(default=0)
    phase = models.PositiveIntegerField(default=0)
    step = models.CharField(max_length=20, blank=True)
    phase_key = models.CharField(max_length=60, blank=True)
    phase_title = models.CharField(max_length=120, blank=True)
    phase_short = models.CharField(max_length=60, blank=True)
    phase_due = models.DateTimeField(null=True, blank=True)
    remind_at = models.DateTimeField(null=True, blank=True)
    extended = models.BooleanField(default=False)
    opened_seq = models.BigIntegerField(default=0)
    played_from = models.BigIntegerField(default=0)
    put_off = models.PositiveIntegerField(default=0)
    burnt = models.PositiveIntegerField(default=0)
    outcome = models.JSONField(default=dict, blank=True)

    rung_at = models.DateTimeField(default=timezone.now)
    trouble = models.TextField(blank=True)
    trouble_count = models.PositiveIntegerField(default=0)
    retry_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["state", "phase_due"]),
            # the lists of the front page, each in its order. What they ask is written without a parameter:
            # SQLite takes a part of an index for nothing else
            models.Index(
                fields=["state", "created"], name="games_open", condition=_ON_ITS_OWN & Q(by_invitation=False)
            ),
            models.Index(
                fields=["phase_due"], name="games_running", condition=_ON_ITS_OWN & Q(ended__isnull=True)
            ),
            models.Index(
                fields=["ended"], name="games_finished", condition=_ON_ITS_OWN & Q(ended__isnull=False)
            ),
        ]
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.label} {self.title}"

    @property
    def label(self) -> str:
        """The name that players use: G12; of a game that another one called G12-k."""
        return f"G{self.number}"

    @property
    def number(self) -> str:
        """What addresses call it: 12 or 12-k."""
        return self.called or str(self.pk)

    @property
    def family(self) -> Game:
        """The game at the top of its family: itself, if nobody called it."""
        return self.parent.family if self.parent else self

    @property
    def seen_version(self) -> int:
        """The last event that anybody may look at: an adjudication under way is nobody's to see."""
        return self.played_from or self.version

    @property
    def waits_for_players(self) -> bool:
        """Imported or forked in its middle: it goes on when all seats are taken."""
        return self.state == GameState.HELD and self.phase_due is None

    @property
    def head(self) -> str:
        """The head hash in hexadecimal, as reports print it."""
        return bytes(self.head_hash).hex()

    @property
    def deadline(self) -> timedelta:
        return timedelta(hours=self.deadline_hours)


def label_of(row: OfGame) -> str:
    """What the game of a row is called; it is read only where its key does not tell."""
    return f"G{row.game_id}" if row.game_id >= 0 else row.game.label


DEADLINE = "deadline"


class Adjudication(models.Model):
    """One run of the umpire: the phase (or step) it closed, and the events ``first_seq`` to ``last_seq`` it
    wrote. An index into the log for the archive's pages; it could be rebuilt from the log."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="adjudications")
    turn = models.PositiveIntegerField()
    phase = models.PositiveIntegerField()
    step = models.CharField(max_length=20, blank=True)
    key = models.CharField(max_length=60)
    title = models.CharField(max_length=120)
    short = models.CharField(max_length=60)
    reason = models.CharField(max_length=40)
    opened_seq = models.BigIntegerField()
    first_seq = models.BigIntegerField()
    last_seq = models.BigIntegerField()
    head_hash = models.BinaryField(max_length=32)
    closed = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "first_seq"], name="adjudication_place"),
            models.UniqueConstraint(fields=["game", "key"], name="adjudication_key"),
        ]
        ordering = ["game", "first_seq"]

    def __str__(self) -> str:
        return f"{label_of(self)} {self.title}"

    @property
    def by_deadline(self) -> bool:
        """Whether a deadline has closed its phase, by the code of games.play.deadlines.Due."""
        return self.reason == DEADLINE

    @cached_property
    def behind(self) -> int:
        """The last event of the adjudication before this one, 0 for the first: rows of what is over never
        change."""
        return self._last_before("first_seq < %s", self.first_seq)

    @cached_property
    def behind_phase(self) -> int:
        """The last event of the phase before, where this one may have closed a step."""
        return self._last_before("phase < %s", self.phase)

    def _last_before(self, condition: str, value: int) -> int:
        earlier = f"SELECT last_seq FROM games_adjudication WHERE game_id = %s AND {condition}"
        found = values(f"{earlier} ORDER BY first_seq DESC LIMIT 1", self.game_id, value)
        return int(found[0][0]) if found else 0

    def filed(self, kind: str) -> list[tuple[int, int, bytes]]:
        """The events of a type that were on record for its phase before it, as number, version and data: each
        reader of a report asks for his orders among them."""
        if kind not in self._filed:
            stretch = (self.behind_phase + 1, self.first_seq - 1)
            stored = values(_FILED, self.game_id, kind, *stretch)
            self._filed[kind] = [(seq, version, bytes(data)) for seq, version, data in stored]
        return self._filed[kind]

    @cached_property
    def _filed(self) -> dict[str, list[tuple[int, int, bytes]]]:
        return {}

    @property
    def head(self) -> str:
        return bytes(self.head_hash).hex()


_FILED = """
    SELECT seq, version, data FROM games_event
    WHERE game_id = %s AND type = %s AND seq BETWEEN %s AND %s ORDER BY seq
"""
