"""Parts of bench/faults.py: who writes, and what is done to the server meanwhile."""
