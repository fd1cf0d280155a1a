"""An edition as a workbook, with its number, its digest and who reviewed and reported it."""

from sqlalchemy.orm import Session

from tejian.kit.database import keys
from tejian.kit.ground.user import User
from tejian.kit.web.edge import File
from tejian.statistics.filed.api import as_workbook
from tejian.statistics.models.editions import StatEdition

from .process import EDITION
from .reading import table

SIGNED = {"maker_id": "编制", "reviewer_id": "复核", "reporter_id": "上报"}


def workbook_of(db: Session, me: User, row: StatEdition) -> File:
    """The same table as its page."""
    people = {name: getattr(row, name) for name in SIGNED}
    named = keys.beside(db, people, dict.fromkeys(SIGNED, "sys_user"))
    signed = "，".join(f"{word} {named[n + 'Name']}" for n, word in SIGNED.items() if named.get(n + "Name"))
    state = f"{row.editionno}，{EDITION.name_of(row.step)}" + (f"，第{row.round}次更正：{row.why}" if row.round else "")
    return as_workbook(table(db, me, row), state, signed, f"摘要 {row.digest}")
