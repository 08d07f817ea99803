"""Whether a log is what was played: checking, comparing, playing again; and games as files."""
