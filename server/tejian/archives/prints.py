"""Documents of the archives by print type; the common print call of the inspection area looks here first."""

from collections.abc import Callable

from sqlalchemy.orm import Session

from tejian.kit.edge import File
from tejian.kit.user import User

# print type → (db, me, ids) → the PDF
PRINTS: dict[str, Callable[[Session, User, list[str]], File]] = {}
