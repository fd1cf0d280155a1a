"""What other wings may ask of batches of labels."""

from .moving import HOOKS, move, not_held

__all__ = ["HOOKS", "move", "not_held"]
