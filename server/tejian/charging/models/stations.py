"""What of the money of an institute its head of a station reads: what is about the items that it inspects."""

from typing import Any

from sqlalchemy import exists, or_

from tejian.inspection.models.items import AppBuss
from tejian.kit.ground.user import User
from tejian.system.models.organisations import in_scope

from .charges import ChargeItem


def about_items_in_scope(me: User, *, own: Any, seisn: Any, charge: Any, org: Any) -> Any:
    """What is about the items of an institute; of a station what is about items that it inspects."""
    if me.scope != "dept" or not me.dept_id:
        return in_scope(me, own=own, org=org)
    named = exists().where(AppBuss.seisn == seisn, seisn != "", AppBuss.chedept == me.dept_id)
    charged = exists().where(
        ChargeItem.charge_id == charge,
        charge != "",
        ChargeItem.appbuss_id == AppBuss.id,
        AppBuss.chedept == me.dept_id,
    )
    return or_(named, charged)
