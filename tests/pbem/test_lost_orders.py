"""Orders as clumsy hands and helpful programs leave them: every one is found, as it was meant."""

from __future__ import annotations

import textwrap

import pytest

from games.answers.order_words import looks_like_order
from pbem.mail.lines import Known
from pbem.mail.reader import ReadMail, read, read_again
from tests.pbem.mail_kit import OWN, letter

ORDER, ANOTHER = "MOVE Drogo 0808", "MOVE Robert 0101"
LONG = (
    "MOVE Robert 0305 0306 0307 0308 0309 0310 0311 0312 0313 0314 0315 0316 0317 0318 facing NE",
    (
        "ATTACK Robert + Drogo + Humphrey + Turstin + Hugo + Walter + Gilbert ON Carlo + Teobaldo + "
        "Atenolfo at +5 or better"
    ),
    (
        "IF Teobaldo is down AND Carlo is next to Odo THEN FIRE Gilbert AT Carlo ELSE FIRE Gilbert AT "
        "Atenolfo then Shakil"
    ),
)


def read_letter(body: str | bytes, *headers: str) -> ReadMail:
    return read(letter(body, *headers), looks_like_order, OWN)


def read_parts(kind: str, *parts: str) -> ReadMail:
    body = "".join(f"--b\n{part}\n" for part in parts) + "--b--\n"
    return read_letter(body, f"Content-Type: multipart/{kind}; boundary=b")


def text(body: str, *headers: str) -> str:
    return "\n".join(["Content-Type: text/plain; charset=utf-8", *headers, "", body])


# letters and signs


@pytest.mark.parametrize(
    "written",
    ["ＭＯＶＥ Ｄｒｏｇｏ ０８０８", "MOVE Drogo ٠٨٠٨", "MOVE Drogo ۰۸۰۸", "MOVE Drogo ०८०८",
     "MOVE Drogo 𝟎𝟖𝟎𝟖", "\ufffcMOVE Drogo 0808", "MOVE\ufe0f Drogo 0808", "MO\u034fVE Drogo 0808",
     "MOVE\u3164Drogo 0808", "MOVE\u2800Drogo 0808", "MOVE\u2000Drogo\u20010808", "MOVE\u1680Drogo 0808",
     "MO\u00adVE Dro\u00adgo 0808", "\u200fMOVE Drogo 0808\u200f",
     "\u2067MOVE Drogo 0808\u2069", "MOVE\u00a0Drogo\u202f0808", "MOVE\tDrogo\t0808", "MOVE   Drogo 0808   "],
    ids=ascii,
)  # fmt: skip
def test_whatever_signs_it_is_written_with(written):
    [found] = read_letter(written).orders
    assert " ".join(found.split()) == ORDER


@pytest.mark.parametrize("end", ["\v", "\f", "\u0085", "\u2028", "\u2029", "\r", "\r\r\n"], ids=ascii)
def test_whatever_ends_a_line(end):
    assert read_letter(f"{ORDER}{end}{ANOTHER}\n").orders == (ORDER, ANOTHER)


@pytest.mark.parametrize(
    "bullet",
    ["o ", "o\t", "§  ", "◦ ", "▪ ", "● ", "‣ ", "⁃ ", "➢ ", "✓ ", "·         ", "a) ", "(b) ", "c. ", "1: ",
     "1 - ",
     "[ ] ", "- [x] ", "1\ufe0f\u20e3 ", "10) ", "– ", "• 1. "],
)  # fmt: skip
def test_whatever_stands_before_it(bullet):
    assert read_letter(f"{bullet}{ORDER}").orders == (ORDER,)


@pytest.mark.parametrize(
    "behind",
    [
        "<tel:0808>",
        " <tel:0808>",
        "<https://maps.example.org/?q=0808>",
        " <x-apple-data-detectors://0808>",
        "<mailto:a@b.org>",
    ],
)
def test_links_that_programs_make_of_numbers_are_no_part_of_it(behind):
    assert read_letter(f"{ORDER}{behind}").orders == (ORDER,)


def test_an_order_that_compares_keeps_its_signs():
    order = "ATTACK Robert ON Carlo at > +5"
    assert read_letter(order).orders == (order,)


# lines broken on the way


