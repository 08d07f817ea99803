"""Battles of a campaign that are fought out on boards, as games of their own."""
