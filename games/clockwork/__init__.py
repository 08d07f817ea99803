"""What every room stands on: the bell, the clock, failpoints, counts."""
