"""Orders put in German or French: orders are English words, and such a line is offered in them, never carried
out as it stands."""

from __future__ import annotations

import re

_WHO = r"(?P<who>[\w' -]{2,40}?)"
_TO = r"(?P<to>[\w' -]{2,40}?)"
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.I), order)
    for pattern, order in (
        (rf"{_WHO}\s+(?:marschier(?:t|e|en)|zieht|ziehen|geht|gehen|reitet|reiten|rückt|rücken)\s+"
         rf"(?:nach|zu|zum|zur|gen|bis|auf)\s+{_TO}(?:\s+(?:vor|weiter))?",
         "march {who} to {to}"),
        (rf"{_WHO}\s+(?:marche|marchent|va|vont|avance|avancent|part|partent|se rend|se rendent)\s+"
         rf"(?:vers|à|a|sur|pour|jusqu'à|en direction de)\s+{_TO}",
         "march {who} to {to}"),
        (rf"{_WHO}\s+(?:bleibt|bleiben|wartet|warten|hält|halten|rastet)(?:\s+(?:dort|hier|stehen|wo .+))?",
         "hold {who}"),
        (rf"{_WHO}\s+(?:reste|restent|attend|attendent|tient|tiennent)(?:\s+(?:là|ici|sur place))?",
         "hold {who}"),
        (rf"{_WHO}\s+(?:greift|greifen|attackiert)\s+{_TO}(?:\s+an)?", "attack {to} with {who}"),
        (rf"{_WHO}\s+(?:attaque|attaquent)\s+{_TO}", "attack {to} with {who}"),
        *((rf"(?:belagerung|siège)(?:\s+(?:von|de))?\s+{_TO}\s*:\s*(?:(?:ein(?:en)?|un|une)\s+)?(?:{said})",
           f"siege {{to}}: {act}") for said, act in (
            ("ausfall|sortie", "sally"), ("sturm|sturmangriff|assaut", "assault"),
            ("unterhandeln|verhandeln|unterhandlung|pourparlers|négocier", "parley"),
            ("nachschub|vorräte holen|ravitaillement", "supply"))),
        (rf"{_WHO}\s+(?:belagert|belagern|assiège|assiègent)\s+{_TO}", "siege {to} with {who}"),
    )
)  # fmt: skip


def in_english(line: str) -> str:
    """The order that such a line is in English words; empty for any other line."""
    text = " ".join(line.replace("’", "'").split()).strip(" .!,;")
    for shape, order in _FORMS:
        if found := shape.fullmatch(text):
            return order.format(**found.groupdict())
    return ""
