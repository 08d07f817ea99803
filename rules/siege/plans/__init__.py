"""Plans for the days of a siege: what they are made of, how they are read, and what comes of them today."""
