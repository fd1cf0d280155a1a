"""Reads the other areas and writes nothing: portraits of units, devices that did not qualify."""
