"""Vehicles with their gas cylinders (车用气瓶)."""
