"""What can be entered and at what cost: what is built, who fits where, horses that nobody rides."""
