"""Two versions of a mail: what one of them strikes out, hides, quotes or shows as a card is no order in the
other; where they disagree about an order its writer is asked; and programs that write the same text
differently raise no question."""

from __future__ import annotations

import textwrap
from html import escape

import pytest

from games.answers.order_words import looks_like_order
from pbem.mail.lines import Known, LineClass
from pbem.mail.reader import ReadMail, read, read_again
from tests.pbem.clients import CLIENTS, forms_of
from tests.pbem.languages import LANGUAGES
from tests.pbem.mail_kit import OWN
from tests.pbem.replies import ORDERS, Body, Reply, head, mail_of, multipart, part
from tests.sampling import some

ORDER, ANOTHER, THIRD = "MOVE Drogo 0808", "MOVE Robert 0101", "ATTACK Hugo ON Carlo"


def versions(plain: str, html: str) -> ReadMail:
    return read(mail_of(Body(plain, f"<html><body>{html}</body></html>"), "both"), looks_like_order, OWN)


def asked(found: ReadMail) -> list[tuple[str, str]]:
    return [(line.text, line.why) for line in found.lines if line.kind is LineClass.ASIDE]


# what HTML does not mean


@pytest.mark.parametrize(
    "markup",
    ["<del>{}</del>", "<s>{}</s>", "<strike>{}</strike>",
     '<span style="text-decoration:line-through">{}</span>',
     '<div style="color:red;text-decoration: line-through solid">{}</div>', "<b><s><font>{}</font></s></b>",
     '<p style="text-decoration-line:/**/line-through">{}</p>'],
)  # fmt: skip
def test_what_the_html_strikes_out_is_no_order_in_the_plain_text(markup):
    found = versions(f"{ORDER}\n{ANOTHER}\n", f"<div>{ORDER}</div><div>{markup.format(ANOTHER)}</div>")
    assert found.orders == (ORDER,)
    assert asked(found) == [(ANOTHER, "struck")]


@pytest.mark.parametrize(
    "markup",
    ['<div style="display:none">{}</div>', "<div hidden>{}</div>", '<p style="font-size:0">{}</p>',
     '<div style="mso-hide:all;max-height:0">{}</div>'],
)  # fmt: skip
def test_what_the_html_hides_is_none(markup):
    found = versions(f"{ORDER}\n{ANOTHER}\n", f"<p>{ORDER}</p>{markup.format(ANOTHER)}")
    assert found.orders == (ORDER,)
    assert asked(found) == [(ANOTHER, "hidden")]


@pytest.mark.parametrize(
    "markup",
    ["<blockquote>{}</blockquote>", '<div class="gmail_quote">{}</div>', '<p style="color:#fff">{}</p>',
     '<div style="border-left:solid blue 1pt">{}</div>'],
)  # fmt: skip
def test_what_the_html_quotes_is_quoted(markup):
    found = versions(f"{ORDER}\n\n{ANOTHER}\n", f"<p>{ORDER}</p>{markup.format(ANOTHER)}")
    assert found.orders == (ORDER,)
    assert found.quoted_orders == (ANOTHER,)
    assert asked(found) == []


CARDS = {
    "Apple": (
        '<table class="lp-rich-link-emailBaseTable"><tr><td>'
        '<a href="x" class="lp-rich-link-emailLinkTitle">{}</a></td></tr></table>'
    ),
    "Outlook": (
        '<div class="_Entity _EType_OWALinkPreview _EId_OWALinkPreview"><div id="LPBorder_GTaHR0cHM"><table>'
        '<tr><td id="LPTitle1">{}</td></tr></table></div></div>'
    ),
    "Outlook, again": '<div id="x_LPBorder_GTaHR0"><div id="x_LPDescription4">{}</div></div>',
    "Gmail": '<div class="gmail_chip gmail_drive_chip"><a href="x"><span>{}</span></a></div>',
    "Yahoo": (
        '<div id="ydp1enhancr_card_2" class="ydp1yahoo-link-enhancr-card"><table><tr><td>{}</td></tr>'
        "</table></div>"
    ),
    "Thunderbird": '<div class="moz-card"><a href="x">{}</a></div>',
    "Slack": '<div class="c-message_attachment"><span>{}</span></div>',
    "another": '<div class="link-preview"><p>{}</p></div>',
}


@pytest.mark.parametrize("card", CARDS)
def test_the_words_of_a_linked_page_are_nobodys_orders(card):
    markup = f"<p>{ORDER}</p>" + CARDS[card].format(ANOTHER)
    found = versions(f"{ORDER}\n{ANOTHER}\n", markup)
    assert found.orders == (ORDER,)
    alone = read(mail_of(Body(html=markup), "html"), looks_like_order, OWN)
    assert alone.orders == (ORDER,)


