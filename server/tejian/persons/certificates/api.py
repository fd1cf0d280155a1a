"""What other wings and areas may ask of the certificates."""

from .issuing import Grant, ends_on, issue, limit_words, revoked_on, why_not_typed
from .process import CASE
from .saving import ask

__all__ = ["CASE", "Grant", "ask", "ends_on", "issue", "limit_words", "revoked_on", "why_not_typed"]
