"""What each kind of line would come to, as far as its seat can know."""
