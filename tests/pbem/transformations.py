"""What happens to a mail on its way that must not change its orders, and what must leave none of them.

Each change takes the plain text of an accepted mail and gives another mail.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from html import escape

from tests.pbem.languages import LANGUAGES
from tests.pbem.replies import ADDRESS, NAME, Body, head, mail_of, marked, multipart, part

Change = Callable[[str], bytes]

DISCLAIMER = """
______________________________________________________________________
This message and any attachment are confidential and may be privileged. If you
are not the intended recipient, you must not move, copy, use or disclose it;
please notify the sender at once. No contract is made by it at any hour.
"""
BANNER = """[EXTERNAL] This email originated outside of the organisation. Do not click links, open
attachments or follow orders unless you know the sender.

"""
SIGNATURE = "\n-- \nAnna Comnena\nPurple Chamber 3, 1081 Constantinople\nTel. +39 06 1118\n"


def encoded(charset: str, encoding: str) -> Change:
    return lambda text: mail_of(Body(text), "text", charset, encoding)


def wrapped(width: int) -> Change:
    def change(text: str) -> bytes:
        lines = [part for line in text.split("\n") for part in textwrap.wrap(line, width) or [""]]
        return mail_of(Body("\n".join(lines)), "text")

    return change


def softly_wrapped(width: int) -> Change:
    def change(text: str) -> bytes:
        lines = [" \n".join(textwrap.wrap(line, width) or [""]) for line in text.split("\n")]
        return mail_of(Body("\n".join(lines), flowed=True), "text")

    return change


def as_html(open_: str, close: str, before: str = "", after: str = "") -> Change:
    def change(text: str) -> bytes:
        lines = "".join(f"{open_}{escape(line) or '&nbsp;'}{close}\n" for line in text.split("\n"))
        return mail_of(Body(html=f"<html><body>{before}{lines}{after}</body></html>"), "html")

    return change


def with_text(before: str = "", after: str = "") -> Change:
    return lambda text: mail_of(Body(before + text + after), "text")


def as_parts(subtype: str, *others: bytes, more: str = "") -> Change:
    def change(text: str) -> bytes:
        return head() + multipart(subtype, part("text/plain; charset=utf-8", text), *others, more=more)

    return change


def pgp_armoured(text: str) -> bytes:
    dashed = "\n".join(f"- {line}" if line.startswith("-") else line for line in text.split("\n"))
    signed = (
        f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n{dashed}\n-----BEGIN PGP SIGNATURE-----\n\n"
        "iQIzBAEBCgAdFiEE0808MOVE0908\n=AbCd\n-----END PGP SIGNATURE-----\n"
    )
    return mail_of(Body(signed), "text")


def attached(text: str) -> bytes:
    file = part(
        "text/plain; name=orders.txt",
        text,
        "utf-8",
        "base64",
        "Content-Disposition: attachment; filename=orders.txt",
    )
    return head() + multipart("mixed", part("text/plain", "See the file.\n"), file)


SAME_ORDERS: dict[str, Change] = {
    "quoted-printable": encoded("utf-8", "quoted-printable"),
    "base64": encoded("utf-8", "base64"),
    "8bit": encoded("utf-8", "8bit"),
    "utf-16": encoded("utf-16", "base64"),
    "windows-1252": encoded("windows-1252", "quoted-printable"),
    "latin-1": encoded("iso-8859-1", "8bit"),
    "koi8-r": encoded("koi8-r", "8bit"),
    "windows line ends": lambda text: mail_of(Body(text), "text", encoding="8bit").replace(b"\n", b"\r\n"),
    "wrapped at 72": wrapped(72),
    "wrapped at 76": wrapped(76),
    "softly wrapped at 66": softly_wrapped(66),
    "HTML of divisions": as_html("<div>", "</div>"),
    "HTML of paragraphs": as_html('<p class="MsoNormal">', "</p>"),
    "HTML of line breaks": as_html("", "<br>"),
    "HTML table": as_html("<tr><td>", "</td></tr>", "<table><tbody>", "</tbody></table>"),
    "HTML list": as_html("<li>", "</li>", "<ul>", "</ul>"),
    "HTML preformatted": as_html("", "", "<pre>", "</pre>"),
    "signature": with_text(after=SIGNATURE),
    "disclaimer": with_text(after=DISCLAIMER),
    "banner": with_text(before=BANNER),
    "list footer": with_text(after=("\n_______________________________________________\nplayers mailing "
                                    "list\n")),
    "PGP armour": pgp_armoured,
    "PGP/MIME": as_parts(
        "signed",
        part("application/pgp-signature; "
             "name=signature.asc", "-----BEGIN PGP SIGNATURE-----\nMOVE\n", "ascii", "7bit"),
        more="; micalg=pgp-sha512; protocol=application/pgp-signature",
    ),
    "S/MIME": as_parts(
        "signed",
        part("application/pkcs7-signature; name=smime.p7s", b"\x30\x82MOVE", "", "base64"),
        more="; protocol=application/pkcs7-signature",
    ),
    "picture beside": as_parts("mixed", part("image/png; name=map.png", b"\x89PNG", "", "base64")),
    "virus notice below": as_parts("mixed", part("text/plain", "Checked by a program. No virus found.\n")),
    **{
        f"phone footer, {code}": with_text(after=f"\n{words.footer}\n") for code, words in LANGUAGES.items()
    },
}  # fmt: skip


def forwarded_by_thunderbird(code: str) -> Change:
    words = LANGUAGES[code]

    def change(text: str) -> bytes:
        labels = dict(zip("fsto", words.header, strict=True))
        fields = (
            f"{labels['o']}{words.colon} \tRe: orders\n{labels['s']}{words.colon} \t{words.date}\n"
            f"{labels['f']}{words.colon} \tAnna <anna@example.org>\n"
            f"{labels['t']}{words.colon} \t{NAME} <{ADDRESS}>\n"
        )
        return mail_of(Body(f"\n\n{words.forwarded}\n{fields}\n\n{text}"), "text")

    return change


def forwarded_by_gmail(text: str) -> bytes:
    fields = (
        "From: Anna <anna@example.org>\nDate: Sun, Nov 22, 2026 at 4:02 PM\nSubject: orders\n"
        "To: <game-1@in.example.org>\n"
    )
    plain = f"For your eyes.\n\n---------- Forwarded message ---------\n{fields}\n\n{text}"
    lines = escape(text).replace("\n", "<br>\n")
    html = (
        '<div dir="ltr">For your eyes.<br><br><div class="gmail_quote">'
        '<div dir="ltr" class="gmail_attr">---------- Forwarded '
        f"message ---------<br>{escape(fields)}</div><br><br>{lines}</div></div>"
    )
    return mail_of(Body(plain, html), "both")


def forwarded_by_outlook(text: str) -> bytes:
    fields = (
        "From: Anna <anna@example.org>\nSent: Sunday, November 22, 2026 4:02 PM\nTo: game-1@in.example.org\n"
        "Subject: orders\n"
    )
    return mail_of(Body(f"________________________________\n{fields}\n{text}"), "text")


def forwarded_by_apple(text: str) -> bytes:
    fields = [
        "Begin forwarded message:",
        "",
        "From: Anna <anna@example.org>",
        "Subject: orders",
        "Date: 22 November 2026",
        "",
    ]
    return mail_of(Body(marked([*fields, *text.split("\n")])), "text")


def embedded(text: str) -> bytes:
    inner = mail_of(Body(text), "text")
    return head() + multipart(
        "mixed", part("text/plain", "Look at this.\n"), b"Content-Type: message/rfc822\n\n" + inner
    )


def in_a_digest(text: str) -> bytes:
    return head() + multipart("digest", b"\n" + mail_of(Body(text), "text"))


def quoted(mark: str, intro: str = "On 22 Nov 2026 Anna wrote:") -> Change:
    def change(text: str) -> bytes:
        return mail_of(Body(f"I saw this.\n\n{intro}\n{marked(text.split(chr(10)), mark)}"), "text")

    return change


def quoted_in(open_: str, close: str) -> Change:
    def change(text: str) -> bytes:
        lines = "<br>\n".join(escape(line) for line in text.split("\n"))
        return mail_of(Body(html=f"<p>I saw this.</p>{open_}{lines}{close}"), "html")

    return change


def hidden(style: str) -> Change:
    return quoted_in(f"<div {style}>", "</div>")


NO_ORDERS: dict[str, Change] = {
    "attached": attached,
    "quoted": quoted("> "),
    "quoted without blanks": quoted(">"),
    "quoted twice": quoted("> > "),
    "quoted with bars": quoted("| "),
    "quoted with initials": quoted("AC> "),
    "quoted without attribution": quoted("> ", ""),
    "quoted without marks": lambda text: mail_of(Body("Hm.\n\nOn 22 Nov 2026 at 16:02, Anna wrote:\n\n"
        f"{text}"), "text"),
    "quoted by Zoho": lambda text: mail_of(
        Body("Hm.\n\n---- On Sun, 22 Nov 2026 16:02:00 +0100 Anna "
             f"<a@example.org> wrote ----\n\n{text}"), "text"
    ),
    "blockquote": quoted_in("<blockquote>", "</blockquote>"),
    "gmail_quote": quoted_in('<div class="gmail_quote">', "</div>"),
    "yahoo_quoted": quoted_in('<div class="yahoo_quoted" id="yahoo_quoted_1">', "</div>"),
    "divRplyFwdMsg": quoted_in('<hr><div id="divRplyFwdMsg">', "</div>"),
    "GMX": quoted_in('<div name="quote">', "</div>"),
    "not displayed": hidden('style="display:none"'),
    "invisible": hidden('style="visibility: hidden"'),
    "no size": hidden('style="font-size:0px"'),
    "no height": hidden('style="max-height:0px;overflow:hidden"'),
    "white": hidden('style="color:#ffffff"'),
    "off the page": hidden('style="position:absolute;left:-9999px"'),
    "hidden": hidden("hidden"),
    "embedded": embedded,
    "digest": in_a_digest,
    "Gmail forwards": forwarded_by_gmail,
    "Outlook forwards": forwarded_by_outlook,
    "Apple forwards": forwarded_by_apple,
    **{f"Thunderbird forwards, {code}": forwarded_by_thunderbird(code) for code in LANGUAGES},
}  # fmt: skip
