"""Replies as programs of the desktop and Apple's write them."""

from __future__ import annotations

from html import escape

from tests.pbem.replies import (
    ADDRESS,
    NAME,
    REPORT,
    REPORT_HTML,
    Body,
    Reply,
    attribution,
    bold,
    breaks,
    divs,
    flowed,
    hard,
    headers,
    html_reply,
    marked,
    own_lines,
    plain,
    text_reply,
    text_unmarked,
)

# Outlook


def outlook_desktop(reply: Reply) -> Body:
    words = reply.words
    text = text_unmarked(reply, "\n" + headers(words) + "\n", own=lambda lines: plain(_with_blanks(lines)))
    paragraphs = [
        f'<p class="MsoNormal"><span lang="EN-US">{escape(line) or "&nbsp;"}<o:p></o:p></span></p>\n'
        for line in own_lines(reply)
    ]
    html = (
        '<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">'
        "<head>"
        "<style><!-- p.MsoNormal {margin:0cm;} --></style></head><body lang=EN-GB>"
        f'<div class="WordSection1">{"".join(paragraphs)}<p class="MsoNormal"><o:p>&nbsp;</o:p></p>'
        '<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">'
        '<p class="MsoNormal">'
        f"{headers(words, bold=bold, line='<br>')}<o:p></o:p></p></div></div>"
        f'<p class="MsoNormal"><o:p>&nbsp;</o:p></p>{_word_lines()}</div></body></html>'
    )
    return Body(text, html)


def _with_blanks(lines: list[str]) -> list[str]:
    """Outlook's paragraphs become two line ends each in plain text."""
    return [part for line in lines for part in ((line, "") if line else ("",))]


def _word_lines() -> str:
    return "".join(f'<p class="MsoNormal">{escape(line) or "&nbsp;"}<o:p></o:p></p>' for line in REPORT)


def outlook_original_message(reply: Reply) -> Body:
    """Plain text, the older manner."""
    heading = {"de": "-----Ursprüngliche Nachricht-----", "fr": "-----Message d'origine-----"}
    intro = heading.get(reply.language, "-----Original Message-----")
    return Body(text_unmarked(reply, f"\n{intro}\n{headers(reply.words)}\n"))


def outlook_prefixed(reply: Reply) -> Body:
    """Outlook told to mark each quoted line."""
    fields = headers(reply.words).rstrip().split("\n")
    return Body(text_reply(reply, f"-----Original Message-----\n{marked([*fields, ''])}", gap=""))


def outlook_web(reply: Reply) -> Body:
    words = reply.words
    text = text_unmarked(reply, f"________________________________\n{headers(words)}\n")
    attributes = ' class="elementToProof" style="font-family: Aptos, Calibri, sans-serif; font-size: 12pt"'
    html = (
        '<html><head><style type="text/css" style="display:none;"> P {margin-top:0;} </style></head>'
        f'<body dir="ltr">{divs(own_lines(reply), attributes)}<div id="appendonsend"></div>'
        '<hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr">'
        '<font face="Calibri, sans-serif" style="font-size:11pt" '
        f'color="#000000">{headers(words, bold=bold, line="<br>")}'
        f"</font><div>&nbsp;</div></div><div>{REPORT_HTML}</div></body></html>"
    )
    return Body(text, html)


def outlook_phone(reply: Reply) -> Body:
    words = reply.words
    below = ("", "Get Outlook for iOS<https://aka.ms/o0ukef>")
    text = text_unmarked(reply, f"________________________________\n{headers(words)}\n", *below)
    html = (
        f'<html><body><div dir="ltr" style="font-family: Aptos">{divs(own_lines(reply))}</div>'
        '<div id="ms-outlook-mobile-signature" dir="ltr"><div><br></div>Get '
        '<a href="https://aka.ms/o0ukef">Outlook for iOS</a></div>'
        '<div id="mail-editor-reference-message-container"><hr style="display:inline-block;width:98%">'
        f'<div id="divRplyFwdMsg" dir="ltr">{headers(words, bold=bold, line="<br>")}</div>{REPORT_HTML}'
        "</div></body></html>"
    )
    return Body(text, html)


def outlook_mac(reply: Reply) -> Body:
    words = reply.words
    html = (
        f'<html><body><div class="WordSection1">{_mac_paragraphs(own_lines(reply))}'
        '<div id="mail-editor-reference-message'
        '-container"><div><div style="border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0in 0in 0in">'
        "<p "
        f'class="MsoNormal" style="margin-bottom:12.0pt">{headers(words, bold=bold, line="<br>")}</p></div>'
        f"{REPORT_HTML}"
        "</div></div></div></body></html>"
    )
    return Body(text_unmarked(reply, "\n" + headers(words) + "\n"), html)


def _mac_paragraphs(lines: list[str]) -> str:
    return "".join(f'<p class="MsoNormal">{escape(line) or "&nbsp;"}</p>' for line in lines)


