"""What players have told their men: descriptions, standing orders, their terms, words for questions."""
