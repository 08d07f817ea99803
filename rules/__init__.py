"""The referee: given a state and orders it says what happens. Pure: no Django, clock, randomness or I/O but
its own data."""
