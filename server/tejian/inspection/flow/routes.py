"""The calls of the moves of declarations and business items."""

from tejian.kit.edge import Area
from tejian.kit.moves import register

from .business import BUSINESS
from .declaration import DECLARATION

register(Area(), DECLARATION, BUSINESS)
