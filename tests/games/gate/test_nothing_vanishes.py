"""Whatever a player wrote for his men stands in the answer to his mail: random mails, as plain text and as
replies that quote our report and its form."""

from __future__ import annotations

import random

import pytest

from games.answers import brakes
from games.models import OutboundMail, Seat
from tests.games.post_kit import Post, answers_to, battle_of, opened, text_of

pytestmark = pytest.mark.django_db

MAILS = 60
VERBS = (
    "to", "atack", "attacks", "fires at", "stays near", "chrage", "follow", "go", "->", "watch", "prances to",
    "MOVE", "retreats to", "hates", "not to", "and then", "with", "must never", "waits for", "away from",
)  # fmt: skip


def a_line(dice: random.Random, own: list[str], foes: list[str]) -> str:
    man, foe = dice.choice(own), dice.choice(foes)
    at = f"{dice.randint(1, 20):02d}{dice.randint(1, 20):02d}"
    shapes = (
        f"{man} {dice.choice(VERBS)} {at}",
        f"{man} {dice.choice(VERBS)} {foe}",
        f"{dice.choice(VERBS)} {man} {at}",
        f"{man.lower()} {dice.choice(VERBS)} {foe.lower()}",
        f"all but {man} stay",
        f"{man} & {dice.choice(own)} {dice.choice(VERBS)} {at}",
        f"please {man} {dice.choice(VERBS)} {at}",
        f"{man}, {dice.choice(VERBS)} {foe}!",
        f"he {dice.choice(VERBS)} {man}",
        f"GROUP left = {man} {dice.choice(own)}",
        f"GROUP {man} = {foe}",
        f"if {foe} is down {man} {dice.choice(VERBS)} {at}",
    )
    return dice.choice(shapes)


def quoted(text: str) -> str:
    return "\n".join(
        ["", "On Sun, 22 Nov 2026 at 16:02, the game wrote:", *(f"> {x}" for x in text.splitlines())]
    )


def in_form(text: str, lines: list[str]) -> str:
    """The form of a report, sent back with lines of one's own in it."""
    head, _, rest = text.partition("#ORDERS")
    first, _, form = rest.partition("\n")
    return "\n".join([f"#ORDERS{first}", *lines, form.partition("#END")[0].rstrip(), "#END", quoted(head)])


def flat(text: str) -> str:
    return "".join(text.replace(">", " ").split()).casefold()


@pytest.mark.parametrize("shape", ["plain", "above a quoted report", "in the form"])
def test_every_line_that_names_an_own_man_stands_in_the_answer(
    game, seat: Seat, shape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(brakes, "allowance", lambda *_, **__: brakes.Allowance(True))
    battle = battle_of(game)
    own = [f.name for f in battle.figures.values() if f.seat == seat.name]
    foes = [f.name for f in battle.figures.values() if f.seat != seat.name]
    report = text_of(opened(OutboundMail.objects.filter(seat=seat, kind="report").latest("pk")))
    dice, post = random.Random(f"nothing vanishes {shape}"), Post(seat)
    for number in range(MAILS):
        lines = list(dict.fromkeys(a_line(dice, own, foes) for _ in range(dice.randint(1, 4))))
        body = "\n".join(lines)
        if shape == "above a quoted report":
            body += quoted(report)
        elif shape == "in the form":
            body = in_form(report, lines)
        mail = post.write(
            f"{body}\n", Message_ID=f"<vanishes-{number}@players.example.org>",
            Date=f"Sun, 22 Nov 2026 18:{number // 60:02d}:{number % 60:02d} +0100",
        )  # fmt: skip
        assert mail.state != "failed", mail.detail
        told = flat("\n".join(text_of(answer) for answer in answers_to(mail)))
        lost = [line for line in lines if flat(line) not in told]
        assert not lost, (number, mail.state, mail.reason, told[:300], lost)
