"""Orders in the subject of a mail: never read, and their writer is told so."""

from __future__ import annotations

import re

from django.utils.translation import gettext

from games.answers.order_words import looks_like_order
from pbem.mail.headers import clean
from pbem.mail.reader import ReadMail

_BEFORE = re.compile(r"\s{0,9}(?:[^\W\d_]{1,4}\s?[:：]\s{0,9}){0,5}")
_OURS = re.compile(r"\[G\d")  # a reply repeats it


def not_read(read: ReadMail) -> list[str]:
    """A sentence for a mail without orders whose subject reads like one."""
    subject = _BEFORE.sub("", read.headers.subject, count=1)
    if _OURS.search(subject) or not looks_like_order(subject):
        return []
    text = gettext(
        "The subject of your mail reads like an order ({subject}), but subjects are not read. Please write "
        "your orders into the mail itself."
    )
    return [text.format(subject=clean(subject, 60))]
