"""Checking an exported game, or the file of a whole family: each log by itself, and each against the game
that called it (games.proof.families)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from games.proof import families, verification
from games.proof.families import MOST_DEPTH, Member
from games.proof.findings import Broken, Closed, Fault, Log, Verified
from games.proof.game_files import GameFile, log_of

Roots = Mapping[str, tuple[bytes, ...]]
"""Those of games whose file does not tell them, by their UUID."""


class Checked(NamedTuple):
    """A game of a file that was found sound, and what of it this server cannot check."""

    label: str
    found: Verified
    notes: list[str]


def check(files: Sequence[GameFile], known: Roots | None = None) -> list[Checked]:
    """Everything that a file can prove. Raises Broken with the first fault, Closed, UnreadableFile."""
    logs = [log_of(file, (known or {}).get(file.head.uuid, ())) for file in files]
    members = [_member(file, log) for file, log in zip(files, logs, strict=True)]
    shape(members)
    if len(members) == 1:  # its faults need not say in which game they are
        checked = [Checked(members[0].label, verification.check_log(logs[0]), [])]
    else:
        checked = [
            Checked(member.label, _checked(member, log), [])
            for member, log in zip(members, logs, strict=True)
        ]
    _fit_together(members, checked)
    for file, member in zip(files, members, strict=True):
        if file.roots and (len(files) > 1 or member.calls) and not member.is_over:
            words = "the roots of a family are told when all its games are over, and this one is not"
            raise Broken(len(member.rows) + 1, Fault.TRUNCATED, words, member.label)
    return checked


def _member(file: GameFile, log: Log) -> Member:
    return Member(file.head.label, log.uuid, file.rows, log.roots)


def shape(members: Sequence[Member]) -> None:
    """One top, and every other game behind the one that called it, once. Raises Broken."""
    depth: dict[str, int] = {}
    for place, member in enumerate(members):
        uuid, above = str(member.uuid), member.parent
        if uuid in depth:
            raise Broken(1, Fault.EXTRA, "it stands in the file twice", member.label)
        if place and not above:
            words = "no game has called it: a file holds one family, its top first"
            raise Broken(1, Fault.EXTRA, words, member.label)
        if place and above not in depth:
            words = f"the game that called it, {above}, does not stand before it"
            raise Broken(2, Fault.MISSING, words, member.label)
        depth[uuid] = depth[above] + 1 if place else 1
        if depth[uuid] > MOST_DEPTH:
            words = f"more than {MOST_DEPTH} games that called each other"
            raise Broken(1, Fault.FAMILY, words, member.label)


def _checked(member: Member, log: Log) -> Verified:
    try:
        return verification.check_log(log)
    except Broken as fault:
        raise Broken(fault.seq, fault.fault, fault.words, member.label) from None
    except Closed as why:
        raise Closed(f"{member.label}: {why}") from None


def _fit_together(members: Sequence[Member], checked: Sequence[Checked]) -> None:
    here = {str(member.uuid): member for member in members}
    said = {uuid: families.calls_of(member) for uuid, member in here.items()}
    for member, of_it in zip(members, checked, strict=True):
        uuid = str(member.uuid)
        of_it.notes.extend(said[uuid].notes)
        faults = [*said[uuid].faults, *families.missing(member, said[uuid], here)]
        if parent := here.get(member.parent):
            more, notes = families.of_child(parent, said[str(parent.uuid)], member)
            faults += more
            of_it.notes.extend(notes)
            if not more and member.label != _label(parent, said[str(parent.uuid)], member.uuid):
                faults.append(Broken(1, Fault.FAMILY, "its label is not the one under which it was called"))
        elif member.parent:
            of_it.notes.append(f"called by {member.parent}: the file of its family shows more")
        if faults:
            first = min(faults, key=lambda fault: fault.seq)
            raise Broken(first.seq, first.fault, first.words, member.label)


def _label(parent: Member, said: families.Calls, uuid: UUID) -> str:
    return f"{parent.label}-{said.made[str(uuid)].event.name}"
