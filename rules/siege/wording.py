"""What the things of a siege are called in reports: events, deeds, causes, engines, ends."""

from __future__ import annotations

from rules.core.language import english, say_many
from rules.state.siege import Deed

EVENTS = {
    "nothing": english("nothing comes of it"),
    "lifted": english("a messenger: the siege must be lifted at once"),
    "relief": english("a relief is in sight"),
    "rain": english("rain without end: the cisterns fill, the camp is mud"),
    "assassin": english("a man with a knife in the commander's tent"),
    "saboteur": english("somebody among the engines at night"),
    "dysentery": english("dysentery in the camp"),
    "refugees": english("people of the neighbourhood ask to be let in"),
    "gate": english("the gate is open: a spy was inside"),
    "theft": english("a part of the stores was stolen"),
    "reinforcement": english("a reinforcement for the besiegers"),
    "engineer": english("an engineer has come to the besiegers"),
    "traitor": english("the garrison looks for a traitor"),
    "poison": english("the water of the cistern was poisoned"),
}

DEEDS = {
    Deed.ASSAULT: english("{side} assault {place}"),
    Deed.BATTER: english("{side} batter the walls"),
    Deed.BUILD: english("{side} begin to build"),
    Deed.PARLEY: english("{side} ask for surrender"),
    Deed.SALLY: english("{side} sally against the camp"),
    Deed.SUPPLY: english("{side} send a party for supplies"),
    Deed.BATTLE: english("{side} give battle outside"),
    Deed.REST: english("{side} let the day pass"),
}

FOUGHT = {
    Deed.ASSAULT: english("The assault"),
    Deed.SALLY: english("The sally"),
    Deed.SUPPLY: english("The way of the supply party"),
    Deed.BATTLE: english("The battle outside"),
}

WAITS = {
    Deed.ASSAULT: english("day {day}, the assault"),
    Deed.SALLY: english("day {day}, the sally against the camp"),
    Deed.SUPPLY: english("day {day}, the supply party"),
    Deed.BATTLE: english("day {day}, the battle outside"),
}

OVER = {
    "taken": english("None of the garrison is left."),
    "refuge": english("The garrison has its refuge and nothing else."),
    "driven": english("Those who were attacked gave way."),
    "beaten": english("Those who attacked gave way."),
    "through": english("Not all of its packhorses are lost."),
    "caught": english("None of its packhorses comes home."),
    "nothing": english("Nobody has won."),
}

CAUSES = {
    "assault": english("in the assault"),
    "sally": english("at the camp"),
    "supply": english("on the way for supplies"),
    "battle": english("in the battle"),
    "assassin": english("by the assassin"),
    "dysentery": english("of dysentery"),
    "poison": english("of the water"),
    "traitor": english("as the traitor"),
}

THINGS = {"thrower": english("stone thrower"), "ladder": english("ladder"), "grapnel": english("grapnel")}


def throwers(number: int) -> str:
    return say_many("{n} stone thrower", "{n} stone throwers", number, n=number)


def ladders(number: int) -> str:
    return say_many("{n} ladder", "{n} ladders", number, n=number)


def grapnels(number: int) -> str:
    return say_many("{n} grapnel", "{n} grapnels", number, n=number)


ENDS = {
    "messenger": english("The siege is lifted: the besiegers are called away."),
    "losses": english("The siege is lifted: the assault has broken the besiegers."),
    "deserted": english("The siege is lifted: of the besiegers nobody is left."),
    "battle": english("The siege is lifted: the besiegers are beaten in the field."),
    "army": english("The siege is lifted: an army comes that nobody here can withstand."),
    "assault": english("The place is stormed, and the garrison lays down its arms."),
    "hunger": english("There is nothing left to eat: the place surrenders."),
    "leaderless": english("Nobody is left to command: the place surrenders."),
    "parley": english("The garrison comes to terms: the place is handed over."),
}
