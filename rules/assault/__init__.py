"""What assailants bring: ladders, grapnels, fire, engines (GUI-10)."""
