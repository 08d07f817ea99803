"""What befalls a man: wounds, falls, being pushed aside, swords that he passes."""
