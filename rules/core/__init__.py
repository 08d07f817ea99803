"""What everything else stands on: hexes, facings, dice, tables, refusals."""
