"""Archives: equipment, units, persons and products, with their identifiers."""
