"""What happened: frozen records by family, and the codec that turns them into bytes and back."""
