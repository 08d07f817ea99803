"""Our own mails, made text the quick way, say the same in the same lines as when they are read like those of
strangers."""

from __future__ import annotations

import pytest

from games.models import OutboundMail, Report
from games.outbox.frozen import frozen_message, texts_of
from pbem.mail.charset import normalise
from pbem.mail.html import text_of
from pbem.mail.plain_html import plain
from pbem.mail.sent import Sent
from tests.games.post_kit import Post, a_battle, seat_on_move
from tests.games.reports.test_reports import played

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("scenario", ["orchard", "ford"])
def test_every_mail_of_a_battle_has_the_same_lines(scenario: str) -> None:
    game = played(a_battle(scenario), 3)
    seat = seat_on_move(game)
    for written in ("HELP", "STATUS", "MAP", "TABLE combat", "MOVE nobody 0101\nwho can see me?"):
        Post(seat).write(written)
    shown = list(Report.objects.filter(game=game).exclude(html="").values_list("html", flat=True))
    for mail in OutboundMail.objects.filter(game=game):
        parsed = frozen_message(mail)
        written = [str(content) for content, kind in parsed.alternatives if kind == "text/html"]
        assert texts_of(mail) == (parsed.body, *(written or [""]))
        shown += written
    assert len(shown) > 8
    for html in shown:
        quick, careful = Sent(normalise(plain(html))), Sent(normalise(text_of(html)))
        assert quick.flat == careful.flat
        assert quick.begins == careful.begins, [
            careful.flat[place : place + 40] for place in set(quick.begins) ^ set(careful.begins)
        ]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>MOVE Odo\n  to 0101</p><p>stay</p>", ["MOVE Odo to 0101", "stay"]),
        ("<pre>MOVE Odo\nFIRE Ivo</pre>", ["MOVE Odo", "FIRE Ivo"]),
        ('<div style="display:none">hidden</div>seen<br>below', ["seen", "below"]),
        ("<style>p { a: b }</style><b>Odo</b> &amp; <i>Ivo</i><!-- no -->", ["Odo & Ivo"]),
        ("<table><tr><td>Odo</td><td>0101</td></tr><tr><td>Ivo</td></tr></table>", ["Odo\t0101", "Ivo"]),
    ],
)
def test_what_becomes_a_line(html: str, text: list[str]) -> None:
    assert [line.strip() for line in plain(html).split("\n") if line.strip()] == text
