"""What a player who leads groups in a campaign has to know: the lines that he needs first, and help on each
word."""

from __future__ import annotations

from collections.abc import Iterator

from rules.campaign.plans.checks.facts import Facts
from rules.campaign.plans.examples import with_own
from rules.campaign.plans.names import Known
from rules.campaign.plans.plan import Plan
from rules.campaign.plans.words import VERBS, verb_of
from rules.campaign.routes import way_by
from rules.core.language import say
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Founded
from rules.state.figure import Hex, SeatId

Lesson = tuple[str, str]


def primer(at: Campaign, seat: SeatId) -> tuple[Lesson, ...]:
    """The lines that a seat needs first, with its own groups and places, and what each of them does."""
    known = Known(at, seat)
    own = sorted(known.own_groups(), key=lambda group: -at.prestige_of(group))
    if not own:
        return (("QUIET up to 3 days", say("Up to three days are played in one mail, if all say so.")),)
    first = known.called(own[0])
    there = _to_march_to(known, at.groups[own[0]].hex)
    home = next((place.name for place in there if known.ours(place.id)), at.setup.places[0].name)
    strange = next((place.name for place in there if not known.ours(place.id)), home)
    lines = [
        (f"MARCH {first} to {home} by road; avoid strangers",
         say("Goes there day by day. Ten men and more have to be fed: in your places, or from a convoy.")),
        (f"MEET {first}: fight if odds 3 to 2; refuse if 5 or more weaker",
         say("What they do when they meet others, who are seen then.")),
    ]  # fmt: skip
    if len(own) > 1:
        other = known.called(own[1])
        lines.append(
            (
                f"JOIN any battle next to {other} if {first} fights",
                say("Help for a neighbour on the same day."),
            )
        )
    lines += [
        (
            f"SUMMON {strange} with {first}",
            say("Asks a place to pay, or to open its gates, once they are there."),
        ),
        ("QUIET up to 3 days", say("Up to three days are played in one mail, if all say so.")),
    ]
    return tuple(lines)


def _to_march_to(known: Known, start: Hex) -> Iterator[Founded]:
    """Places to which there is a way over land from a hex, the nearest first."""
    terrain = Facts(known, Plan()).terrain
    others = [place for place in known.at.setup.places if place.hex != start]
    for place in sorted(others, key=lambda place: (known.land.distance(start, place.hex), place.name)):
        if way_by(known.land, terrain, start, (place.hex,), frozenset(), False):
            yield place


def short_help(at: Campaign, seat: SeatId) -> tuple[str, ...]:
    """For somebody who wrote no line of orders."""
    return tuple(text for line, what in primer(at, seat) for text in (line, f"   {what}"))


def help_on(at: Campaign, word: str, seat: SeatId = "") -> str:
    """Help on one order word, or a line with each of them; with the seat's own men in its examples."""
    verb = verb_of(word.strip().split(" ", 1)[0]) if word.strip() else ""
    told = _all_words() if not verb else f"{VERBS[verb].example}\n{_lessons()[verb]}"
    return with_own(told, Known(at, seat)) if seat else told


def _all_words() -> str:
    """A line with each order word, and how to learn more."""
    lines = [found.example for found in VERBS.values()]
    more = [
        say("HELP and a word, such as HELP MARCH, tells what it does and how else it may be put."),
        say("CLEAR takes all lines back, CLEAR and a name those that speak of it; TRY above the lines only"
            " tries them; AS PLANNED says that the day need not wait for you."),
    ]  # fmt: skip
    return "\n".join([*lines, "", *more])


def _lessons() -> dict[str, str]:
    """By its order word what a line does."""
    return {
        "march": say(
            "Day by day until they are there. Behind it: by road, via Venosa, avoid strangers, never "
            "near Bari, and what they do when they meet somebody, as behind MEET. The goal may be a "
            "place, a hex, NE of Melfi, or a group: toward b2."
        ),
        "hold": say("They stay where they are."),
        "meet": say(
            "When a group attacks, slips away from an attack, or lays down its arms: fight, refuse, "
            "yield, each with IF, UNLESS, NEVER or ELSE. Terms: 5 or more stronger, 5 or more weaker, "
            "odds 3 to 2, at least 20 men, their prestige under 6, no leader, from day 8, until 12 "
            "May. Without a group it is for all."
        ),
        "join": say(
            "Whether Drogo goes into a battle in a hex next to him. Without a line he does where your "
            "side is worth less. JOIN no battle next to Drogo keeps him out."
        ),
        "split": say(
            "Men by kind, by name or by number become a group of their own, of three men or more. "
            "Later lines may call it by anybody whom this one names."
        ),
        "merge": say("Groups in the same hex become one."),
        "move": say("Men go from a group to another in the same hex."),
        "pass": say("Money goes from a group to another in the same hex; half deniers too: 2.5 D."),
        "garrison": say(
            "Men stay in a place of yours: so many, or as many as bring the garrison to that, each "
            "day anew. GARRISON Venosa with 5 of Drogo."
        ),
        "draw": say("Men of a garrison join a group that is there; five stay in a castle."),
        "lay": say("The wounded stay in the place where they are until they are healed."),
        "fetch": say("Whoever is healed there joins this group, until nobody of yours is in bed there."),
        "recruit": say("New men for money, in a settlement, by a leader."),
        "hire": say(
            "Mercenaries whom you meet: paid 2 D a man up to what you say, or promised a share, or "
            "both in turn. HIRE m1 with Robert for a share."
        ),
        "pay": say("Who serves for a promise is paid after all, and is loyal for good."),
        "share": say("How much of the next loot mercenaries get who serve for a promise."),
        "lure": say("To which group unhired mercenaries go when it is your turn to move them."),
        "convoy": say(
            "One to five points from a place of yours to another. With a group it goes where that "
            "goes; with some of its men these are split off and march with it: with 4 riders of "
            "Drogo."
        ),
        "send": say("A convoy goes somewhere else, or with another escort."),
        "spy": say("He sees all groups within two hexes, and tells it to the first of yours whom he meets."),
        "ransom": say(
            "A leader costs 2 D for each point of his prestige. NO RANSOM for Drogo leaves him there."
        ),
        "attack": say(
            "A settlement or a castle, when they are there; or a group, by its counter: ATTACK b2 "
            "with Robert."
        ),
        "summon": say("Asks a place to pay, or to open its gates, when they are there."),
        "siege": say(
            "Besieges a place, when they are there, until it falls or you march on. SIEGE Acerenza: BATTER"
            " AND BUILD ladders conducts it. Without such lines all wait. Outside: ASSAULT, BATTER, BUILD,"
            " PARLEY; inside: SALLY, SUPPLY, BATTLE."
        ),
        "loot": say("How many points they take from what they have won; without a line all."),
        "bargain": say("Whether a place of yours bargains with whoever summons it."),
        "panels": say(
            "On which panels you would fight, the most wanted first; for one ground or, without it, for all."
            " The attacked lays the first panel, one for the hex, the attacker the second, and so on; the"
            " table of boards tells which there are. Nobody reads your list."
        ),
        "quiet": say(
            "So many days may pass in one mail, if all say so and nothing happens that all may know."
        ),
    }
