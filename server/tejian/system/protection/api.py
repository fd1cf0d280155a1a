"""What other wings and areas may ask of system.protection."""

from .process import PROTECTION
