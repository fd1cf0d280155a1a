"""Units of every role: their archive, licences, branches and contacts."""

from .service import NAMED_BY, find, initials, summary

__all__ = ["NAMED_BY", "find", "initials", "summary"]
