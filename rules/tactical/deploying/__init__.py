"""Where men come to stand who do not walk there: set-up, and reserves that enter."""
