"""What happens on the map: movement, missiles, hand-to-hand."""