def test_an_order_struck_out_and_written_again_counts():
    found = versions(f"{ANOTHER}\n{ANOTHER}\n", f"<p><s>{ANOTHER}</s></p><p>{ANOTHER}</p>")
    assert set(found.orders) == {ANOTHER}
    assert asked(found) == []


def test_half_an_order_struck_out_is_asked_about():
    found = versions("MOVE Robert 0101 0305\n", "<p>MOVE Robert <s>0101</s> 0305</p>")
    assert found.orders == ()
    assert asked(found) == [("MOVE Robert 0101 0305", "struck"), ("MOVE Robert 0305", "parts-differ")]


# where they disagree


@pytest.mark.parametrize(
    ("plain", "html"),
    [
        (f"{ORDER}\n{ANOTHER}\n", f"<p>{ORDER}</p>"),
        (f"{ORDER}\n", f"<p>{ORDER}</p><p>{ANOTHER}</p>"),
        (f"{ORDER}\n{ANOTHER}\n", f"<p>{ORDER}</p><p>Hello.</p>"),
    ],
)
def test_an_order_in_one_of_them_alone_is_asked_about(plain, html):
    found = versions(plain, html)
    assert found.orders == (ORDER,)
    assert asked(found) == [(ANOTHER, "parts-differ")]


@pytest.mark.parametrize(
    "other", ["MOVE Robert 0102", "MOVE Roberta 0101", "MOVE Robert 0101 0102", "FIRE Robert 0101"]
)
def test_other_figures_or_hexes_are_too(other):
    found = versions(f"{ORDER}\n{ANOTHER}\n", f"<p>{ORDER}</p><p>{other}</p>")
    assert found.orders == (ORDER,)
    assert asked(found) == [(ANOTHER, "parts-differ"), (other, "parts-differ")]


def test_a_sign_before_a_figure_makes_another_order():
    found = versions("ATTACK Robert ON Carlo at -5\n", "<p>ATTACK Robert ON Carlo at +5</p>")
    assert found.orders == ()
    assert len(asked(found)) == 2


def test_orders_below_a_text_that_has_none_are_asked_about():
    found = versions("Hello.\n", f"<p>Hello.</p><p>{ORDER}</p>")
    assert (found.orders, asked(found)) == ((), [(ORDER, "parts-differ")])


def test_and_those_above_an_html_that_has_none():
    found = versions(f"{ORDER}\n", "<p>Hello.</p>")
    assert (found.orders, asked(found)) == ((), [(ORDER, "parts-differ")])


def test_an_order_block_is_no_way_round_it():
    form = f"#ORDERS G1 T1 Norman\n{ORDER}\n{ANOTHER}\n#END\n"
    found = versions(form, f"<p>#ORDERS G1 T1 Norman<br>{ORDER}<br><s>{ANOTHER}</s><br>#END</p>")
    assert found.orders == (ORDER,)
    assert asked(found) == [(ANOTHER, "struck")]


# the same in other clothes


def paragraphs(lines: str) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in lines.split("\n"))


LONG = (
    "ATTACK Robert + Drogo + Humphrey + Turstin + Hugo + Walter + Gilbert ON Carlo + Teobaldo at +5 or better"
)
SAME = {
    "wrapped": ("\n".join(textwrap.wrap(LONG, 60)), paragraphs(LONG)),
    "wrapped twice": ("\n".join(textwrap.wrap(LONG, 40)), paragraphs(LONG)),
    "the HTML wrapped": (LONG, "<br>".join(textwrap.wrap(LONG, 66))),
    "bullets": (f"  * {ORDER}\n  * {ANOTHER}", f"<ul><li>{ORDER}</li><li>{ANOTHER}</li></ul>"),
    "numbers": (f" 1. {ORDER}\n 2. {ANOTHER}", f"<ol><li>{ORDER}</li><li>{ANOTHER}</li></ol>"),
    "bold": (f"*{ORDER}*\n_{ANOTHER}_", f"<p><b>{ORDER}</b></p><p><i>{ANOTHER}</i></p>"),
    "a bold word": ("*MOVE* Drogo 0808", "<p><b>MOVE</b> Drogo 0808</p>"),
    "links": (
        "MOVE Drogo 0808<tel:0808>\nMOVE Robert 0101 <https://example.org/0101>",
        '<p>MOVE Drogo <a href="tel:0808">0808</a></p><p>MOVE Robert 0101</p>',
    ),
    "odd blanks": (f"{ORDER}\n{ANOTHER}", "<p>MOVE&nbsp;Drogo&#8239;0808</p><p>MOVE  Robert\n0101</p>"),
    "typography": ("MOVE Robert 0101->0102 - 0103", "<p>MOVE Robert 0101&rarr;0102 &ndash; 0103</p>"),
    "preformatted": (f"{ORDER}\n{ANOTHER}", f"<pre>{ORDER}\n{ANOTHER}</pre>"),
    "not broken by CSS": (f"{ORDER}\n{ANOTHER}",
                          f'<div style="white-space:pre-wrap">{ORDER}\n{ANOTHER}</div>'),
    "a signature": (f"{ORDER}\n\nAnna\nFollow the team 0101",
                    f'<p>{ORDER}</p><div class="gmail_signature">Anna<br>Follow the team 0101</div>'),
    "a picture": (f"{ORDER}\n[cid:map.png]\n{ANOTHER}",
                  f'<p>{ORDER}</p><img src="cid:map.png" alt="map 0101"><p>{ANOTHER}</p>'),
    "a picture alone": (ORDER, '<img src="cid:map.png">'),
    "letters of another case": (ORDER, f'<p style="text-transform:none">{ORDER.upper()}</p>'),
    "accents composed and not": ("MOVE Tancre\u0300de 0101", "<p>MOVE Tancr\u00e8de 0101</p>"),
    "talk between": (f"{ORDER}\nwhat a day\n{ANOTHER}", f"<p>{ORDER}</p><p>{ANOTHER}</p>"),
}  # fmt: skip


