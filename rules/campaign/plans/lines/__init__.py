"""How each order word's lines are read."""
