"""The day of a siege: the book's sequence, its events and actions, plans by mail, captains and reports."""