@pytest.mark.parametrize("how", SAME)
def test_the_same_written_otherwise_is_no_question(how):
    found = versions(*SAME[how])
    assert found.orders
    assert asked(found) == []


@pytest.mark.parametrize("name", CLIENTS)
def test_no_program_raises_a_question_in_any_language(name):
    client = CLIENTS[name]
    for style in ("top", "bottom", "inline"):
        for language in some(list(LANGUAGES), 4, list(CLIENTS).index(name)):
            body = client.write(Reply(language, style))
            if "both" in forms_of(client, body, style):
                found = read(mail_of(body, "both"), looks_like_order, OWN)
                assert (found.orders, asked(found)) == (ORDERS, []), (style, language)


@pytest.mark.parametrize("name", CLIENTS)
def test_nor_does_a_quote_without_a_word_above_it(name):
    client = CLIENTS[name]
    for language in ("en", "de", "ja"):
        body = client.write(Reply(language, "top", ()))
        if "both" in forms_of(client, body, "top"):
            assert asked(read(mail_of(body, "both"), looks_like_order, OWN)) == [], language


# parts that are no versions of each other


def test_a_text_beside_the_two_versions_is_read_for_itself():
    two = multipart(
        "alternative", part("text/plain", ORDER), part("text/html", f"<p>{ORDER}</p>"), boundary="i"
    )
    found = read(head() + multipart("mixed", two, part("text/plain", ANOTHER)), looks_like_order, OWN)
    assert found.orders == (ORDER, ANOTHER)
    assert asked(found) == []


def test_an_html_notice_beside_the_text_changes_nothing():
    notice = part("text/html", "<p>Checked by a program. No virus found.</p>")
    found = read(head() + multipart("mixed", part("text/plain", ORDER), notice), looks_like_order, OWN)
    assert (found.orders, asked(found)) == ((ORDER,), [])
    ordering = part("text/html", f"<p>{ANOTHER}</p>")
    found = read(head() + multipart("mixed", part("text/plain", ORDER), ordering), looks_like_order, OWN)
    assert (found.orders, asked(found)) == ((ORDER,), [(ANOTHER, "parts-differ")])


def test_what_was_cut_off_is_nothing_to_disagree_about():
    body = "".join(f"MOVE Drogo {n // 100:02}{n % 100:02}\n" for n in range(9000))
    found = versions(body, body.replace("\n", "<br>"))
    assert asked(found) == []


# read once more, by somebody who knows what was sent


def test_what_the_html_says_holds_when_a_mail_is_read_again():
    struck = versions(f"{ORDER}\n{ANOTHER}\n", f"<p>{ORDER}</p><p><s>{ANOTHER}</s></p><p>{THIRD}</p>")
    again = read_again(struck, struck.text, Known(quoted=frozenset([5])), looks_like_order)
    assert again.orders == (ORDER,)
    assert asked(again) == asked(struck) == [(ANOTHER, "struck"), (THIRD, "parts-differ")]


def test_a_quote_of_ours_is_no_question_where_the_html_quotes_it():
    found = versions(f"{ORDER}\n\n{ANOTHER}\n", f"<p>{ORDER}</p><blockquote>{ANOTHER}</blockquote>")
    again = read_again(found, found.text, Known(ours=frozenset([2])), looks_like_order)
    assert (again.orders, asked(again)) == ((ORDER,), [])


def test_a_line_changed_in_a_quote_counts_whatever_the_html_says():
    found = versions(f"{ORDER}\n> {ANOTHER}\n", f"<p>{ORDER}</p><blockquote>{ANOTHER}</blockquote>")
    again = read_again(found, found.text, Known(meant={1: ANOTHER}), looks_like_order)
    assert again.orders == (ORDER, ANOTHER)
