"""Documents of the archives by print type; the common print call of the inspection area looks here first."""

from collections.abc import Callable

from sqlalchemy.orm import Session

from tejian.kit.edge import File
from tejian.kit.ports import Ports
from tejian.kit.user import User

# print type → (db, me, ids) → the PDF
PRINTS: Ports[Callable[[Session, User, list[str]], File]] = Ports("prints of the archives")