def windows_mail(reply: Reply) -> Body:
    """The program that came with Windows 10."""
    words = reply.words
    html = (
        f"<html><body lang=EN-GB><div class=WordSection1>{_mac_paragraphs(own_lines(reply))}"
        "<p class=MsoNormal>Sent from "
        "<a href='https://go.microsoft.com/fwlink/?LinkId=550986'>Mail</a> for Windows</p>"
        "<div style='mso-element:para-border-div;border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt "
        "0cm 0cm 0cm'><p class=MsoNormal "
        f"style='border:none;padding:0cm'>{headers(words, bold=bold, line='<br>')}</p></div>{REPORT_HTML}"
        "</div></body></html>"
    )
    return Body(text_unmarked(reply, "\n" + headers(words) + "\n", "", "Sent from Mail for Windows"), html)


# Apple


def apple_mail(reply: Reply) -> Body:
    intro = attribution(reply.words.apple)
    text = text_reply(reply, f"> {intro}", own=flowed, gap="> \n")
    html = html_reply(
        reply,
        (
            f'<div><br><blockquote type="cite"><div>{escape(intro)}</div>'
            '<br class="Apple-interchange-newline"></blockquote></div>'
        ),
        lambda lines: f'<div dir="auto" style="overflow-wrap: break-word">{divs(lines)}</div>',
        '<blockquote type="cite"><div>',
        "</div></blockquote>",
    )
    return Body(text, html, flowed=True)


def apple_phone(reply: Reply) -> Body:
    intro, footer = attribution(reply.words.apple), reply.words.footer
    text = text_reply(reply, f"> {intro}", "", footer, own=flowed, gap="> \n> \ufeff")
    html = html_reply(
        reply,
        f'<div dir="ltr"><br><blockquote type="cite">{escape(intro)}<br><br></blockquote></div>',
        lambda lines: f'<div dir="ltr">{divs(lines)}</div>',
        '<blockquote type="cite"><div dir="ltr">\ufeff',
        "</div></blockquote>",
        "",
        footer,
    )
    return Body(text, html, flowed=True)


# Mozilla and other programs of the desktop


def thunderbird(reply: Reply) -> Body:
    intro = attribution(reply.words.thunderbird)
    return Body(text_reply(reply, intro, own=flowed, gap=""), flowed=True)


def thunderbird_fixed(reply: Reply) -> Body:
    intro = attribution(reply.words.thunderbird)
    return Body(text_reply(reply, intro, own=hard, gap=""))


def thunderbird_html(reply: Reply) -> Body:
    html = html_reply(
        reply,
        f'<div class="moz-cite-prefix">{escape(attribution(reply.words.thunderbird))}<br></div>',
        lambda lines: f"<p>{breaks(lines)}</p>",
        '<blockquote type="cite" cite="mid:abc@in.example.org">',
        "</blockquote>",
    )
    signature = (
        '<pre class="moz-signature" cols="72">-- \nAnna Comnena, Alexiad 12, 1453 Constantinople</pre>'
    )
    return Body("", f"<!DOCTYPE html><html><body>{html}{signature}</body></html>")


def mutt(reply: Reply) -> Body:
    intro = f"On Sun, Nov 22, 2026 at 04:02:00PM +0100, {NAME} wrote:"
    return Body(text_reply(reply, intro, "", "-- ", "Anna Comnena", own=hard, gap=""))


def evolution(reply: Reply) -> Body:
    intro = f"On Sun, 2026-11-22 at 16:02 +0100, {NAME} wrote:"
    html = html_reply(
        reply,
        f"<div>{intro}</div>",
        divs,
        '<blockquote type="cite" style="margin:0 0 0 .8ex; border-left:2px #729fcf solid;padding-left:1ex">',
        "</blockquote>",
    )
    return Body(text_reply(reply, intro, gap=""), html)


def kmail(reply: Reply) -> Body:
    intros = {"de": f"Am Sonntag, 22. November 2026, 16:02:00 CET schrieb {NAME}:"}
    intro = intros.get(reply.language, f"On Sunday, 22 November 2026 16:02:00 CET {NAME} wrote:")
    return Body(text_reply(reply, intro, gap=""))


def emacs(reply: Reply) -> Body:
    """Gnus with supercite: initials before each quoted line."""
    return Body(text_reply(reply, f'>>>>> "{NAME}" == {ADDRESS} writes:', mark="TOT> "))


def claws(reply: Reply) -> Body:
    return Body(text_reply(reply, f"On Sun, 22 Nov 2026 16:02:00 +0100\n{NAME} <{ADDRESS}> wrote:"))


def lotus_notes(reply: Reply) -> Body:
    words = reply.words
    return Body(text_unmarked(reply, "\n" + headers(words, "ftso", line="\n") + "\n"))
