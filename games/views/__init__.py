"""What people look at. Every page is made from what its viewer's seat may see, and from nothing else."""
