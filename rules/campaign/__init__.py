"""Campaigns of weeks over a land of hexes (GUC)."""
