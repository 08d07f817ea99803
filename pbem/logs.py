"""What is written to the logs: everything but what opens a seat."""

from __future__ import annotations

import logging
import re

_REPLY_ADDRESS = re.compile(r"\b(\w{6,8})-\w{16}", re.ASCII)  # and bounce addresses
_SEAT_LINK = re.compile(r"(/s/\d*)[\w%-]*")
_PAGE_LINK = re.compile(r"(/(?:request|confirm|unsubscribe)/\w{0,12})-[\w%-]*")


def redacted(text: str) -> str:
    """The same text without the secrets of reply addresses, of seat links and of the links in other mails."""
    for secret in (_SEAT_LINK, _PAGE_LINK, _REPLY_ADDRESS):
        text = secret.sub(r"\1-...", text)
    return text


class Redacting(logging.Formatter):
    """Goes over whole records, tracebacks included: whatever wrote them."""

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record))
