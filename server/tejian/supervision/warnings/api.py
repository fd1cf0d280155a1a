"""What other wings may ask of warnings."""

from .nightly import lapsed, long_stop_months, stopped_too_long

__all__ = ["lapsed", "long_stop_months", "stopped_too_long"]
