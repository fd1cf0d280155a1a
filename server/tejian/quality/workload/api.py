"""What other areas may ask of quality.workload."""

from .rules import standard_row
from .shares import make_up, norm_hours, write_shares

__all__ = ["make_up", "norm_hours", "standard_row", "write_shares"]
