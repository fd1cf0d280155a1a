"""Files of the platform and the bank that do not agree with our payments, each made over HTTP."""

from datetime import timedelta
from decimal import Decimal

from sqlalchemy import select

from tejian.charging.checking.daily import fetch_all
from tejian.charging.models.charges import Charge, PayOrder
from tejian.charging.models.checks import Difference
from tejian.charging.models.surplus import Surplus
from tejian.kit.ground import clock
from tests.inspection.conftest import Office

from .conftest import CALLS, Cash
from .test_online import owned, put
from .test_statement import paper, send


def open_difference(cash: Cash) -> Difference:
    query = select(Difference).where(Difference.step == "DIFF").execution_options(populate_existing=True)
    return cash.office.db.scalars(query).one()


def two(cash: Cash) -> list[Charge]:
    """Two charges that wait for their money."""
    made = []
    for item in cash.items(2):
        key = cash.office.good("shoufei", f"{CALLS}/save", **cash.form([item]))[0]["id"]
        cash.office.good("shoufei", f"{CALLS}/commit", ids=key)
        cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=key, status="2")
        made.append(cash.charge(key))
    return made


def paid_there(cash: Cash, fault: str, charge: Charge | None = None) -> tuple[Charge, PayOrder]:
    """A charge that was paid at the platform, and its order."""
    put(cash, "charge.platform_fault", fault)
    charge = charge or owned(cash)
    charge.payunitsysid = cash.office.user("qiye").unit_id
    cash.office.db.commit()
    with clock.at(clock.now() - timedelta(days=1)):
        cash.office.good("shoufei", f"{CALLS}/paySimulated", id=charge.id)
    order = cash.office.db.scalars(select(PayOrder).where(PayOrder.charge_id == charge.id)).one()
    return charge, order


def night(cash: Cash) -> None:
    """The file of yesterday comes."""
    fetch_all(cash.office.db)
    cash.office.db.commit()


def lost(office: Office) -> Difference:
    """A payment of which the platform never told us."""
    cash = Cash(office)
    paid_there(cash, "lost")
    night(cash)
    return open_difference(cash)


def told_twice(office: Office) -> Difference:
    """A second payment of an order that only the file of the platform tells of."""
    cash = Cash(office)
    _charge, order = paid_there(cash, "second")
    office.db.delete(office.db.scalars(select(Surplus)).one())  # its callback never came
    order.state, order.note = "2", ""
    office.db.commit()
    night(cash)
    return office.db.scalars(select(Difference).where(Difference.remedy == "surplus")).one()


def transferred(office: Office) -> Difference:
    """A transfer over all of a charge that nobody registered."""
    cash = Cash(office)
    charge = cash.confirmed()
    send(cash, paper([("BANK1", f"{charge.amount:.2f}")]).replace("甬江安居物业", charge.payunitname))
    return open_difference(cash)


def lacking(office: Office) -> Difference:
    """A transfer that we registered and the bank does not have."""
    cash = Cash(office)
    cash.receive(cash.confirmed(), Decimal(5), way="transfer", ref="BANK1")
    send(cash, paper([("OTHER", "1.00")]))
    return cash.office.db.scalars(select(Difference).where(Difference.remedy == "undo")).one()
