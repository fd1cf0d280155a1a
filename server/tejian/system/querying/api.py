"""What other wings and areas may ask of system.querying: a model as a list, wherever one is built on."""

from .process import MODEL
from .routes import resolve
from .saving import HOOKS
from .sources import options

__all__ = ["HOOKS", "MODEL", "options", "resolve"]
