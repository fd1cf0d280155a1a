"""What other wings and areas may ask of system.protection."""

from .process import PARAM_FORM, PROTECTION, ask_param

__all__ = ["PARAM_FORM", "PROTECTION", "ask_param"]
