"""Mail as such: raw bytes to a cleaned record, and the building of outgoing messages. Knows no game
and no rule."""
