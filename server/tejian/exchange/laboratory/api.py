"""What other wings and areas may ask of exchange.laboratory."""

from .asking import ask
from .partners import name_of
from .sending import queue

__all__ = ["ask", "name_of", "queue"]
