"""The modules of the books, a page each: all that one brings, in one record."""
