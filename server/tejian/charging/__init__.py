"""Charging: fee rules, charge records, invoices and relief."""
