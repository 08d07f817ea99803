"""Orders as people say them: a line in everyday words, put into lines of the order language."""
