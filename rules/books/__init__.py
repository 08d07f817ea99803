"""One page of choices for each book."""
