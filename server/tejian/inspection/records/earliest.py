"""The day before which nothing of an item can have been inspected."""

from datetime import date
from typing import Any

from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss


def earliest_of(main: Any, row: AppBuss) -> tuple[date | None, str]:
    """That of its acceptance; of a declaration from the machine, which may be accepted later, that of the declaration.

    Both as a sentence names them (report check T03).
    """
    if main.appway == at.ON_SITE:
        return main.appdate, f"申报日期{main.appdate}"
    return row.acceptdate, f"受理日期{row.acceptdate or ''}"
