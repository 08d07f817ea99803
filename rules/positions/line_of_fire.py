"""Lines of fire that are asked for: whether there is one, over which hexes, and what a shot along it does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from rules.core.rejection import Rejection
from rules.desk.receipts import tried
from rules.positions import pieces
from rules.positions.asked import HEX, Asked
from rules.positions.faults import PositionError, unknown
from rules.positions.findings import Finding
from rules.state.battle import Battle
from rules.state.figure import Character, Hex, Horse
from rules.tactical import weapons
from rules.tactical.shooting import shot
from rules.tactical.sight import line_of_fire

_ARROW = re.compile(r"\s*(?:->|→|\bto\b|\bat\b|\bfrom\b)\s*", re.IGNORECASE)


def asked(question: Asked) -> Iterator[Finding]:
    """Whether a shot can be made, over which hexes, at which range and into what cover, with the modifiers
    of its dice (GUI-5.4, GUI-5.5)."""
    rest, _, with_what = question.rest.partition(" with ")
    parts = [part for part in _ARROW.split(rest) if part]
    if len(parts) != 2:
        raise PositionError(question.number, "from whom to whom? line of fire Yani -> Robert")
    if re.search(r"\bfrom\b", rest, re.IGNORECASE) and "->" not in rest:
        parts.reverse()
    battle = question.battle.copy()
    shooter, target = (_there(question, battle, part) for part in parts)
    if shooter is None:
        shooter = _imagined(question, battle, parts[0], "shooter", target.side if target else "")
    if target is None:
        target = _imagined(question, battle, parts[1], "target", shooter.side)
    if not isinstance(shooter, Character):
        raise PositionError(question.number, f"{shooter.name} cannot shoot")
    wanted = with_what.strip().replace(" ", "_").lower()
    if wanted and not question.rules.tables["weapons"].has(wanted):
        raise unknown(question.number, "weapon", wanted, map(str, question.rules.tables["weapons"].keys()))
    weapon = wanted or weapons.weapon_of(battle, question.rules, shooter) or shooter.weapon
    if not weapon:
        why = f"{shooter.name} has nothing to shoot with; ask with sling, for example"
        yield question.answer(f"no: {why}", "GUI-5b", refused=True)
        return
    barred = weapons.may_fire_offensively(question.battle, question.rules, shooter, weapon)
    though = (
        barred if shooter.id in question.battle.figures and shooter.side == question.battle.side else None
    )
    named = HEX.fullmatch(parts[1].strip())
    aims = (named[0].upper().partition("/")[0],) if named else target.hexes
    for at in aims:
        yield _sight(question, battle, shooter, weapon, target, at, though)


def _sight(
    asked: Asked,
    battle: Battle,
    shooter: Character,
    weapon: str,
    target: Character | Horse,
    at: Hex,
    though: Rejection | None,
) -> Finding:
    """``though``: why he may not use a line that he has in his own phase."""
    assert shooter.hex is not None
    rules = asked.rules
    crossed = [list(stage) for stage in battle.board.line(shooter.hex, at).stages]
    distance = battle.board.distance(shooter.hex, at)
    found = line_of_fire.check(battle, rules, shooter, weapon, at, target.id)
    if isinstance(found, Rejection):
        return asked.refused(found, aim=at, distance=distance, crossed=crossed)
    worked = shot.work_out(battle, rules, shooter, weapon, target.id, at)
    data: dict[str, Any] = {}
    if not isinstance(worked, Rejection):
        strike = worked.strikes.get(at)
        data = {
            "impact_modifiers": [(m.value, m.rule, m.words) for m in worked.modifiers],
            "falls": list(worked.hexes),
            "point_blank": worked.point_blank,
            "damage_modifiers": [(m.value, m.rule, m.words) for m in strike.modifiers] if strike else [],
            "damage_letters": [line.letter for line in strike.die.lines] if strike and strike.die else [],
            "damage_cover": strike.cover if strike else "",
        }
    return asked.answer(
        " ".join(
            [
                "yes:",
                *tried.of_shot(battle, rules, shooter, weapon, found),
                *([f"But he may not shoot now: {though.why} ({though.rule})."] if though else []),
            ]
        ),
        found.cover_why[0].rule if found.cover_why else "GUI-5.5.1a",
        may_shoot=though is None,
        aim=at,
        distance=found.distance,
        band=found.band,
        cover=found.cover,
        cover_why=[(m.value, m.rule, m.words) for m in found.cover_why],
        opening=found.opening,
        crossed=crossed,
        **data,
    )


def _there(asked: Asked, battle: Battle, text: str) -> Character | Horse | None:
    """Whoever is named, or stands in the hex that is."""
    if not HEX.fullmatch(text.strip()):
        (name, *_) = asked.names(text)
        return battle.figures.get(name) or battle.horses[name]
    at, storey = _spot(asked, text)
    return next(iter(battle.living_at(at, storey)), None)


def _spot(asked: Asked, text: str) -> tuple[Hex, int]:
    (label,) = asked.hexes(text)
    at, _, storey = label.partition("/")
    return at, int(storey or 0)


def _imagined(asked: Asked, battle: Battle, text: str, what: str, against: str) -> Character:
    """A plain man in a hex in which nobody stands, an enemy of whoever is at the other end."""
    at, storey = _spot(asked, text)
    sides = [side.id for side in battle.setup.sides if side.id != against]
    side = next((s for s in sides if not against or battle.hostile(s, against)), sides[0])
    weapon = "composite_bow" if what == "shooter" else ""
    made = replace(pieces.man(f"the {what}", at, side=side, weapon=weapon, code="Nia"), storey=storey)
    battle.figures[made.id] = made
    return made
