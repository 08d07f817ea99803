"""How long an answer may become: about sixty lines, whatever the mail was. What is left out is counted and named, with the
page where it stands whole; a report that was asked for is resent whole."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.utils.translation import gettext, ngettext

from games.reports import words
from games.reports.layout import listed, wrapped
from pbem.mail.writer import Picture

MOST_LINES = 60
LEAST_OF_A_BLOCK = 4  # its title, two lines of it and a blank one
THE_REST = 3  # lines that tell how many blocks found no room
MOST_NAMES = 24


class Block(msgspec.Struct, frozen=True):
    """A piece of an answer. Its title is set in capitals in the text, unless it is a quoted line; ``pre`` keeps its lines as
    they are, ``columns`` keeps them from being broken too; ``picture`` stands above it in HTML. ``whole``: a report that was
    asked for, never cut; ``page``: where what is cut off is to be read."""

    text: str
    title: str = ""
    pre: bool = False
    columns: bool = False
    picture: Picture | None = None
    whole: bool = False
    page: str = ""


def shares(wanted: Sequence[int], room: int) -> list[int]:
    """The room parted fairly: nobody gets more than he wants, and who wants little leaves the rest to the others."""
    given = [0] * len(wanted)
    waiting = sorted(range(len(wanted)), key=lambda n: wanted[n])
    for place, n in enumerate(waiting):
        given[n] = min(wanted[n], max(room, 0) // (len(waiting) - place))
        room -= given[n]
    return given


def first_of(lengths: Sequence[int], room: int) -> int:
    """How many things of these lengths, one below the other, there is room for; one at least."""
    count = used = 0
    for length in lengths:
        used += length
        if used > room and count:
            break
        count += 1
    return count


def blocks(given: Sequence[Block], room: int, page: str) -> list[Block]:
    """The blocks of an answer in so many lines. ``page``: where what is left out is shown, if a block does not say."""
    bounded = [block for block in given if not block.whole]
    if sum(map(height, bounded)) <= room:
        return list(given)
    kept = bounded[: max(room // LEAST_OF_A_BLOCK, 1)]
    left = len(bounded) - len(kept)
    lengths = shares([height(block) for block in kept], room - (THE_REST if left else 0))
    cut = {id(block): _cut(block, most, page) for block, most in zip(kept, lengths, strict=True)}
    shown = [cut.get(id(block), block) for block in given if block.whole or id(block) in cut]
    if left:
        text = ngettext(
            "{number} more answer found no room here: ask for it in another mail.",
            "{number} more answers found no room here: ask for them in another mail.",
            left,
        )
        shown.append(Block(text.format(number=left)))
    return shown


def height(block: Block) -> int:
    """The lines that a block takes, with its title and the blank line behind it."""
    return len(_lines(block)) + bool(block.title) + 1


def _lines(block: Block) -> list[str]:
    return block.text.split("\n") if block.pre else wrapped(block.text)


def _cut(block: Block, most: int, page: str) -> Block:
    lines = _lines(block)
    room = max(most - bool(block.title) - 1, 2)
    if len(lines) <= room:
        return block
    if not block.pre:
        return msgspec.structs.replace(block, text=" ".join(lines[:room]) + " ...")
    told = not_shown(len(lines) - room + 1, block.page or page)
    return msgspec.structs.replace(block, text="\n".join([*lines[: room - 1], told]))


def not_shown(lines: int, page: str) -> str:
    return gettext("... and {left}: {page}").format(left=words.more_lines(lines), page=page)


def names(all_of_them: Sequence[str]) -> str:
    """A list of names, not too long."""
    if len(all_of_them) <= MOST_NAMES:
        return listed(all_of_them)
    more = len(all_of_them) - MOST_NAMES
    others = ngettext("{number} other", "{number} others", more).format(number=more)
    return listed([*all_of_them[:MOST_NAMES], others])
