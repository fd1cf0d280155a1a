"""Rows: the session, sealed columns, audit, numbers, jobs, tries, the flow log."""
