"""What a report tells of the family: the game that called this one, those that it has called, and how they
ended. Each reader is told what he may know, and nobody else learns that there was anything to tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from uuid import UUID

from django.utils.translation import gettext, ngettext

from games.models import Adjudication, FightEnd, Game, GameState, Seat
from games.record import eventlog, kin
from games.record.kin import Kin
from games.reports import words
from games.reports.custody import Change
from games.reports.layout import listed
from games.seats import following, seats
from rules import engine

DEAD, WOUNDED = "dead", "wounded"


def tidings(
    game: Game, first: Adjudication | None, last: Adjudication | None, seat: Seat | None
) -> tuple[Change, ...]:
    """What a report of the adjudications from ``first`` to ``last`` says first of all (both None: the first
    mail of a game)."""
    reader = seat.name if seat else None
    if first is None or last is None:
        return _beginning(game, seat) if game.parent and game.state != GameState.OVER else ()
    back = (_goes_back(game),) if game.parent and game.state == GameState.OVER else ()
    return (*told_between(game, reader, first.behind + 1, last.last_seq), *back)


def told_between(game: Game, reader: str | None, first: int, last: int) -> list[Change]:
    """What a reader is told of the games that were called, or are over, in a stretch of the log."""
    found: list[tuple[int, Change]] = []
    for one in kin.known_between(game, reader, first, last):
        if first <= one.called_at <= last:
            found.append((one.called_at, _called(game, one, reader)))
        if first <= one.told_at <= last:
            found.append((one.told_at, _told(one)))
    return [change for _, change in sorted(found, key=lambda each: each[0])]


def rests_for(game: Game, found: Iterable[Kin]) -> list[Kin]:
    """Those without which a game does not go on, of the games that a reader may know of."""
    calls = engine.awaiting(eventlog.load(game.pk, game.seen_version).battle).rests
    return [one for one in found if one.told is None and one.call.call in calls]


def rests(game: Game, found: Iterable[Kin], named: Callable[[Kin], str] = lambda one: one.game.label) -> str:
    """What a resting game waits for, in words; "" for one that does not rest."""
    if game.state != GameState.RESTING:
        return ""
    labels = [named(one) for one in rests_for(game, found)]
    if not labels:
        return gettext("The game rests until what it has called is over.")
    told = ngettext(
        "The game rests until {games} is over.", "The game rests until {games} are over.", len(labels)
    )
    return told.format(games=listed(labels))


def tag(game: Game) -> str:
    """What stands in brackets in subjects: the game alone where no order form names its phase any more."""
    return game.label if is_settled(game) else words.tag(game)


def meant(seat: Seat) -> str:
    """Of what a player has chosen for a seat: for which games of its family it holds; "" if there is one."""
    with_it = [row.game.label for row in following.follow(seat) if not row.captain]
    if with_it:
        return gettext("That holds for {games} too.").format(games=listed(with_it))
    if above := seat.follows:
        return gettext("That holds for {label} alone, and not for {above}, which has called it.").format(
            label=seat.game.label, above=above.game.label
        )
    return ""


def is_settled(game: Game) -> bool:
    """Whether no order counts in a game any more that rests: those that it has called decide it."""
    resting = game.state == GameState.RESTING
    return resting and engine.awaiting(eventlog.load(game.pk, game.seen_version).battle).settled


def settled(game: Game, seat: Seat) -> str:
    """Why a game takes no orders of a seat any more though it is not over, and where they go instead."""
    if not is_settled(game):
        return gettext(
            "While {label} waits for another game nothing is agreed on about its end. Say it again when it "
            "goes on."
        ).format(label=game.label)
    deciding = rests_for(game, kin.known(game, seat.name))
    told = gettext("{label} is fought: it takes no orders any more, and none were taken from your mail.")
    return " ".join([told.format(label=game.label), *(_decides(seat, one) for one in deciding)])


def _decides(seat: Seat, one: Kin) -> str:
    label = one.game.label
    if one.game.state == GameState.OVER:
        return gettext("{label} has decided it, and you are told at once how.").format(label=label)
    above = [row for row in one.game.seats.filter(stands_for=seat) if row.follows and not row.captain]
    if not above:
        return gettext("{label} decides it, and others play that one.").format(label=label)
    return gettext(
        "What decides it is {label}, {title}: your orders go there, as a reply to its newest mail or to "
        "{address}."
    ).format(
        label=label,
        title=engine.named(one.game.title),
        address=seats.reply_address(above[0], one.game.phase),
    )


def who(game: Game, one: Kin) -> str:
    """Which seats of a game play one that it has called."""
    there = set(one.call.seats.values())
    return listed([words.inside(engine.named(seat.title)) for seat in game.seats.all() if seat.name in there])


def outcome(one: Kin) -> str:
    """How a game ended, once its parent was told."""
    if one.told is None:
        return ""
    ended = one.told.outcome
    names = _sides_of(one.game)
    return words.outcome(
        names.get(ended.winner or "", ended.winner or ""),
        engine.translated(ended.reason),
        [(names.get(side, side), points) for side, points in sorted(ended.scores.items())],
    )


# the paragraphs


def _beginning(game: Game, seat: Seat | None) -> tuple[Change, ...]:
    """Who called a game, and what it has from there."""
    assert game.parent is not None
    agreed = eventlog.load(game.parent.pk, game.parent.seen_version).battle.setup
    began = eventlog.load(game.pk, 1).battle
    carried = engine.carried_over(agreed, began, seat.name if seat else None)
    told = (_called_by(game, seat),)
    return (*told, Change(gettext("What is carried over"), " ".join(carried))) if carried else told


def _called_by(game: Game, seat: Seat | None) -> Change:
    assert game.parent is not None
    above = {"label": game.parent.label, "title": engine.named(game.parent.title)}
    if is_settled(game.parent):
        told = gettext(
            "{label}, {title}, is fought and has called this game to decide it: the end of this one is the "
            "end of both."
        ).format(**above)
    else:
        told = gettext(
            "{label}, {title}, has called this game, and what happens here counts there: when it is over, "
            "{label} is told who lives and what was won and lost, and goes on with that."
        ).format(**above)
    if seat and seat.follows:
        told += " " + gettext("You play here because you play {seat} there.").format(
            seat=words.inside(engine.named(seat.follows.title))
        )
    told = " ".join([told, *clock(game, seat)])
    if seat and seat.follows and not is_settled(game.parent):
        told += " " + gettext(
            "If you would rather not fight it yourself, a line FIGHTS CAPTAIN leaves it to a captain, and "
            "INVITE with an address to whom you like."
        )
    return Change(gettext("Called by another game"), told)


def clock(child: Game, seat: Seat | None) -> list[str]:
    """Until when a game that another one has called is played at most, and what becomes of it then."""
    if child.fight_due is None or child.parent is None or child.state == GameState.OVER:
        return []
    if child.parent.fight_end == FightEnd.QUICK:
        said = gettext("It is played until {moment} at most; then {label} settles what stands on the board.")
    else:
        said = gettext("It is played until {moment} at most; then captains play it to its end.")
    return [said.format(moment=words.moment(child.fight_due, seat), label=child.parent.label)]


def _goes_back(game: Game) -> Change:
    assert game.parent is not None
    label = game.parent.label
    if game.parent.state == GameState.OVER:
        told = gettext("{label} is over already: nothing goes back to it any more.").format(label=label)
    elif is_settled(game.parent):
        told = gettext(
            "{label} is told how it ended, who lives and who fell, and is over with that: this game has "
            "decided both."
        ).format(label=label)
    else:
        told = gettext(
            "Who lives goes back as he is now, with his wounds, and so do horses, engines, prisoners, stores "
            "and damage. {label} is told of it, and goes on."
        ).format(label=label)
    return Change(gettext("What goes back"), told)


def _called(game: Game, one: Kin, reader: str | None) -> Change:
    label = one.game.label
    told = gettext("{label} is played by {who}; what happens there counts here.").format(
        label=label, who=who(game, one)
    )
    own = [row for row in one.game.seats.all() if reader and one.call.seats.get(row.name) == reader]
    if any(row.captain and row.email for row in own):
        told += " " + gettext("A captain fights for you there, as you wanted.")
    elif own:
        told += " " + gettext("You play there too, and a mail of its own says how it begins.")
    seat = next((row for row in game.seats.all() if row.name == reader), None)
    return Change(gettext("A game of its own is called"), " ".join([told, *clock(one.game, seat)]))


def _told(one: Kin) -> Change:
    assert one.told is not None
    sides = _sides_of(one.game)
    told = " ".join((f"{one.game.label}: {outcome(one)}", *_back(one.told.back, sides)))
    return Change(gettext("A game that was called is over"), told)


def _sides_of(game: Game) -> dict[str, str]:
    """What its sides are called, by their ids, in the order of their phases."""
    return {side: engine.named(name) for side, name in _sides(game.pk, game.uuid)}


@lru_cache(maxsize=4096)
def _sides(game_id: int, _: UUID) -> tuple[tuple[str, str], ...]:
    """The same as the first event has it, which never changes."""
    created = next(eventlog.events(game_id, 1, 1))
    assert isinstance(created, engine.Created)
    return tuple((side.id, side.name) for side in created.setup.sides)


def _back(back: engine.Returned, sides: Mapping[str, str]) -> list[str]:
    """Who comes back, and what."""
    fallen = [figure.name for figure in back.figures if figure.health == DEAD]
    hurt = [figure.name for figure in back.figures if figure.health == WOUNDED]
    told = []
    if back.figures:
        men = {side: [man for man in back.figures if man.side == side] for side in sides}
        alive = [
            gettext("{side} {alive} of {number}").format(
                side=sides[side], alive=sum(man.health != DEAD for man in own), number=len(own)
            )
            for side, own in men.items()
            if own
        ]
        told.append(gettext("Alive: {sides}.").format(sides=", ".join(alive)))
    if hurt:
        told.append(gettext("Wounded: {names}.").format(names=listed(hurt)))
    if fallen:
        told.append(gettext("Dead: {names}.").format(names=listed(fallen)))
    if back.prisoners:
        told.append(
            ngettext("{number} prisoner.", "{number} prisoners.", len(back.prisoners)).format(
                number=len(back.prisoners)
            )
        )
    goods = ", ".join(
        f"{engine.translated(name)} {number}"
        for name, number in sorted(back.stores.items())
        if number and "_" not in name  # names with it are the rules' own notes
    )
    if goods:
        told.append(gettext("Stores: {goods}.").format(goods=goods))
    return told
