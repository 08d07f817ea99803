"""What a battle on a board brings back to its campaign: the dead, wounds, horses and prisoners; and what
follows from how it ended (GUC-14.6)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from rules.campaign import battles, field, groups, resolving, storming
from rules.campaign.ahead import fights_of
from rules.campaign.custody import free
from rules.campaign.lines import Line, fighters, side_of, sides_of
from rules.campaign.today import Today
from rules.events.campaign_fights import CampaignFought
from rules.events.campaign_secrets import HorsesLost, ManHurt, ManLost
from rules.state.campaign import Brought, Campaign, Fight
from rules.state.campaign_counters import Fate
from rules.state.figure import Character, FigureId, SideId

BOARD = "board"
DESTROYED, FLIGHT, SURRENDER, DRAW = "destroyed", "flight", "surrender", "draw"


def settle(today: Today) -> None:
    """Battle by battle of the day, in the order in which they were called, those that are over. Those of
    sieges are settled with the rest of their day (rules.campaign.sieges.days)."""
    for call in fights_of(today.at, today.at.day):
        if call in today.at.brought and not today.at.fights[call].place:
            _settle(today, call, today.at.brought[call])


def _settle(today: Today, call: str, brought: Brought) -> None:
    at = today.at
    fight = at.fights[call]
    levy = today.levies.pop(call, None)
    drawn_up = storming.lines if fight.storms else partial(battles.drawn_up, at)
    lines = drawn_up(fight.attackers, fight.defenders, levy)
    after = {man.id: man for man in brought.back.figures}
    men = [[man for man in fighters(at, line) if man.id in after] for line in lines]
    if brought.outcome.unfinished:
        ends = _cut_short(today, call, lines, men, brought)
        _over(today, fight, lines, ends)
        return
    leads = [side_of(at, line) for line in lines]
    loose = [_loose(at, line, brought) for line in lines]
    ends = ended(brought, leads, [[*own, *freed] for own, freed in zip(men, loose, strict=True)])
    dead = [[man for man in line if after[man.id].dead] for line in men]
    hurt = [[man for man in line if after[man.id].wounded and not man.wounded] for line in men]
    today.record(
        CampaignFought(
            to=today.of(*sides_of(at, *lines)), hex=fight.hex, attackers=fight.attackers,
            defenders=fight.defenders, place=fight.storms, ground=BOARD, ends=ends,
            men=(len(men[0]), len(men[1])), dead=(len(dead[0]), len(dead[1])),
            wounded=(len(hurt[0]), len(hurt[1])), call=call,
        )
    )  # fmt: skip
    _suffered(today, men, dead, hurt, brought)
    _captives(today, lines, brought)
    for own, freed, end in zip(lines, loose, ends, strict=True):
        if end != SURRENDER:
            _join(today, own, freed)
    taken = set(brought.back.prisoners) - set(at.fates)
    for line, end in zip(men, ends, strict=True):
        if end == SURRENDER:
            taken |= {man.id for man in line if man.id not in at.fates}
    _over(today, fight, lines, ends, taken)


def _over(
    today: Today,
    fight: Fight,
    lines: tuple[Line, Line],
    ends: tuple[str, str],
    taken: Collection[FigureId] = (),
) -> None:
    """What follows from it, in the open or in a settlement that was stormed."""
    if fight.storms:
        storming.ended(today, today.at.founded(fight.storms), *lines, ends, taken)
        return
    field.ended(today, fight.hex, *lines, ends, taken)
    for line in lines:
        battles.over(today, line.levy)


def _suffered(
    today: Today,
    men: Sequence[Sequence[Character]],
    dead: Sequence[Sequence[Character]],
    hurt: Sequence[Sequence[Character]],
    brought: Brought,
) -> None:
    """What the board has cost both lines: men, wounds and horses."""
    for man in (*dead[0], *dead[1]):
        resolving.slain(today, man.id, resolving.BATTLE)
    for man in (*hurt[0], *hurt[1]):
        today.record(ManHurt(to=today.of(man.side), figure=man.id, cause=resolving.BATTLE))
    for line in men:
        _unhorsed(today, line, brought)


def _cut_short(
    today: Today,
    call: str,
    lines: tuple[Line, Line],
    men: Sequence[Sequence[Character]],
    brought: Brought,
) -> tuple[str, str]:
    """The clock of a battle has run out, and it is resolved quickly (GUC-17): what it has cost so far stands,
    and one die decides between those who stand on the board at that moment, or have yet to be set up on it.
    Who has left it, or lies stunned, counts for nothing (RUL-1272)."""
    after = {man.id: man for man in brought.back.figures}
    dead = [[man for man in line if after[man.id].dead] for line in men]
    hurt = [[man for man in line if after[man.id].wounded and not man.wounded] for line in men]
    _suffered(today, men, dead, hurt, brought)
    _captives(today, lines, brought)
    for line in lines:
        _join(today, line, _loose(today.at, line, brought))
    at, fight = today.at, today.at.fights[call]
    ours, theirs = (
        [at.men[man.id] for man in line if after[man.id].active or after[man.id].awaited] for line in men
    )
    return resolving.resolved(today, fight.hex, *lines, place=fight.storms, call=call, stand=(ours, theirs))


def ended(brought: Brought, leads: Sequence[SideId], men: Sequence[Sequence[Character]]) -> tuple[str, str]:
    """How it ended for attackers and defenders, one of the book's four ends (GUC-14.6a to GUC-14.6d): whoever
    has nobody left is destroyed, whoever gave up has surrendered, whoever else has lost has fled; a battle
    that nobody won is a draw."""
    outcome = brought.outcome
    after = {man.id: man for man in brought.back.figures}
    if not outcome.winner:
        return DRAW, DRAW

    def end(side: SideId, line: Sequence[Character]) -> str:
        if outcome.winner == side:
            return ""
        if all(after[man.id].dead for man in line):
            return DESTROYED
        return SURRENDER if outcome.agreed else FLIGHT

    return end(leads[0], men[0]), end(leads[1], men[1])


# prisoners who were led into it (GUC-14.8e)


def _loose(at: Campaign, line: Line, brought: Brought) -> list[Character]:
    """Prisoners of the enemy whom a line has freed, and who have not been taken again."""
    sides = {side_of(at, line), *(at.groups[group].side for group in line.groups)}
    return [
        at.men[man.id]
        for man in brought.back.figures
        if at.captors.get(man.id, "") and at.men[man.id].side in sides
        if not (man.bound or man.dead or man.id in brought.back.prisoners)
    ]


def _captives(today: Today, lines: Sequence[Line], brought: Brought) -> None:
    """Whom it has cost his life, or a wound. His captors know of it too."""
    at = today.at
    after = {man.id: man for man in brought.back.figures}
    held = [name for line in lines for group in line.groups for name in at.content(group).captives]
    for name in held:
        man = at.men[name]
        to = today.of(man.side, at.captors[name])
        if name not in after:
            continue
        if after[name].dead:
            today.record(ManLost(to=to, figure=name, fate=Fate.DEAD, cause=resolving.BATTLE))
        elif after[name].wounded and not man.wounded:
            today.record(ManHurt(to=to, figure=name, cause=resolving.BATTLE))


def _join(today: Today, line: Line, freed: Sequence[Character]) -> None:
    """They are of the first group of their side in it, whatever becomes of that; whom townsmen alone have
    freed goes his way."""
    at, alone = today.at, list[FigureId]()
    for man in freed:
        group = next((name for name in line.groups if at.groups[name].side == man.side), "")
        if group:
            free(today, man.id, "freed", group, in_fight=True)
        else:
            alone.append(man.id)
    if alone and line.levy is not None:
        groups.on_their_own(today, alone, at.founded(line.levy.place).hex)


def _unhorsed(today: Today, men: Sequence[Character], brought: Brought) -> None:
    """Horses that are dead, or in the hands of the enemy."""
    horses = {horse.id: horse for horse in brought.back.horses}
    lost: dict[SideId, list[FigureId]] = {}
    for man in men:
        horse = horses.get(man.mount or "")
        gone = horse is not None and not (horse.alive and horse.side == _under(man.id, brought))
        if gone and man.id not in today.at.fates:
            lost.setdefault(man.side, []).append(man.id)
    for side, names in lost.items():
        today.record(HorsesLost(to=today.of(side), men=tuple(names)))


def _under(name: FigureId, brought: Brought) -> SideId:
    """The side under which somebody fought: an ally's in a line that others led (RUL-1265)."""
    return next(man.side for man in brought.back.figures if man.id == name)
