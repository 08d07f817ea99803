"""Sieges of a campaign, by the siege's own engine (GUC-15)."""
