"""The calls of the moves of declarations and business items."""

from tejian.kit.process.moves import register
from tejian.kit.web.edge import Area

from .business import BUSINESS
from .declaration import DECLARATION

register(Area(), DECLARATION, BUSINESS)
