"""Playing a game: creation, clocks, orders, questions, closing a phase, captains, outages and new dice."""
