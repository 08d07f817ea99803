"""What a report brings beside the events: how things stand, what matters, and what could be ordered."""
