"""Declared lists: their question, their page, their cells, facets."""
