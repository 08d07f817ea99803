"""Positions of campaigns as text: put up, played, asked, and written of any moment (docs/positions.md).

The form of the file, its dice and its findings are those of rules.positions.
"""
