"""A finding as the pages show it: where it belongs, and the reason that was given for it."""

from typing import Literal

from typing_extensions import TypedDict

from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.rules.api import Finding as Found
from tejian.inspection.rules.api import alike

from .answers import answer_to, asks


class Finding(TypedDict):
    """What is to be corrected, answered for (`key` names the answer) or known, and where the page jumps to.

    `alike` is its sentence with `{}` for its place: what says the same of several stands once.
    """

    level: Literal["error", "warn", "info"]
    item_no: str
    seq: int
    text: str
    alike: str
    check: str
    key: str
    field: str
    table: str
    row: int
    column: str
    reason: str
    by: str


def hint(record: OriginalRecord, one: Found, content: str) -> Finding:
    """`content` is what its item is called."""
    answer = answer_to(record, one)
    return {
        "level": one.level,
        "item_no": one.item_no,
        "seq": one.seq,
        "text": one.text,
        "alike": alike(one, content),
        "check": one.check,
        "key": one.key if asks(one) else "",
        "field": one.field,
        "table": one.table,
        "row": one.row,
        "column": one.column,
        "reason": answer["reason"] if answer else "",
        "by": answer["name"] if answer else "",
    }
