"""What other wings and areas may ask of inspection.fieldwork."""

from .merging import merge_rule

__all__ = ["merge_rule"]
