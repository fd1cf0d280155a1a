"""What other wings and areas may ask of registration."""

from .deciding import CLASSES, CYLINDERS, last_day
from .forms import FORMS
from .longer import extensions_of
from .materials import ACCEPTING, DECIDING
from .process import MATERIALS, REGISTER
from .ready import queue
from .saving import hooks_of

__all__ = [
    "ACCEPTING",
    "CLASSES",
    "CYLINDERS",
    "DECIDING",
    "FORMS",
    "MATERIALS",
    "REGISTER",
    "extensions_of",
    "hooks_of",
    "last_day",
    "queue",
]
