"""The lists that indicators count: devices, reports, hazards and problems, with all that a condition may ask."""
