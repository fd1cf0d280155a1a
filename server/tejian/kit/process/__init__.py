"""Declared processes: steps, moves, what is done."""
