"""Charging: fee rules, charge records, invoices and relief."""

ROLES = {
    "ground": "inputs places",
}
