"""The umpire of the veiled table (veiled_table.py): three seats order at once, sealed, and everything is
opened together.

Orders: MOVE a1 3 (a place away), SPY b1 (what it holds today), SHIFT 2 a1 TO a2 (of one's own, next to each
other); GUARD a1 stands until it is replaced and is used when that counter is attacked; SALT word; FINAL. TRY
before an order asks. Counters of foes who meet fight: an open die says who wins. Each day the umpire rolls
for his purse and each side for its stores, with dice of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, ClassVar

from msgspec.structs import replace

from rules import engine
from rules.core.choices import Choice, Question
from rules.desk.receipts.tested_account import Tested
from rules.events.asking import AskingChosen
from rules.events.sequence import GameEnded, PhaseEnded, PhaseOpened
from rules.events.terms import StandingOrderUsed
from rules.events.umpire import StandingOrderSpent
from rules.evolve import evolve
from rules.journal import Stopped, TableJournal
from rules.narrate.lines import ReportLine
from rules.state.table import Outcome, Seat, Side
from rules.views.records import Picture, PictureHex, PicturePiece, Situation
from tests.games.veiled_table import (
    KINDS,
    Counter,
    CounterMoved,
    Foraged,
    Fought,
    Lore,
    PurseFilled,
    Shifted,
    Spied,
    SpoilsTaken,
    Stirred,
    Veiled,
    VeiledCreated,
    VeiledSetup,
)

SEATS = ("alba", "brun", "cora")
DEALT = (
    Counter("a1", "alba", 0, 5, "Hugo"), Counter("a2", "alba", 1, 3, "Odo"),
    Counter("b1", "brun", 2, 4, "Melo"), Counter("b2", "brun", 3, 6, "Gui"),
    Counter("c1", "cora", 4, 2, "Serlo"), Counter("c2", "cora", 5, 7, "Tancred"),
)  # fmt: skip
SPOILS = "spoils"
_OK, _BAD = engine.Verdict.OK, engine.Verdict.ILLEGAL


class VeiledSituation(Situation, frozen=True, kw_only=True, tag="veiled"):
    """The sheet of a veiled table: all of it is in its notes."""


class VeiledRules:
    """The umpire. ``dealt``, ``stores`` and ``purse`` are what the next game begins with, ``agreed`` what is
    agreed on besides."""

    seated: ClassVar[list[VeiledRules]] = []

    def __init__(self) -> None:
        self.dealt: tuple[Counter, ...] = DEALT
        self.stores: dict[str, int] = dict.fromkeys(SEATS, 2)
        self.purse = 3
        self.agreed: dict[str, Any] = {"pact": ("brun", "cora")}
        self.umpire = engine.Umpire(
            scale="veiled",
            state=Veiled,
            setup=VeiledSetup,
            kinds=KINDS,
            scenarios=tuple,
            knows="veiled".__eq__,
            new_game=self.new_game,
            missing_rules=lambda setup: "",
            awaiting=awaiting,
            order_form=order_form,
            read_orders=read_orders,
            adjudicate=adjudicate,
            narrate=narrate,
            situation=situation,
            captain=lambda table, seat, temper: [order_form(table, seat).split("\n")[-1]],
            could_act=lambda table, seat, reading: tuple(
                told(table, seat, c) for c in own(table, seat) if not any(c.id in o for o in reading.orders)
            ),
            walk_through=tested,
            picture=picture,
            short_help=lambda table, seat: (f"SPY {_others(table, seat)[0].id}", order_form(table, seat)),
            questions=lambda table: (Question(SPOILS, "what becomes of the spoils"),),
        )

    def admit(self) -> None:
        """Play from now on."""
        engine.admit(self.umpire)
        self.seated.append(self)

    @classmethod
    def leave(cls) -> None:
        """Nobody plays at veiled tables any more."""
        while cls.seated:
            engine.dismiss(cls.seated.pop().umpire)

    def new_game(
        self, scenario: str, options: engine.Options, commitment: str, tables: Mapping[str, Any]
    ) -> list[engine.Event]:
        setup = VeiledSetup(
            scenario=scenario,
            title="The veiled valley",
            ruleset="veiled-1",
            sides=tuple(Side(id=s, name=s.title(), adjective=s.title()) for s in SEATS),
            seats=tuple(Seat(id=s, side=s, name=s.title()) for s in SEATS),
            options=options,
            tables_digest="",
            commitment=commitment,
            **self.agreed,
        )
        created = VeiledCreated(setup=setup, counters=self.dealt, stores=dict(self.stores), purse=self.purse)
        asked = [AskingChosen(seat=setup.asking, kinds=(SPOILS,))] if setup.asking else []
        return [created, *asked, PhaseOpened(number=1, turn=1, side="")]


# looking at what a seat knows


def own(table: Veiled, seat: str | None) -> list[Counter]:
    return [counter for counter in table.counters.values() if counter.seat == seat]


def _others(table: Veiled, seat: str | None) -> list[Counter]:
    return [counter for counter in table.counters.values() if counter.seat != seat]


def told(table: Veiled, seat: str | None, counter: Counter) -> str:
    """A counter with all that a seat knows of it."""
    if counter.seat == seat:
        return f"{counter.id} ({counter.name}, {counter.strength} men)"
    lore = table.knows(seat, counter.id)
    if lore is None:
        return counter.id
    doubt = ", not so any more" if lore.stale else ""
    return f"{counter.id} ({lore.name}, {lore.strength} men on day {lore.day}{doubt})"


def awaiting(table: Veiled) -> engine.Awaiting:
    return engine.Awaiting(
        phase=table.phase,
        turn=table.turn,
        side="",
        key=f"t{table.turn}-all",
        title=f"day {table.turn}",
        short=f"D{table.turn}",
        seats=() if table.outcome else SEATS,
        over=table.outcome is not None,
    )


def situation(table: Veiled, seat: str | None) -> VeiledSituation:
    notes = [f"{told(table, seat, c)} at {c.place}." for c in table.counters.values()]
    notes += [f"Laid by: {count}." for count in table.stores.values()]
    notes += [f"{s.title()} won {count}." for s, count in table.won.items()]
    return VeiledSituation(
        title=table.setup.title,
        turn=table.turn,
        turns=table.setup.phases,
        phase_title=awaiting(table).title,
        notes=tuple(notes),
    )


def picture(table: Veiled, seat: str | None, before: Veiled | None, shown: Sequence[engine.Event]) -> Picture:
    places = table.setup.places
    return Picture(
        hexes=tuple(PictureHex(f"{n + 1:02d}01", n, 0, "clear", 0) for n in range(places)),
        hexsides=(),
        pieces=tuple(_piece(table, seat, c) for c in table.counters.values()),
        tracks=(),
        sides=tuple(side.name for side in table.setup.sides),
        summary="; ".join(f"{told(table, seat, c)} at {c.place}" for c in table.counters.values()),
    )


def _piece(table: Veiled, seat: str | None, counter: Counter) -> PicturePiece:
    lore = table.knows(seat, counter.id)
    known = counter if counter.seat == seat else lore
    return PicturePiece(
        id=counter.id, name=counter.id, badge=counter.id.title(), side=counter.seat,
        side_number=SEATS.index(counter.seat) % 2, kind="foot", label=f"{counter.place + 1:02d}01", rear="",
        facing="", health="healthy", armoured=False, weapon="", attack=known.strength if known else 0,
        defence=0, movement=0,
    )  # fmt: skip


# orders


def order_form(table: Veiled, seat: str) -> str:
    known = [f"# {told(table, seat, c)}" for c in table.counters.values()]
    return "\n".join([*known, *(f"MOVE {c.id} {c.place}" for c in own(table, seat))])


def read_orders(table: Veiled, seat: str, lines: Sequence[str]) -> engine.Reading:
    orders, standing = table.sheets.get(seat, ()), table.standing.get(seat, ())
    salt, before = table.salts.get(seat, ""), (orders, standing, table.salts.get(seat, ""))
    read, commands, fresh, guards = [], [], [], []
    for line in lines:
        words = line.split()
        verb = words[0].upper() if words else ""
        if verb in ("FINAL", "CLEAR", "HELP", "STATUS", "REPORT") or (verb == "TRY" and len(words) == 1):
            commands.append(line.lower())
            read.append(engine.LineReading(line=line, verdict=engine.Verdict.COMMAND))
            continue
        asked = verb in ("TRY", "TEST")
        why = refusal(table, seat, words[1:] if asked else words)
        canonical = "" if why else " ".join(words[asked:])
        read.append(
            engine.LineReading(
                line=line, verdict=_BAD if why else _OK, message=(why,) if why else (), canonical=canonical,
                asked=asked, details=(worth(table, seat, words[-1]),) if asked and not why else (),
            )
        )  # fmt: skip
        if verb == "SALT" and not why:
            salt = words[1]
        elif verb == "GUARD" and not why:
            guards.append(canonical)
        elif not why and not asked:
            fresh.append(canonical)
    now = (tuple(fresh) or orders, tuple(guards) or standing, salt)
    return engine.Reading(
        lines=tuple(read), orders=now[0], standing=now[1], idle=(), commands=tuple(commands),
        changed=now != before, renewed=tuple(guards), salt=salt,
    )  # fmt: skip


def refusal(table: Veiled, seat: str, words: Sequence[str]) -> str:
    """Why an order cannot be taken, as far as the seat can know it; "" if it can."""
    match [words[0].upper() if words else "", *words[1:]]:
        case ["SALT", _]:
            return ""
        case ["MOVE", counter, place] if counter in table.counters and place.isdigit():
            mine = table.counters[counter]
            near = (int(place) - mine.place) % table.setup.places in (0, 1, table.setup.places - 1)
            return "" if mine.seat == seat and near and int(place) < table.setup.places else "not there"
        case ["GUARD", counter] if counter in table.counters:
            return "" if table.counters[counter].seat == seat else "not yours"
        case ["SPY", counter] if counter in table.counters:
            return "yours" if table.counters[counter].seat == seat else ""
        case ["SHIFT", amount, giver, _, taker] if {giver, taker} <= table.counters.keys():
            one, other = table.counters[giver], table.counters[taker]
            if {one.seat, other.seat} != {seat} or not amount.isdigit():
                return f"{told(table, seat, one)} and {told(table, seat, other)} are not both yours"
            return "" if int(amount) <= one.strength else f"{told(table, seat, one)} has not so many"
    return "not understood; known are " + ", ".join(told(table, seat, c) for c in table.counters.values())


def worth(table: Veiled, seat: str, counter: str) -> str:
    """What TRY answers."""
    found = table.counters.get(counter)
    return told(table, seat, found) if found else f"laid by: {table.stores.get(seat, 0)}"


def tested(
    known: Veiled, shown: Sequence[engine.Event], seat: str, contracts: Sequence[str]
) -> tuple[Tested, ...]:
    """TEST: when a GUARD would have been used in what the seat saw."""
    fights = [event for event in shown if isinstance(event, Fought)]
    return tuple(
        Tested(line, tuple(f"against {f.attacker} {f.names[0]}" for f in fights if f.defender in line), ())
        for line in contracts
    )


# a day


def adjudicate(
    table: Veiled, dice: engine.Dice, answers: Mapping[str, str] | None = None
) -> list[engine.Event]:
    journal: TableJournal[Veiled] = TableJournal(table, dice, answers)
    with suppress(Stopped):
        _day(journal)
    return journal.events


def _day(journal: TableJournal[Veiled]) -> None:
    now, sheets = journal.table, dict(journal.table.sheets)
    moved = []
    for verb, act in (("MOVE", _move), ("SPY", _spy), ("SHIFT", _shift)):
        for seat in SEATS:
            for line in sheets.get(seat, ()):
                words = line.split()
                if words[0].upper() == verb and not refusal(now, seat, words):
                    act(journal, seat, words)
                    moved += [words[1]] if verb == "MOVE" else []
    for counter in moved:
        _meet(journal, counter)
    journal.record(PurseFilled(amount=journal.roll("VEI-1", "umpire", chain="umpire")))
    for seat in SEATS:
        journal.record(Foraged(seat=seat, amount=journal.roll("VEI-2", seat, chain=f"side:{seat}") % 3))
    journal.record(PhaseEnded(number=now.phase, digest=engine.digest(now)))
    if now.phase >= now.setup.phases:
        best = max(now.won, key=lambda seat: now.won[seat], default="")
        journal.record(GameEnded(outcome=Outcome(winner=best, reason="the days are over", scores=now.won)))
    else:
        journal.record(PhaseOpened(number=now.phase + 1, turn=now.phase + 1, side=""))


def _move(journal: TableJournal[Veiled], seat: str, words: Sequence[str]) -> None:
    if journal.table.counters[words[1]].place != int(words[2]):
        journal.record(CounterMoved(counter=words[1], place=int(words[2])))


def _spy(journal: TableJournal[Veiled], seat: str, words: Sequence[str]) -> None:
    found = journal.table.counters[words[1]]
    lore = Lore(found.strength, found.name, journal.table.turn)
    journal.record(Spied(seat=seat, counter=found.id, lore=lore))


def _shift(journal: TableJournal[Veiled], seat: str, words: Sequence[str]) -> None:
    journal.record(Shifted(seat=seat, giver=words[2], taker=words[4], amount=int(words[1])))


def _meet(journal: TableJournal[Veiled], counter: str) -> None:
    """Whoever has come to a place fights the first foe there."""
    now = journal.table
    mine = now.counters[counter]
    foe = next((c for c in _others(now, mine.seat) if c.place == mine.place
                and now.setup.foes(mine.seat, c.seat)), None)  # fmt: skip
    if foe is None:
        return
    winner, loser = (mine, foe) if journal.roll("VEI-3", mine.id, foe.id) > 5 else (foe, mine)
    journal.record(
        Fought(
            attacker=mine.id, defender=foe.id, winner=winner.id, strengths=(mine.strength, foe.strength),
            names=(mine.name, foe.name), left=max(0, loser.strength - 1), learn=(mine.seat, foe.seat),
        )
    )  # fmt: skip
    guard = f"GUARD {foe.id}"
    if guard in now.standing.get(foe.seat, ()) and guard not in now.spent_orders.get(foe.seat, ()):
        journal.record(StandingOrderUsed(seat=foe.seat, order=guard, turn=now.turn))
        journal.record(StandingOrderSpent(seat=foe.seat, order=guard))
    options = (Choice("keep", "Keep them."), Choice("bury", "Bury them."))
    chosen = journal.decide(
        winner.seat, SPOILS, "keep", "VEI-4", question=f"What becomes of the spoils of {winner.id}?",
        options=lambda: options, figure=winner.id,
    )  # fmt: skip
    journal.record(SpoilsTaken(seat=winner.seat, counter=winner.id, choice=chosen))
    journal.record(CounterMoved(counter=loser.id, place=(loser.place + 1) % now.setup.places))


# what is told


def narrate(known: Veiled, shown: Iterable[engine.Event], seat: str | None) -> list[ReportLine]:
    at, lines, dice = known.copy(), [], []
    for event in shown:
        if isinstance(event, engine.DieRolled):
            dice.append(event.name)
        elif text := _sentence(at, event, seat):
            private = isinstance(event, Spied | Shifted | Foraged | SpoilsTaken | StandingOrderUsed)
            lines.append(ReportLine(text=text, dice=tuple(dice), private=private))
            dice.clear()
        evolve(at, event)
    return lines


def _sentence(at: Veiled, event: engine.Event, seat: str | None) -> str:
    match event:
        case CounterMoved():
            return f"{told(at, seat, at.counters[event.counter])} goes to {event.place}."
        case Spied():
            return f"{event.counter} is {event.lore.name} with {event.lore.strength} men."
        case Shifted():
            return f"{event.amount} men go from {event.giver} to {event.taker}."
        case Stirred():
            return f"Something stirs at {event.place}: {event.counter or 'who knows'}."
        case Fought():
            who = zip((event.attacker, event.defender), event.names, strict=True)
            met = " attacks ".join(f"{counter} {name}".strip() for counter, name in who)
            return f"{met} {' against '.join(map(str, event.strengths))}; {event.winner} wins."
        case SpoilsTaken():
            return f"The spoils: {event.choice}."
        case Foraged():
            return f"Your men bring in {event.amount}."
        case StandingOrderUsed():
            return f"As you ordered: {event.order}."
    return ""


def with_content(**changes: Any) -> tuple[Counter, ...]:
    """The counters as dealt, with other content by id: ``a1={"strength": 9}``."""
    return tuple(replace(c, **changes.get(c.id, {})) for c in DEALT)
