"""A fee of the tables tried out."""

from tejian.charging import permissions as p
from tejian.kit.web.edge import Area

from . import fee_list

area = Area()


@area.call("/api/chamain/feeTable/tryFee", may=p.FEES, form=fee_list.TryForm, reads=True)
def try_fee(db, me, form) -> fee_list.Tried:
    return fee_list.tried(db, me, form)
