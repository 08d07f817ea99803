"""Straight lines: what stops a shot or a glance, and how well somebody is covered."""
