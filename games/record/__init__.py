"""The record: the event log and what makes it binding; dice, escrow, the umpire."""
