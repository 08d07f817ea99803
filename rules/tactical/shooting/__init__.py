"""Missiles: one shot from the choice of its target to what it does, and fire at whoever moves."""
