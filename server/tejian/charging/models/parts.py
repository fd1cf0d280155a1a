"""The parts in which a charge is agreed to be paid, outside a contract."""

from typing import ClassVar

from sqlalchemy import ForeignKey, Index, String, select
from sqlalchemy.orm import Mapped, mapped_column

from tejian.charging.models.charges import Charge
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User

from .instalments import Agreed


class ChargePart(Agreed, Record, Base):
    """A part of what was still to be paid when it was agreed; a new agreement makes all of them anew."""

    __tablename__ = "chapart"
    part_of: ClassVar[type[Charge]] = Charge
    charge_id: Mapped[str] = mapped_column(ForeignKey("chamain.id"))
    paycode: Mapped[str] = mapped_column(String(32), default="", info={"label": "缴款码"})
    __table_args__ = (
        Index("uq_chapart_charge", "charge_id", "dueday", unique=True),
        Index("uq_chapart_paycode", "paycode", unique=True, postgresql_where="paycode <> ''"),
        Index("ix_chapart_day", "dueday"),
    )

    @staticmethod
    def visible(me: User) -> object:
        """As the charge that it is of."""
        return ChargePart.charge_id.in_(select(Charge.id).where(Charge.visible(me)))
