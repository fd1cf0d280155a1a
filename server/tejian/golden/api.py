"""What other areas may ask of golden: values that can be, and rows for the tables that a record cannot lack."""

from .samples import absent, can_be, not_done, ordinary, sample_tables, usual_facts, values_of

__all__ = ["absent", "can_be", "not_done", "ordinary", "sample_tables", "usual_facts", "values_of"]
