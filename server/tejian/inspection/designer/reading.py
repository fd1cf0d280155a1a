"""The rows of a draft, and of a version as they would be drawn."""

from sqlalchemy.orm import Session

from tejian.inspection.models.designer import FlowEdition
from tejian.system.rules.api import rows_of

from .lines import Line, in_order, line_of, of_conf


def lines_of(edition: FlowEdition) -> list[Line]:
    return [line_of(one) for one in edition.lines]


def former(db: Session, version: int) -> list[Line]:
    return in_order(of_conf(row) for row in rows_of(db, version))
