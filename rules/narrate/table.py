"""Telling the umpire's acts: the use of standing orders, conditions, orders that failed, the end."""

from __future__ import annotations

from typing import TypeGuard

from rules.core.language import english, say, say_many, translated
from rules.events import asking, ending, families, sequel, sequence, umpire, works
from rules.events.base import Event
from rules.events.missile import FireDeclared
from rules.events.movement import Moved
from rules.narrate.story import Story, Teller
from rules.orders.filed import bound_by
from rules.orders.trouble import listed

# What was decided, by the kind of choice: that something is done, and that nothing is.
_DECIDED: dict[str, tuple[str, str]] = {
    "watch": (english("{who} shoots"), english("nobody shoots")),
    "wound": (english("{who} takes it"), english("{who} takes it")),
    "refuse": (english("{who} goes out of the way"), english("{who} stands")),
    "counter": (english("{who} rides against the charge"), english("nobody rides against the charge")),
    "topple": (english("{who} sees to the ladder"), english("{who} leaves the ladder")),
    "cut": (english("{who} sees to the rope"), english("{who} leaves the rope")),
    "douse": (english("{who} fights the fire"), english("{who} lets it burn")),
    "gate": (english("{who} goes to the chains"), english("{who} leaves the gate")),
    "fall": (english("{who} falls that way"), english("{who} falls that way")),
    "evacuate": (english("{who} gets out that way"), english("{who} gets out that way")),
    "advance": (english("{who} follows up"), english("{who} stays")),
    "advance of all": (english("{who} follows up"), english("nobody follows up")),
}


_STILL = ("stay", "stand", "nobody", "hold", "wait")


def decided(story: Story, event: umpire.DecisionMade) -> None:
    if not event.order and not event.answered:
        return
    if _shoots_as_ordered(event):
        _watching(story, event)
        return
    if not event.answered and event.about == "advance" and _advances(story.next, event.figure):
        story.line(
            say("As you ordered: {order}.", order=event.order), 1, figures=(event.figure,), private=True
        )
        return
    how = say("As you answered") if event.answered else say("As you ordered ({order})", order=event.order)
    who = story.name(event.figure) if event.figure else say("your side")
    still = event.chosen in _STILL
    about = "advance of all" if event.about == "advance" and not event.figure else event.about
    does, does_not = _DECIDED.get(about, ("", ""))
    told = does_not if still else does
    text = say("{how}: {decision}.", how=how, decision=say(told, who=who)) if told else f"{how}."
    story.line(text, 1, event.rule, private=True)


def _shoots_as_ordered(event: Event | None) -> TypeGuard[umpire.DecisionMade]:
    if not isinstance(event, umpire.DecisionMade) or event.about != "watch":
        return False
    return bool(event.figure and event.order) and not event.answered and event.chosen not in _STILL


def _watching(story: Story, event: umpire.DecisionMade) -> None:
    """One line for all who shoot at the same mover as they were told to."""
    story.watching.append((event.figure, event.order))
    if _shoots_as_ordered(story.next) and story.next.seat == event.seat:
        return
    shooters, orders = zip(*story.watching, strict=True)
    story.watching = []
    order = orders[0] if len(set(orders)) == 1 else "WATCH"
    volley = story.next
    if isinstance(volley, FireDeclared) and len(shooters) > 1 and set(volley.shooters) == set(shooters):
        story.said = volley
        together = say(
            "As you ordered ({order}): {who} shoot together at {target} in {hex}.",
            order=order,
            who=story.names(shooters),
            target=story.name(volley.target),
            hex=volley.hex,
        )
        story.line(
            together, story.depth_of_fire, "GUI-5.3c", figures=(*shooters, volley.target), private=True
        )
        return
    if len(shooters) == 1 and _fires(volley, shooters[0]):
        ordered = say("As you ordered: {order}.", order=order)
        story.line(ordered, story.depth_of_fire, figures=shooters, private=True)
        story.ordered = shooters[0]
        return
    text = say_many(
        "As you ordered ({order}): {who} shoots.",
        "As you ordered ({order}): {who} shoot.",
        len(shooters),
        order=order,
        who=story.names(shooters),
    )
    story.line(text, 1, event.rule, figures=shooters, private=True)


def _advances(event: Event | None, figure: str) -> bool:
    """Whether what is told next is that he follows up."""
    return isinstance(event, Moved) and event.how == "advance" and event.figure == figure


def _fires(event: Event | None, shooter: str) -> bool:
    """Whether the shot that is told next is his."""
    return isinstance(event, FireDeclared) and event.shooters == (shooter,)


def answered(story: Story, event: asking.DecisionAnswered) -> None:
    if not event.choice:
        said = say(
            "You were asked, and no answer came in time: for the rest of the phase your standing orders "
            "decide."
        )
        story.line(said, 1, "RUL-522", private=True)


def checked(story: Story, event: umpire.ConditionChecked) -> None:
    if story.checked.get(event.condition) is event.holds:
        return
    story.checked[event.condition] = event.holds
    told = (
        english("You said IF {condition}: so it is.")
        if event.holds
        else english("You said IF {condition}: it is not so.")
    )
    story.line(say(told, condition=event.condition), 0, "", private=True)


