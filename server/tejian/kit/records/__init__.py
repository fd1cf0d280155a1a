"""Declared pages of records, and their calls."""
