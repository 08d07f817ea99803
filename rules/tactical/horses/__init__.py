"""Riders and the horses they lead: where the halves go, bridles, arcs."""
