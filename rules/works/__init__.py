"""What builders made and men handle: tents, gates, stockades, platforms, stairs (GUI-8, GUI-9)."""
