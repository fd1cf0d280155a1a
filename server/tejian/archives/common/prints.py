"""Documents of the archives by print type; the common print call of the inspection area looks here first."""

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy.orm import Session

from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.ground import dictionary
from tejian.kit.ground.permission import require
from tejian.kit.ground.ports import Ports
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf
from tejian.kit.records.crud import coded, worded
from tejian.kit.web.edge import File

# print type → (db, me, ids) → the PDF
PRINTS: Ports[Callable[[Session, User, list[str]], File]] = Ports("prints of the archives")
MOST = 20


def bind_print(
    code: str, model: Any, may: str, template: str, data: Callable[[Session, Any], dict[str, Any]], name: str
) -> None:
    """A paper of a record, one a row in one file: what the row says in words, and `data` beside it."""

    def sheet(db: Session, me: User, ids: Sequence[str]) -> File:
        require(me, may)
        rows = many_visible_or_refuse(db, me, model, list(ids)[:MOST])
        words = dictionary.words(db, me.dict_version)
        parts = [pdf.render(template, coded(row, words) | worded(db, row) | data(db, row)) for row in rows]
        return File(pdf.joined(parts), "application/pdf", f"{getattr(rows[0], name) or model.named}.pdf", inline=True)

    PRINTS.bind(code, sheet)
