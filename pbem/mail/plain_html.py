"""The text of HTML that we wrote ourselves: its tags taken off, its blocks become lines.

Foreign HTML hides, styles and nests as it likes and is walked with care (``html.text_of``), which takes ten
times as long; in ours, whose tags are in small letters, lines begin where these stand, and what is hidden
says so in its own tag.
"""

from __future__ import annotations

import html
import re

_UNSEEN = re.compile(
    r"<(head|style|script|title)\b.*?</\1\s*>|<!--.*?-->|<(\w+)\b[^>]*display:\s*none[^>]*>.*?</\2\s*>",
    re.DOTALL,
)
_KEPT = re.compile(r"(<pre\b.*?</pre\s*>)", re.DOTALL)
_BLOCKS = re.compile(
    r"<(?:br|hr|/?(?:p|div|tr|table|caption|tbody|thead|li|[uod]l|d[td]|h[1-6]|pre|blockquote|section|header"
    r"|footer|figure|figcaption|details|summary|body))\b[^>]*>"
)
_CELL = re.compile(r"</t[dh]\s*>")
_TAG = re.compile(r"<[^>]*>")


def plain(ours: str) -> str:
    """What its reader sees, line by line."""
    parts = _KEPT.split(_UNSEEN.sub("", ours))
    flowed = "".join(part if n % 2 else " ".join(part.split()) for n, part in enumerate(parts))
    return html.unescape(_TAG.sub("", _CELL.sub("\t", _BLOCKS.sub("\n", flowed))))
