"""What a seat may see, as plain records: the masked battle, the muster of both sides, the picture
of the board."""
