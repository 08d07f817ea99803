"""Examples with the reader's own men. What helps and answers show is worded with Robert and Drogo, Venosa and
Bari; whoever has no such men, or plays on a land without these places, reads of his own instead."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.campaign.plans.names import Known
from rules.scenarios.rosters import plain_name
from rules.state.figure import Hex

_LEADERS = ("Robert", "Drogo")
_MAN = "Hugo"
_SPY = "Gisulfo"
_OWN_PLACES = ("Venosa", "Melfi", "Salerno")
_STRANGE_PLACES = ("Bari", "Trani", "Acerenza", "Canosa")
_STRANGERS, _CONVOY, _BAND = "b2", "nc1", "m1"
_WORD = re.compile(r"\w+")


def with_own(text: str, known: Known, line: str = "") -> str:
    """A text with the seat's own men and places in the place of those of the examples; but for what the
    ``line`` that it answers says itself. A group that the line names comes first."""
    instead = _instead(known, line)
    return _WORD.sub(lambda word: instead.get(word[0], word[0]), text) if instead else text


def _instead(known: Known, line: str) -> dict[str, str]:
    """By the words of the examples what is written for them."""
    at = known.at
    said = {plain_name(word) for word in _WORD.findall(line)}
    groups = sorted(known.own_groups(), key=lambda group: -at.prestige_of(group))
    called = sorted(map(known.called, groups), key=lambda name: plain_name(name) not in said)
    start = at.groups[groups[0]].hex if groups else ""
    men = [
        at.men[name].name
        for group in groups
        if (content := at.contents.get(group)) is not None
        for name in content.men
        if name in at.men and name != content.leader
    ]
    spies = [spy.name for spy in at.spies.values() if spy.seat == known.seat]
    places = sorted(at.setup.places, key=lambda one: (_far(known, start, one.hex), one.name))
    own = [one.name for one in places if known.ours(one.id)]
    strange = [one.name for one in places if not known.ours(one.id)]
    groups_of_others = [g.id for g in at.groups.values() if not known.own(g.side) and not g.mercenaries]
    found = {
        **_named(_LEADERS, [*called, *men], known.men),
        **_named((_MAN,), men, known.men),
        **_named((_SPY,), spies, {plain_name(name): name for name in spies}),
        **_named(_OWN_PLACES, own, map(plain_name, own)),
        **_named(_STRANGE_PLACES, strange, map(plain_name, strange)),
        **_named((_STRANGERS,), groups_of_others, groups_of_others),
        **_named((_CONVOY,), [one.id for one in at.convoys.values() if one.seat == known.seat], ()),
        **_named((_BAND,), [g.id for g in at.groups.values() if g.mercenaries], ()),
    }
    return {word: name for word, name in found.items() if plain_name(word) not in said}


def _named(words: Iterable[str], others: Iterable[str], there: Iterable[str]) -> dict[str, str]:
    """For each of the words one of the others, each once; none for those that are ``there`` themselves."""
    known = set(there)
    left = [name for name in others if name not in words]  # none of these twice
    found: dict[str, str] = {}
    for word in words:
        if plain_name(word) not in known and left:
            found[word] = left.pop(0) if len(left) > 1 else left[0]
    return found


def _far(known: Known, start: Hex, there: Hex) -> int:
    return known.land.distance(start, there) if start else 0
