"""What counters hold, in the words of a report: men, food, money, and what befalls them."""

from __future__ import annotations

from rules.campaign import naming
from rules.campaign.narrate_losses import FEW, name_told, names_told
from rules.campaign.narrate_places import left_told
from rules.campaign.telling import Teller, Tellers
from rules.core.language import english, say, say_many
from rules.events import campaign_secrets as secret
from rules.state.campaign_counters import HUNGRY, GroupId, PlaceId

WHY_PURSE = {
    "recruits": english("for recruits"),
    "pay": english("for mercenaries"),
    "ransom": english("ransom"),
    "loot": english("loot"),
    "price": english("the price of a place"),
    "share": english("the mercenaries' share"),
    "convoy": english("for supplies"),
    "merged": english("groups joined"),
    "divided": english("groups divided"),
    "passed": english("handed over"),
    "lost": english("lost with the group"),
    "fallen": english("lost with the place"),
    "taken": english("taken from the beaten"),
    "garrison": english("left in the place"),
    "wild": english("lost in the wild"),
}
WHY_PRESTIGE = {
    "won": english("a battle won"),
    "lost": english("a battle lost"),
    "withdrew": english("he did not fight"),
    "looted": english("a town plundered"),
}
JOINED = {
    "recruited": (english("Recruited for {whom}: {men}."), "GUC-12.1"),
    "defends": (english("Up in arms in {whom}: {men}."), "GUC-13.6a"),
    "ransomed": (english("With {whom} come: {men}."), "GUC-14.8f"),
}


def whose(t: Teller, group: GroupId, place: PlaceId) -> str:
    return t.group(group) if group else t.place(place)


def _mustered(t: Teller, event: secret.GroupMustered) -> None:
    """A counter that is only made holds nobody yet: those who go there are told."""
    if not event.content.men:
        return
    men = naming.kinds_told(naming.kinds_of(event.men))
    band = t.at.groups[event.group]
    words = say(
        "{group}: {n} ({men}).", group=t.group(band.id), n=naming.men_counted(len(event.men)), men=men
    )
    if event.band is not None:
        words = (
            say(
                "{group}: {n} ({men}), paid, for good.",
                group=t.group(band.id),
                n=naming.men_counted(len(event.men)),
                men=men,
            )
            if event.band.paid
            else say(
                "{group}: {n} ({men}), for a share of the next loot.",
                group=t.group(band.id),
                n=naming.men_counted(len(event.men)),
                men=men,
            )
        )
    t.line(words, rule="GUC-12.2b" if band.mercenaries else "GUC-8.2")


def _joined(t: Teller, event: secret.MenJoined) -> None:
    """Refugees are told with the siege."""
    if event.cause == "refugees":
        return
    words, rule = JOINED[event.cause]
    men = (
        ", ".join(map(naming.called, event.men))
        if len(event.men) <= FEW
        else naming.kinds_told(naming.kinds_of(event.men))
    )
    t.line(say(words, whom=whose(t, event.group, event.place), men=men), rule=rule)


def _men_moved(t: Teller, event: secret.MenMoved) -> None:
    men = names_told(t, event.men)
    source = whose(t, event.from_group, event.from_place)
    goal = whose(t, event.to_group, event.to_place)
    if event.bed:
        t.line(
            say("To be healed in {place}, from {group}: {men}.", place=goal, group=source, men=men),
            rule="GUC-14.7b",
        )
    elif event.to_place:
        t.line(
            say("From {group} to the garrison of {place}: {men}.", group=source, place=goal, men=men),
            rule="GUC-5.2b",
        )
    elif event.by_itself:
        words = say(
            "After a day in one hex {source} is one with {group}: {men}.", source=source, group=goal, men=men
        )
        t.line(_with_hunger(t, event, words), rule="GUC-8.1e")
    else:
        words = say("From {source} to {group}: {men}.", source=source, group=goal, men=men)
        t.line(_with_hunger(t, event, words), rule="GUC-8.1c")


def _with_hunger(t: Teller, event: secret.MenMoved, words: str) -> str:
    """Whoever is joined by the unfed is told that he suffers with them (RUL-1288)."""
    joined = t.at.contents.get(event.to_group)
    if joined is None or not joined.unfed < event.unfed >= HUNGRY:
        return words
    return f"{words.removesuffix('.')}{_hungers(event.unfed)}."


def _hungers(days: int) -> str:
    return say("; day {n} without enough: half its MP, and worse dice in a fight", n=days)


