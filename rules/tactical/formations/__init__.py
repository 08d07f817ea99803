"""Hoplites in close order: ranks, commands, marches, and how they lose their order."""
