"""What the wings of persons ask of their rules."""

from .reading import Item, item_rule, number_of_rule, rule

__all__ = ["Item", "item_rule", "number_of_rule", "rule"]
