"""The order desk: reads a player's lines against what his seat may see, and answers every one of them."""
