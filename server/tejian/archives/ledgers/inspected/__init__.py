"""What is inspected, whichever ledger keeps it."""
