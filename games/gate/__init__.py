"""Whose mail it is, what of it counts, and carrying that out."""
