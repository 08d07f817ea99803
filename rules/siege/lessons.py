"""What a player who plans a siege has to know: the lines that he needs first, and help on each word."""

from __future__ import annotations

from rules.core.language import say
from rules.siege import building
from rules.siege.page import SiegePage
from rules.state.siege import Deed, Siege

Lesson = tuple[str, str]


def primer(siege: Siege, seat: str) -> tuple[Lesson, ...]:
    """The lines that a seat needs first, with its own walls and men, and what each of them does."""
    side = next(other.side for other in siege.setup.seats if other.id == seat)
    if siege.besieges(side):
        wall = siege.setup.stronghold.walls[0].hex
        builders = ", ".join(man.name for man in building.unasked(siege)[:5])
        return (
            ("IF breach AND odds 3 to 2 THEN ASSAULT",
             say("Storms, once a wall is down and you are worth half as much again as they behind theirs.")),
            (f"BATTER {wall}", say("All stone throwers at one hex of the walls.")),
            (f"BUILD thrower with {builders}",
             say("Five men build and do nothing else; leave the names out, and those who are missed least "
                 "do.")),
            ("IF bonus 4 THEN PARLEY", say("Asks for surrender, once 8 on the die is enough.")),
            ("QUIET 3", say("Up to three days without a fight are played in one mail, if they say so too.")),
        )  # fmt: skip
    return (
        ("IF they have a thrower AND garrison over 12 THEN SALLY",
         say("A third of your men burn tents and engines in their camp.")),
        ("IF stores under 4 THEN SUPPLY", say("A party slips out for food, past their patrols.")),
        ("IF odds 3 THEN BATTLE", say("Everybody in the field, once in a siege.")),
        ("REST", say("Leaves the day to them.")),
        ("QUIET 3", say("Up to three days without a fight are played in one mail, if they say so too.")),
    )  # fmt: skip


def short_help(siege: Siege, seat: str) -> tuple[str, ...]:
    """For somebody who wrote no line of a plan."""
    return tuple(f"{line}: {what}" for line, what in primer(siege, seat)[:3])


def help_on(word: str, page: SiegePage) -> str:
    """Help on one word of plans, or on all of them."""
    lessons = _lessons()
    wanted = word.strip().casefold().split(" ", 1)[0] if word.strip() else ""
    verb = page.verbs[wanted].deed if wanted in page.verbs else wanted
    if verb in lessons:
        return lessons[verb]
    return "\n\n".join(lessons.values())


def _lessons() -> dict[str, str]:
    return {
        "if": say(
            "IF <terms> THEN <what to do>. The first line whose terms hold and that can be done counts. "
            "Terms: "
            "initiative, they pass, day 8 or later, until day 5, stores under 4, garrison over 20, "
            "besiegers over 20, "
            "throwers 2, ladders 4, breach, no breach, bonus 4 (of a parley), odds 3 to 2 (values as in an "
            "assault). Join "
            "them with AND and OR."
        ),
        Deed.ASSAULT: say(
            "ASSAULT, ASSAULT with knights, Hugo, Odo. With the initiative. Everybody but the builders, "
            "unless you name "
            "some. Fills the day. Stone throwers and a breach help."
        ),
        Deed.BATTER: say(
            "BATTER 0714, BATTER 0714 0814 with 2 throwers. With the initiative; together with BUILD. The "
            "tower only once a "
            "hex of the stockade is down, and only its three nearest hexes."
        ),
        Deed.BUILD: say(
            "BUILD thrower (8 days), BUILD ladders, BUILD grapnels (2 in a day), with five unhurt men: with "
            "Hugo, Odo, "
            "Ralph, Gilbert, Ivo. They do nothing else until it is done."
        ),
        Deed.PARLEY: say("PARLEY. With the initiative. One die and your bonus: 12 and they hand the place "
                         "over."),
        Deed.SALLY: say(
            "SALLY, SALLY with hoplites. With the initiative. At most a third of the garrison and half of "
            "any kind; burns "
            "tents (five cost them a day) and engines."
        ),
        Deed.SUPPLY: say("SUPPLY. With the initiative. At most a third of the garrison; each packhorse is a "
                         "day of food."),
        Deed.BATTLE: say("BATTLE. With the initiative, once in a siege: everybody of both sides in the "
                         "field."),
        Deed.REST: say("REST. Nothing; of the besieged it leaves the day to the besiegers."),
        "sick": say("SICK OURS archers last, SICK THEIRS knights first: whom you name when sickness comes."),
        "camp": say("CAMP knights first: who guards the camp against a sally."),
        "strike": say("STRIKE Hugo, Odo, ...: who goes in when a spy opens the gate."),
        "buy": say("BUY knight 2, archer 5: what a relief or a reinforcement of 250 points is made of."),
        "relief": say("RELIEF shelter, RELIEF fight, RELIEF divide with knights, Odo: how you meet a relief "
                      "while you hold all but the refuge. If you shelter, which you do unless you say "
                      "otherwise, the roles are exchanged."),
        "quiet": say("QUIET 3: so many days without a fight or an event may pass in one exchange, if both "
                     "sides say so."),
    }  # fmt: skip
