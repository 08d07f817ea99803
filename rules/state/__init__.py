"""What is true now: frozen records for pieces, one container for the battle. Only rules.evolve changes it."""
