"""Position files answered (docs/positions.md), within bounds of time and memory whoever asks."""