def _leader(t: Teller, event: secret.LeaderNamed) -> None:
    content = t.at.contents.get(event.group)
    group = say("group {counter}", counter=event.group)
    if content is not None and event.leader == content.leader:
        t.line(
            say(
                "Hostility of {group} from now on: {level}.",
                group=t.group(event.group),
                level=event.hostility,
            ),
            rule="GUC-8.1c",
        )
    elif not event.leader:
        t.line(say("Nobody leads {group} any more.", group=group), rule="GUC-9a")
    elif event.prestige and event.leader not in t.at.prestige:
        t.line(
            say(
                "{man} is the leader of {group} from now on, prestige {prestige}.",
                man=t.man(event.leader),
                group=group,
                prestige=event.prestige,
            ),
            rule="GUC-9c",
            figures=(event.leader,),
        )
    else:
        t.line(
            say("{man} leads {group}.", man=t.man(event.leader), group=group),
            rule="GUC-9a",
            figures=(event.leader,),
        )


def _fed(t: Teller, event: secret.GroupFed) -> None:
    group = t.group(event.group)
    if not event.needed:
        t.line(say("{group} needs no supplies any more: it is small.", group=group), rule="GUC-8.4a")
        return
    sources = []
    if event.place:
        holding = t.at.holdings.get(event.place)
        left = left_told(holding.resources if holding is not None else None)
        sources.append(say("from {place} ({left})", place=t.place(event.place), left=left))
    if event.convoy:
        left = left_told(t.at.loads.get(event.convoy, 0))
        sources.append(say("from convoy {counter} ({left})", counter=event.convoy, left=left))
    words = say("{group} is fed: {found} of {needed}", group=group, found=event.points, needed=event.needed)
    if event.unfed:
        words = say(
            "{group} goes hungry: {found} of {needed}", group=group, found=event.points, needed=event.needed
        )
    words += f", {', '.join(sources)}" if sources else ""
    if event.unfed >= HUNGRY:
        words += _hungers(event.unfed)
    t.line(f"{words}.", rule="GUC-8.4b" if event.unfed >= HUNGRY else "GUC-8.4a")


def _purse(t: Teller, event: secret.PurseChanged) -> None:
    """Money that goes from one purse of a side to another is told of the one that it comes to."""
    if event.by < 0 and event.cause in ("merged", "divided", "passed", "garrison"):
        return
    if event.group:
        content = t.at.contents.get(event.group)
        before = content.purse if content is not None else 0
    else:
        holding = t.at.holdings.get(event.place)
        before = holding.purse if holding is not None else 0
    sign = "+" if event.by > 0 else ""
    words = say(
        "Purse of {whose}: {by}, {why}; {left} in it.",
        whose=whose(t, event.group, event.place),
        by=f"{sign}{naming.deniers(event.by)}",
        why=WHY_PURSE.get(event.cause, event.cause),
        left=naming.deniers(before + event.by),
    )
    if event.cause == "recruits" and t.is_elsewhere(event.group):
        t.paragraph(words, scene=event.group, rule="GUC-12")
    else:
        t.line(words, rule="GUC-12")


def _prestige(t: Teller, event: secret.PrestigeChanged) -> None:
    before = t.at.prestige.get(event.leader, 0)
    t.line(
        say(
            "Prestige of {man}: {before}, now {after} ({why}).",
            man=name_told(t, event.leader),
            before=before,
            after=event.prestige,
            why=WHY_PRESTIGE.get(event.cause, event.cause),
        ),
        rule="GUC-9b",
        figures=(event.leader,),
    )


def _victory(t: Teller, event: secret.VictoryCounted) -> None:
    t.line(
        say_many(
            "{group} has won {n} battle without a leader.",
            "{group} has won {n} battles without a leader.",
            event.battles,
            group=t.group(event.group),
            n=event.battles,
        ),
        rule="GUC-9c",
    )


def _band(t: Teller, event: secret.BandCounted) -> None:
    """A test is told with its die."""
    if event.band.paid:
        t.line(say("{band} are loyal for good.", band=t.group(event.group)), rule="GUC-12.2f")


MEN: Tellers = {
    secret.GroupMustered: _mustered,
    secret.MenJoined: _joined,
    secret.MenMoved: _men_moved,
    secret.LeaderNamed: _leader,
    secret.GroupFed: _fed,
    secret.PurseChanged: _purse,
    secret.PrestigeChanged: _prestige,
    secret.VictoryCounted: _victory,
    secret.BandCounted: _band,
}