@pytest.mark.parametrize("width", [66, 68, 70, 72, 74, 76, 78])
@pytest.mark.parametrize("order", LONG)
def test_wherever_a_program_breaks_it(order, width):
    pieces = textwrap.wrap(order, width)
    hard = read_letter("\n".join(pieces) + f"\n{ORDER}\n")
    soft = read_letter(" \n".join(pieces) + f"\n{ORDER}\n", "Content-Type: text/plain; format=flowed")
    assert (hard.orders, soft.orders) == ((order, ORDER), (order, ORDER))


def test_orders_that_end_in_a_verb_stay_apart():
    first = "MOVE Robert + Hugo + Drogo + Humphrey + Turstin + Gilbert + Ivo stay"
    assert read_letter(f"{first}\nWhat a day.\n{ORDER}\n").orders == (first, "What a day.", ORDER)


# parts


@pytest.mark.parametrize(
    "header",
    ['Content-Type: text/plain; name="mail.txt"', "Content-Disposition: attachment",
     'Content-Disposition: inline; filename="body.txt"', "Content-Type: text",
     "Content-Type: TEXT/Plain;Charset=UTF-8"],
)  # fmt: skip
def test_the_only_part_of_a_mail_is_its_text_whatever_it_is_called(header):
    assert read_letter(ORDER, header).orders == (ORDER,)


def test_a_second_text_is_read_and_so_is_one_deep_inside():
    assert read_parts("mixed", text("Hello."), text(ORDER)).orders == (ORDER,)
    inner = (
        f"Content-Type: multipart/signed; boundary=c\n\n--c\n{text(ORDER)}\n--c\nContent-Type: "
        "application/pgp-signature\n\nx\n--c--"
    )
    assert read_parts("mixed", inner, text("players mailing list")).orders == (ORDER,)


def test_plain_text_of_mere_blanks_leaves_the_word_to_the_html():
    html = f"Content-Type: text/html\n\n<p>{ORDER}</p>"
    assert read_parts("alternative", text("\u00a0\n\u200b"), html).orders == (ORDER,)


@pytest.mark.parametrize(
    "excuse",
    [
        "If you cannot see this message, turn on HTML.",
        "Open this mail in a browser: https://example.org/0101",
        "HTML only",
    ],
)
def test_so_does_one_that_only_points_there(excuse):
    html = f"Content-Type: text/html\n\n<p>{ORDER}</p>"
    found = read_parts("alternative", text(excuse), html)
    assert found.orders == (ORDER,)
    assert "html-used" in found.warnings
    assert read_parts("mixed", text(f"{excuse}\n\n{ORDER}")).orders[-1] == ORDER


def test_orders_in_tables_and_lists_keep_their_words_and_lines_apart():
    html = (
        "<table><thead><tr><th>MOVE</th><td>Drogo</td><td>0808</td></tr></thead></table><details>"
        f"<summary>Then</summary>{ANOTHER}"
        "</details><form>FIRE Yani AT Jemal</form><ul><li>MOVE Odo <b>02</b>02</li></ul>"
    )
    found = read_letter(html, "Content-Type: text/html")
    assert [line for line in found.orders if line != "Then"] == [
        ORDER,
        ANOTHER,
        "FIRE Yani AT Jemal",
        "MOVE Odo 0202",
    ]


@pytest.mark.parametrize(
    "mark", ['id="Signature"', 'class="Signature"', 'id="x_Signature"', 'class="gmail_signature"']
)
def test_orders_in_a_signature_are_told_of(mark):
    found = read_letter(
        f"<p>{ORDER}</p><div {mark}><p>Anna</p><p>{ANOTHER}</p></div>", "Content-Type: text/html"
    )
    assert (found.orders, found.late_orders) == ((ORDER,), (ANOTHER,))


SEALED = {
    "S/MIME": ("Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\n"
               "Content-Transfer-Encoding: base64\n\nMIAGCSqGSIb3DQEHAqCAMIAC"),
    "S/MIME, older": ("Content-Type: application/x-pkcs7-mime; name=smime.p7m\nContent-Transfer-Encoding: "
                      "base64\n\nMIAGCSqGSIb3"),
    "winmail.dat": ("Content-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: "
                    "base64\n\neJ8+IgkSAQaQCAAE"),
    "PGP/MIME": "Content-Type: application/pgp-encrypted\n\nVersion: 1",
}  # fmt: skip


