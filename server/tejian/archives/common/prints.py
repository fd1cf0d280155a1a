"""Documents of the archives by print type; the common print call of the inspection area looks here first."""

from collections.abc import Callable

from sqlalchemy.orm import Session

from tejian.kit.ground.ports import Ports
from tejian.kit.ground.user import User
from tejian.kit.web.edge import File

# print type → (db, me, ids) → the PDF
PRINTS: Ports[Callable[[Session, User, list[str]], File]] = Ports("prints of the archives")
