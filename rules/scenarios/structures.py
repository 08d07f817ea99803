"""Structures as a panel file draws them: what has storeys, and the links that are built into it.

::

    [structures]
    structure keep 0504 0505        a name and its hexes
    storey 1 height 2 cover heavy   one of its storeys, so many levels above the ground, in all of its hexes
    storey 2 height 4 0504          or in some of them
    link stairs 0504 0504/1         a kind of link and the two places that it joins; a name may follow
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from rules.core.places import place_of
from rules.state.structures import Floor, Joint, Structure

Fault = Callable[[str, int], Exception]
Line = tuple[int, list[str]]


def drawn(lines: Iterable[Line], fault: Fault) -> tuple[Structure, ...]:
    """The structures of a panel. Raises what ``fault`` makes of a complaint and the number of its line."""
    found: list[Structure] = []
    for number, (word, *words) in lines:
        try:
            if word == "structure":
                found.append(_begun(words, len(found) + 1))
            elif not found:
                raise ValueError("a structure begins with its name and its hexes: structure keep 0504 0505")
            elif word == "storey":
                found[-1] = replace(found[-1], floors=(*found[-1].floors, _floor(words)))
            elif word == "link":
                found[-1] = replace(found[-1], joints=(*found[-1].joints, _joint(words)))
            else:
                raise ValueError(f"{word!r} is none of structure, storey and link")
        except ValueError as error:
            raise fault(str(error), number) from None
    return tuple(found)


def _begun(words: list[str], number: int) -> Structure:
    hexes = tuple(word for word in words if place_of(word) is not None)
    name = " ".join(words[: len(words) - len(hexes)])
    if not name or not hexes or any(word not in hexes for word in words[len(words) - len(hexes) :]):
        raise ValueError("a structure has a name and hexes: structure keep 0504 0505")
    return Structure(f"drawn-{number}", name, hexes, ())


def _floor(words: list[str]) -> Floor:
    example = "a storey is its number and its height: storey 1 height 2 cover heavy"
    if len(words) < 3 or words[1] != "height":
        raise ValueError(example)
    rest, cover = words[3:], ""
    if rest[:1] == ["cover"]:
        cover, rest = (rest[1] if len(rest) > 1 else ""), rest[2:]
    try:
        return Floor(int(words[0]), int(words[2]), tuple(rest), cover)
    except ValueError:
        raise ValueError(example) from None


def _joint(words: list[str]) -> Joint:
    if len(words) < 3:
        raise ValueError("a link is its kind and the two places that it joins: link stairs 0504 0504/1")
    kind, start, end, *name = words
    return Joint(" ".join(name) or f"{kind} from {start} to {end}", kind, start, end)
