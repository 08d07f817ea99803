"""Mails as common programs write them: the same reply to a real report of ours, in the MIME and HTML of
each program.

A client turns a ``Reply`` into a ``Body`` (plain text, HTML, or both); ``mail_of`` sends it in one of three
forms. What programs do to a reply is taken from mails they really write: how they introduce and mark the
quote, where they put their footer, how they break lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.pbem.clients_desktop import (
    apple_mail,
    apple_phone,
    claws,
    emacs,
    evolution,
    kmail,
    lotus_notes,
    mutt,
    outlook_desktop,
    outlook_mac,
    outlook_original_message,
    outlook_phone,
    outlook_prefixed,
    outlook_web,
    thunderbird,
    thunderbird_fixed,
    thunderbird_html,
    windows_mail,
)
from tests.pbem.clients_web import (
    aol,
    fastmail,
    gmail_older,
    gmail_phone,
    gmail_web,
    gmx,
    gmx_new,
    k9,
    mail_ru,
    netease,
    open_xchange,
    orange,
    proton,
    qq,
    roundcube,
    samsung,
    seznam,
    spark,
    t_online,
    tutanota,
    yahoo,
    yandex,
    zimbra,
    zoho,
)
from tests.pbem.languages import LANGUAGES
from tests.pbem.replies import (
    Body,
    Reply,
    mail_of,
)


class Client(NamedTuple):
    """A program: how it writes, and in which styles its quotes can be told from what was written."""

    write: Callable[[Reply], Body]
    text_styles: tuple[str, ...] = ("top", "bottom", "inline")
    html_styles: tuple[str, ...] = ("top", "bottom", "inline")


_TOP = ("top",)
CLIENTS = {
    "Gmail web": Client(gmail_web),
    "Gmail phone": Client(gmail_phone),
    "Gmail older": Client(gmail_older, html_styles=_TOP),
    "Outlook desktop": Client(outlook_desktop, _TOP, _TOP),
    "Outlook original message": Client(outlook_original_message, _TOP, ()),
    "Outlook with marks": Client(outlook_prefixed, ("top", "inline"), ()),
    "Outlook web": Client(outlook_web, _TOP, _TOP),
    "Outlook phone": Client(outlook_phone, _TOP, _TOP),
    "Outlook Mac": Client(outlook_mac, _TOP, _TOP),
    "Windows Mail": Client(windows_mail, _TOP, _TOP),
    "Apple Mail": Client(apple_mail),
    "Apple phone": Client(apple_phone, ("top", "inline"), ("top", "inline")),
    "Thunderbird flowed": Client(thunderbird, html_styles=()),
    "Thunderbird fixed": Client(thunderbird_fixed, html_styles=()),
    "Thunderbird HTML": Client(thunderbird_html, ()),
    "mutt": Client(mutt, html_styles=()),
    "Evolution": Client(evolution),
    "KMail": Client(kmail, html_styles=()),
    "Gnus": Client(emacs, html_styles=()),
    "Claws": Client(claws, html_styles=()),
    "Lotus Notes": Client(lotus_notes, _TOP, ()),
    "Yahoo": Client(yahoo, _TOP, _TOP),
    "Proton": Client(proton, ("top", "inline"), ("top", "inline")),
    "GMX and web.de": Client(gmx, _TOP, _TOP),
    "GMX and web.de newer": Client(gmx_new, (), _TOP),
    "T-Online": Client(t_online, _TOP, _TOP),
    "Fastmail": Client(fastmail),
    "Tutanota": Client(tutanota),
    "Roundcube": Client(roundcube),
    "Zimbra": Client(zimbra, html_styles=_TOP),
    "Open-Xchange": Client(open_xchange),
    "Zoho": Client(zoho, _TOP, _TOP),
    "mail.ru": Client(mail_ru),
    "Yandex": Client(yandex),
    "QQ": Client(qq, _TOP, _TOP),
    "163.com": Client(netease),
    "Seznam": Client(seznam, _TOP, _TOP),
    "Orange": Client(orange, html_styles=()),
    "AOL": Client(aol, _TOP, _TOP),
    "Samsung": Client(samsung, _TOP, _TOP),
    "K-9": Client(k9, ("top", "bottom"), _TOP),
    "Spark": Client(spark),
}


def forms_of(client: Client, body: Body, style: str) -> Iterator[str]:
    """The forms in which a client's mail in this style can be read."""
    text, html = (
        bool(body.text) and style in client.text_styles,
        bool(body.html) and style in client.html_styles,
    )
    if text and html:
        yield "both"
    if text:
        yield "text"
    if html:
        yield "html"


def replies() -> Iterator[tuple[str, Reply, str, bytes]]:
    """The whole collection: (client, reply, form, mail)."""
    for name, client in CLIENTS.items():
        for style in ("top", "bottom", "inline"):
            for language in LANGUAGES:
                reply = Reply(language, style)
                body = client.write(reply)
                for form in forms_of(client, body, style):
                    yield name, reply, form, mail_of(body, form)
