"""What charging says of a unit where people meet it."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sqlalchemy.orm import Session

from tejian.kit.ground import clock
from tejian.kit.ground.ports import Port
from tejian.kit.ground.user import User

ARREARS = "/assistMng/payMng/arrearsSearch/detail?id={id}"


@dataclass(frozen=True, slots=True)
class Standing:
    """What a unit owes past its day (yuan), in how many charges, since when; and what it has paid in advance."""

    owed: Decimal
    count: int
    since: date | None
    balance: Decimal

    @property
    def note(self) -> tuple[str, str]:
        days = (clock.today() - self.since).days if self.since else 0
        late = f"{self.count} 笔，最早逾期 {days} 日" if self.count else ""
        return "　".join(filter(None, [late, f"预存款 {self.balance} 元" if self.balance else ""])), ""


# None for who may not see the money of the unit
standing: Port[[Session, User, str], Standing | None] = Port("money of a unit", lambda db, me, unit: None)