@pytest.mark.parametrize("name", SEALED)
def test_what_cannot_be_opened_is_told_of(name):
    inside = read_parts("mixed", SEALED[name])
    head, _, body = SEALED[name].partition("\n\n")
    alone = read_letter(body, *head.split("\n"))
    for found in (inside, alone):
        assert found.orders == ()
        assert "sealed" in found.warnings
    beside = read_parts("mixed", text(ORDER), SEALED[name])
    assert beside.orders == (ORDER,)
    assert "sealed" not in beside.warnings


def test_so_is_an_armoured_message():
    armoured = (
        "-----BEGIN PGP MESSAGE-----\n\nhQEMA0808MOVE0101\nMOVE Robert 0101\n=AbCd\n"
        "-----END PGP MESSAGE-----\n"
    )
    found = read_letter(armoured)
    assert found.orders == ()
    assert "sealed" in found.warnings


def test_what_is_coded_as_in_the_old_days_is_no_order():
    coded = "begin 644 orders.txt\nM34]612!2;V)E<G0@,#$P,0H`34]612!2;V)E<G0@,#$P,0H``\n`\nend\n"
    assert read_letter(f"{ORDER}\n\n{coded}").orders == (ORDER,)


# forms and letters


def test_a_form_in_bold_is_a_form():
    found = read_letter(f"*#ORDERS G1 T1 Norman*\n{ORDER}\n*#END*\n{ANOTHER}\n")
    assert (found.block, found.orders, found.late_orders) == ("G1 T1 Norman", (ORDER,), (ANOTHER,))


@pytest.mark.parametrize(
    "begins",
    [
        "*PRESS TO arabs*",
        "• PRESS TO arabs",
        '"PRESS TO arabs"',
        "PRESS TO: arabs",
        "PRESS TO “arabs”",
        "- press to arabs",
    ],
)
@pytest.mark.parametrize("ends", ["*END PRESS*", "• END PRESS", "_end press_", "END PRESS..."])
def test_a_letter_in_bold_or_in_a_list_is_a_letter(begins, ends):
    found = read_letter(f"{begins}\n{ANOTHER}\n{ends}\n{ORDER}\n")
    assert found.orders == (ORDER,)


# lines that were typed beside each other


BESIDE = "FIRE Gilbert AT Atenolfo, and at whoever comes nearest to him now"


@pytest.mark.parametrize(
    "below",
    ["5. the archers keep behind the wall", "2) gilbert keeps his head down", "* the hoplites wait for them",
     "how far is Carlo from Odo?"],
)  # fmt: skip
def test_a_line_of_a_list_or_a_question_is_never_the_rest_of_the_one_above(below):
    found = read_letter(f"{ORDER}\n{BESIDE}\n{below}\n{ANOTHER}\n")
    assert found.orders[1] == BESIDE
    assert len(found.orders) == 4


def test_a_program_that_leaves_a_longer_line_whole_has_broken_no_shorter_one():
    long = "MOVE Robert 0305 0306 0307 0308 0309 0310 0311 0312 0313 0314 0315 0316 0317 0318"
    found = read_letter(f"{long}\n{BESIDE}\nthe hoplites wait for them\n{ANOTHER}\n")
    assert found.orders == (long, BESIDE, "the hoplites wait for them", ANOTHER)
    assert len(read_letter(f"{BESIDE}\nand the rest of them follow him\n{ANOTHER}\n").orders) == 2


def test_nor_is_a_line_that_begins_with_somebodys_name():
    found = read_letter(f"{ORDER}\n{BESIDE}\nwilliam & odo carry the ladder\n{ANOTHER}\n")
    assert len(found.orders) == 3
    again = read_again(found, found.text, Known(named=frozenset([2])), looks_like_order)
    assert again.orders == (ORDER, BESIDE, "william & odo carry the ladder", ANOTHER)


@pytest.mark.parametrize("sign", [" +", "+", " &", " + "])
def test_a_line_that_ends_in_a_sign_goes_on_in_the_next_however_short_it_is(sign):
    found = read_letter(f"{ORDER}\nATTACK Richard{sign}\nSerlo ON Romanos\n{ANOTHER}\n")
    joined = f"ATTACK Richard{sign.rstrip()} Serlo ON Romanos"
    assert found.orders == (ORDER, joined, ANOTHER)
