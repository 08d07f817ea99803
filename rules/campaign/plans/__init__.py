"""Orders of a campaign: what they are made of, and how lines are read and written."""
