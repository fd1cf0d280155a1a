"""The columns of a part that is agreed to be paid by a day."""

from datetime import date
from decimal import Decimal

from sqlalchemy import Date, Numeric, String
from sqlalchemy.orm import Mapped, mapped_column

MOST = 99_999_999  # yuan of one part


class Agreed:
    """The columns of a part: how much by which day."""

    seq: Mapped[int] = mapped_column(default=0, info={"label": "期"})
    dueday: Mapped[date] = mapped_column(Date, info={"label": "应付日期"})
    amount: Mapped[Decimal] = mapped_column(Numeric(14, 2), info={"label": "应付金额", "unit": "元"})
    note: Mapped[str] = mapped_column(String(200), default="", info={"label": "付款条件"})
