"""Scenarios: files that say who fights whom, where, for what."""
