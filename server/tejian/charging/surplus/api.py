"""What other wings and areas may ask of money above what was owed."""

from .process import SURPLUS
