"""Charges, the answers to them, and what they are worth when driven home."""
