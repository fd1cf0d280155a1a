"""What other areas may ask of golden: rows for the tables that a record cannot lack."""

from .samples import sample_tables, values_of

__all__ = ["sample_tables", "values_of"]
