"""What stands in one part of a mail alone, struck out, or in a file: its player is asked, and ACCEPT has it
carried out."""

from __future__ import annotations

import pytest

from games.models import InboundState
from tests.games.post_kit import Post, filed, men_of, some_orders, text_of, the_answer
from tests.games.post_kit import same_game as game
from tests.pbem.test_documents import HOSTILE, docx, odt, paragraph, runs

__all__ = ["game"]

pytestmark = pytest.mark.django_db
DONE, HELD = InboundState.DONE, InboundState.HELD


def flat(text: str) -> str:
    return " ".join(text.split())


def two_versions(post: Post, plain: str, html: str):
    body = f"--b\nContent-Type: text/plain\n\n{plain}\n--b\nContent-Type: text/html\n\n{html}\n--b--\n"
    return post.write(body, Content_Type="multipart/alternative; boundary=b")


def with_file(post: Post, data: bytes, name: str, text: str = "See the file."):
    import base64

    body = (
        f"--b\nContent-Type: text/plain\n\n{text}\n--b\nContent-Type: application/octet-stream\n"
        f'Content-Transfer-Encoding: base64\nContent-Disposition: attachment; filename="{name}"\n\n'
        f"{base64.encodebytes(data).decode()}\n--b--\n"
    )
    return post.write(body, Content_Type="multipart/mixed; boundary=b")


def test_an_order_struck_out_is_shown_and_waits_for_accept(game, seat, post):
    first, second, _ = some_orders(game, seat)
    mail = two_versions(post, f"{first}\n{second}", f"<p>{first}</p><p><s>{second}</s></p>")
    assert (mail.state, filed(game, seat)) == (DONE, (first,))
    answer = flat(text_of(the_answer(mail)))
    assert f"> {second}" in answer and "struck out" in answer
    post.write("ACCEPT")
    assert filed(game, seat) == (first, second)


def test_an_order_that_only_one_version_has_is(game, seat, post):
    first, second, _ = some_orders(game, seat)
    mail = two_versions(post, f"Hello.\n{first}", f"<p>Hello.</p><p>{first}</p><p>{second}</p>")
    assert filed(game, seat) == (first,)
    assert "only one of the two texts" in flat(text_of(the_answer(mail)))
    post.write("ACCEPT")
    assert filed(game, seat) == (first, second)


def test_a_hidden_order_is(game, seat, post):
    first, second, _ = some_orders(game, seat)
    mail = two_versions(post, f"{first}\n{second}", f'<p>{first}</p><p style="display:none">{second}</p>')
    assert filed(game, seat) == (first,)
    assert "hidden" in text_of(the_answer(mail))


@pytest.mark.parametrize("kind", ["txt", "docx", "odt"])
def test_orders_in_a_file_are_carried_out_after_accept(game, seat, post, kind):
    orders = some_orders(game, seat)
    made = {
        "txt": "\r\n".join(orders).encode(),
        "docx": docx("".join(runs(order) for order in orders)),
        "odt": odt("".join(paragraph(order) for order in orders)),
    }
    mail = with_file(post, made[kind], f"Plan.{kind}")
    assert (mail.state, mail.reason, filed(game, seat)) == (HELD, "asked-back", ())
    answer = flat(text_of(the_answer(mail)))
    assert "in an attached file" in answer
    assert all(f"> {order}" in answer for order in orders)
    post.write("ACCEPT")
    assert filed(game, seat) == tuple(orders)


def test_a_damaged_file_is_named_and_the_orders_beside_it_stand(game, seat, post, orders):
    mail = with_file(post, HOSTILE["laughs"], "Plan.docx", orders)
    assert filed(game, seat) == tuple(orders.split("\n"))
    assert "The attached file Plan.docx could not be read" in flat(text_of(the_answer(mail)))


def test_a_quoted_report_in_both_versions_raises_no_question(game, seat, post, orders):
    lines = orders.split("\n")
    mail = two_versions(
        post,
        f"{orders}\n\nOn 22 Nov 2026 16:02 we wrote:\n> #ORDERS\n> {lines[0]}\n> #END\n",
        "".join(f"<div>{line}</div>" for line in lines)
        + (
            f'<div class="gmail_quote">On 22 Nov 2026 16:02 we wrote:<blockquote>#ORDERS<br>{lines[0]}'
            "<br>#END</blockquote></div>"
        ),
    )
    assert filed(game, seat) == tuple(lines)
    assert "did you mean" not in text_of(the_answer(mail))


def test_a_charset_that_nobody_knows_is_named(game, seat, post):
    mail = post.write("MOVE Gérard 0101".encode("cp037"), Content_Type="text/plain; charset=x-klingon")
    answer = flat(text_of(the_answer(mail)))
    assert "character set is x-klingon, which is not known here" in answer
    assert filed(game, seat) == ()


@pytest.mark.parametrize("body", ["", "\n\n", "-- \nAnna"])
def test_orders_in_the_subject_are_told_that_subjects_are_not_read(game, seat, post, body):
    [order, *_] = some_orders(game, seat)
    mail = post.write(body, Subject=f"Re: {order}")
    assert filed(game, seat) == ()
    answer = flat(text_of(the_answer(mail)))
    assert "subjects are not read" in answer
    assert order in answer


@pytest.mark.parametrize("subject", ["Re: [G1 T1 Norman] MOVE your men", "Hello", "Re: orders", ""])
def test_other_subjects_are_not_talked_about(game, seat, post, subject):
    mail = post.write("", Subject=subject)
    assert "subjects are not read" not in flat(text_of(the_answer(mail)))


def test_a_table_of_men_and_orders_is_filed(game, seat, post):
    men = men_of(game, seat)[:3]
    html = "<table><tr><td>Figure</td><td>Order</td><td>To</td></tr>"
    html += "".join(f"<tr><td><p>{man}</p></td><td><p>MOVE</p></td><td><p>stay</p></td></tr>" for man in men)
    mail = post.write(html + "</table>", Content_Type="text/html")
    assert filed(game, seat) == tuple(f"MOVE {man} stay" for man in men)
    assert "error" not in text_of(the_answer(mail))


def test_an_absence_note_without_a_mark_is_passed_over(game, seat, post):
    mail = post.write(
        "I am out of office until Monday and will answer on my return.", Subject="Re: your report"
    )
    assert (mail.state, mail.reason) == (InboundState.IGNORED, "away-note")


def test_commands_in_a_file_stay_there(game, seat, post, orders):
    post.write(orders)
    stood = filed(game, seat)
    mail = with_file(
        post, b"ACCEPT\nCLEAR ALL\nFINAL\nNEW ADDRESS\nMOVE Hugo 1911\n", "orders.txt", "see the file"
    )
    assert mail.parsed["offered"] == ["MOVE Hugo 1911"]
    post.write("ACCEPT")
    assert set(filed(game, seat)) == {*stood, "MOVE Hugo 1911"}
