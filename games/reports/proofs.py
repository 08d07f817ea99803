"""What a report shows of the dice and of the log, so that whoever keeps it can check both."""

from __future__ import annotations

from django.utils.translation import gettext

from games.reports import words
from games.reports.facts import Dice, Facts
from games.reports.layout import wrapped


def dice(facts: Facts) -> list[str]:
    """How to check the dice of each phase that is told of."""
    found: list[str] = []
    for one in facts.told:
        lines = _dice(one.dice)
        title = wrapped(f"{one.phase[:1].upper()}{one.phase[1:]}:") if facts.earlier and lines else []
        found += ["", *title, *lines]
    return found


def _dice(thrown: Dice) -> list[str]:
    if not thrown.secret:
        return (
            wrapped(gettext("The secret of these dice is shown when the phase is over."))
            if thrown.count
            else []
        )
    return [
        *wrapped(
            gettext("{dice} thrown; the secret of the phase, and the promise it keeps:").format(
                dice=words.dice(thrown.count)
            )
        ),
        f"secret  {thrown.secret}",  # these lines are the same in every language: programs read them
        f"promise {thrown.commitment}",
        *_escrow(thrown),
    ]


def _escrow(thrown: Dice) -> list[str]:
    if not thrown.escrow:
        return []
    salt = [f"salt    {thrown.salt}"] if thrown.salt else []
    return ["", *wrapped(escrow(thrown)), f"escrow  {thrown.escrow}", *salt]


def escrow(thrown: Dice) -> str:
    """Whether the reader's orders are those that his receipt promised, and where they stand in the log."""
    if thrown.cited is None:
        return _opened(thrown)
    where = gettext("They are in command {command} of the log, where they are record {record} of yours.")
    return f"{_opened(thrown)} {where.format(**thrown.cited._asdict())}"


def _opened(thrown: Dice) -> str:
    if thrown.salt and thrown.opened:
        return gettext(
            "The salt, which is yours alone, opens the escrow of your last receipt: you fought by exactly "
            "the orders you sent."
        )
    if thrown.salt:
        return gettext(
            "The salt does not open the escrow of your last receipt: the log holds other orders. Tell the "
            "game master."
        )
    if thrown.opened:
        return gettext(
            "The secret opens the escrow of your last receipt: you fought by exactly the orders you sent."
        )
    return gettext(
        "The secret does not open the escrow of your last receipt: the log holds other orders. Tell the "
        "game master."
    )


def without_hashes(report: str, facts: Facts) -> str:
    """A report as it is mailed: of the proofs behind it the head of the log alone, which makes it a witness;
    the rest where it says. Whole where something does not agree: then every hash counts."""
    before, title, log = report.rpartition(f"\n{gettext('THE DICE AND THE LOG')}\n")
    page = next((line for line in reversed(log.splitlines()) if facts.page in line), "")
    if not (title and page) or not agrees(facts):
        return report
    return "".join(
        [
            before,
            title,
            *(f"{line}\n" for line in (*wrapped(in_a_line(facts)), f"head    {facts.head}", page)),
        ]
    )


def agrees(facts: Facts) -> bool:
    """Whether the reader fought by the orders that his receipts promised, as far as he had any."""
    return all(one.dice.opened or not one.dice.escrow for one in facts.told)


def in_a_line(facts: Facts) -> str:
    """What was thrown, and where the hashes stand that show it was fair."""
    count = sum(one.dice.count for one in facts.told)
    if not count:
        return gettext(
            "No dice were thrown in the open. The hashes of the log stand on the turn page; a line REPORT in "
            "a reply brings them too. The head of the log is worth keeping:"
        )
    return gettext(
        "{dice} thrown in the open, as promised. The hashes that prove it stand on the turn page; a line "
        "REPORT in a reply brings them too. The head of the log is worth keeping:"
    ).format(dice=words.dice(count))


def heads(facts: Facts) -> list[str]:
    """The head of the log, whole: a report that a player keeps is a witness against a log that was changed
    (games.proof.witnesses reads these lines)."""
    words_before = gettext("The head of the game's log after all this")
    if not facts.previous_head:
        return [*wrapped(f"{words_before}:"), f"head    {facts.head}"]
    both = wrapped(gettext("{words_before}, and in your previous report:").format(words_before=words_before))
    return [
        *both,
        f"head    {facts.head}",
        f"before  {facts.previous_head}",
    ]
