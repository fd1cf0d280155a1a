"""What other wings and areas may ask of registration."""

from .deciding import CLASSES, CYLINDERS
from .forms import FORMS
from .process import MATERIALS, REGISTER
from .ready import queue
from .saving import hooks_of

__all__ = ["CLASSES", "CYLINDERS", "FORMS", "MATERIALS", "REGISTER", "hooks_of", "queue"]
