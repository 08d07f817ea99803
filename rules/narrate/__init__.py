"""Events to typed report lines: one event, one sentence, one place to reword."""
