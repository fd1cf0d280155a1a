"""Warnings: units, persons, devices and licences that somebody has to look after, as lists for the bureau."""
