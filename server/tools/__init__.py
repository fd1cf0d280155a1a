"""Tools for those who change the platform."""