def failed(story: Story, event: umpire.OrderFailed) -> None:
    """One line for all of an order whom the same kept from it; named where it binds others too."""
    story.failing.append(event.figure)
    if _fails_likewise(event, story.next):
        return
    men, story.failing = tuple(dict.fromkeys(story.failing)), []
    bound = bound_by(story.battle, event.seat, event.order)
    if not all(men):  # of an order for several some may have fought
        men = tuple(figure for figure in bound if figure not in story.battle.now.attacked)
    others = set(bound) - set(men)
    if others and men:
        told = say(
            "Not done by {who} of your order {order}: {why}.",
            who=story.names(men),
            order=event.order,
            why=event.why,
        )
    else:
        told = say("Not done of your order {order}: {why}.", order=event.order, why=event.why)
    story.line(told, 0, event.rule, private=True)


def _fails_likewise(event: umpire.OrderFailed, other: Event | None) -> bool:
    if not isinstance(other, umpire.OrderFailed) or not (event.figure and other.figure):
        return False
    return (other.seat, other.order, other.why) == (event.seat, event.order, event.why)


def extended(story: Story, event: umpire.DeadlineExtended) -> None:
    story.line(say("The deadline was extended: {reason}.", reason=event.reason), 0)


def game_ended(story: Story, event: sequence.GameEnded) -> None:
    outcome = event.outcome
    sides = {side.id: translated(side.name) for side in story.battle.setup.sides}
    won = listed([sides[side] for side in story.battle.winners_by(outcome)], "and")
    winner = say("{side} win", side=won) if won else say("Nobody wins")
    scores = ", ".join(f"{sides[side]} {points}" for side, points in sorted(outcome.scores.items()))
    text = say("The game is over. {winner}: {reason}", winner=winner, reason=outcome.reason)
    story.line(f"{text} ({scores})." if scores else f"{text}.", 0)


def draw_offered(story: Story, event: ending.DrawOffered) -> None:
    story.line(say("{seat} offers a draw.", seat=_seat(story, event.seat)), 0)


def draw_refused(story: Story, event: ending.DrawRefused) -> None:
    story.line(say("{seat} wants no draw.", seat=_seat(story, event.seat)), 0)


def end_agreed(story: Story, event: ending.EndAgreed) -> None:
    story.line(say("The players end the game: {reason}.", reason=event.outcome.reason), 0)


def _seat(story: Story, seat: str) -> str:
    return translated(story.battle.seat(seat).name)


def battle_fought(story: Story, event: sequel.BattleFought) -> None:
    battle = story.battle
    told = []
    for side in battle.setup.sides:
        men = battle.side_figures(side.id)
        standing = sum(1 for man in men if man.active or man.awaited or man.left_by is not None)
        told.append(
            say("{side} {standing} of {total}", side=translated(side.name), standing=standing, total=len(men))
        )
    text = say(
        "This battle is over: {reason} (standing: {sides}). Whoever lives fights on in {battle}, and that "
        "decides.",
        reason=event.outcome.reason,
        sides=", ".join(told),
        battle=translated(battle.setup.sequel.title) if battle.setup.sequel else "",
    )
    story.line(text, 0, "RUL-208")


def game_called(story: Story, event: families.GameCalled) -> None:
    seats = {seat.id: translated(seat.name) for seat in story.battle.setup.seats}
    who = ", ".join(seats[name] for name in dict.fromkeys(event.seats.values()) if name in seats)
    if who:
        story.line(say("A game of its own is called, and played by: {who}.", who=who), 0)
    else:
        story.line(say("A game of its own is called."), 0)


def game_told(story: Story, event: families.GameTold) -> None:
    sequel = story.battle.setup.sequel
    what = translated(sequel.title) if sequel else say("A game that was called")
    story.line(say("{game} is over: {reason}.", game=what, reason=event.outcome.reason), 0)


def called_off(story: Story, event: families.CalledOff) -> None:
    story.line(say("The game is called off: {reason}.", reason=event.why), 0)


def overlay_placed(story: Story, event: works.OverlayPlaced) -> None:
    story.line(
        say("{kind} in {hexes}.", kind=event.overlay.kind.capitalize(), hexes=", ".join(event.overlay.hexes)),
        0,
    )


def overlay_removed(story: Story, event: works.OverlayRemoved) -> None:
    overlay = story.battle.overlays[event.overlay]
    story.line(
        say("{kind} in {hexes} is gone.", kind=overlay.kind.capitalize(), hexes=", ".join(overlay.hexes)), 0
    )


TELLERS: dict[type[Event], Teller] = {
    umpire.DecisionMade: decided,
    asking.DecisionAnswered: answered,
    umpire.ConditionChecked: checked,
    umpire.OrderFailed: failed,
    umpire.DeadlineExtended: extended,
    sequence.GameEnded: game_ended,
    ending.DrawOffered: draw_offered,
    ending.DrawRefused: draw_refused,
    ending.EndAgreed: end_agreed,
    sequel.BattleFought: battle_fought,
    families.GameCalled: game_called,
    families.GameTold: game_told,
    families.CalledOff: called_off,
    works.OverlayPlaced: overlay_placed,
    works.OverlayRemoved: overlay_removed,
}
