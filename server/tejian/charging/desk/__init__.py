"""The page of a charge: all that other wings know of it."""
