"""The refinery group (炼化): devices of petrochemical units, bulk registration, inspections by the site team."""
