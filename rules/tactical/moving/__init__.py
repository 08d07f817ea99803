"""Walking, riding and climbing: finding a way, planning it, carrying it out; loads and bodies."""
