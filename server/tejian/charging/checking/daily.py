"""The daily file of the payment platform: fetched every night for the day before, and matched like one that is sent.

The built-in platform keeps its own book of what was paid there, whatever it called back; its file is made of that.
"""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from io import BytesIO

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging.models.checks import PlatformPayment, Statement
from tejian.charging.online import api as online
from tejian.kit.database.jobs import job
from tejian.kit.forms.formview import Field, FormView, Group, Input, add_form
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import SYSTEM, User
from tejian.kit.web.edge import Upload
from tejian.system.accounts.api import is_demonstration
from tejian.system.settings.api import value

from . import matching

P = PlatformPayment
CALLS = "/api/chamain/statement"


FETCH = add_form(
    FormView(
        "cha_form_fetch",
        "取支付平台对账文件",
        f"{CALLS}/fetch",
        [Group("", [Field("day", "交易日期", "date", True, span=24)])],
        width=440,
        note="取回当日的文件并与我方收款核对；每晚自动取前一日的",
        ok="取回并核对",
        done="已取回并核对",
    )
)


def content_of(db: Session, org: str, day: date) -> str:
    """The file of a day; '' when nothing was paid. By a parameter it lacks its first payment."""
    query = select(P).where(P.orgid == org, P.day == day).order_by(P.platformno)
    rows = list(db.scalars(query))
    if value(db, online.FAULT) in (online.FILE, online.MIXED):
        rows = rows[1:]
    if not rows:
        return ""
    total = sum((one.amount for one in rows), Decimal(0))
    head = f"对账单,平台,{day},{day},{len(rows)},{total:.2f}\n流水号,金额,交易日期,摘要\n"
    return head + "".join(f"{one.platformno},{one.amount:.2f},{one.day},{one.orderno}\n" for one in rows)


def fetch(db: Session, me: User, day: date) -> Statement:
    """Fetch the file of a day and match it; refused when the platform gives none, or when it was taken before."""
    if day >= clock.today():
        raise BadInput("交易日期：应早于今天，当日的文件次日才有", field="day")
    if not online.is_simulated(db):
        raise Refused("支付平台没有取对账文件的接口，请导入平台的文件")
    online.refuse_pretending(db)
    content = content_of(db, me.org_id, day)
    if not content:
        raise Refused(f"支付平台{day}没有本机构的收款")
    file = Upload(BytesIO(content.encode()), filename=f"支付平台对账单{day}.csv")
    return matching.taken(db, me, matching.FileForm(file=file))


def fetched(db: Session, me: User, sent: Input) -> matching.Taken:
    return matching.answer(fetch(db, me, sent["day"]))


@job("charge_platform_file", daily="02:40")
def fetch_all(db: Session) -> None:
    """The file of yesterday for every institute that has one and has not taken it."""
    day = clock.today() - timedelta(days=1)
    if not online.is_simulated(db) or not is_demonstration(db):
        return
    for org in db.scalars(select(P.orgid).where(P.day == day).distinct().order_by(P.orgid)).all():
        known = select(Statement.id).where(
            Statement.orgid == org, Statement.source == "平台", Statement.firstday <= day
        )
        if content_of(db, org, day) and not db.scalar(known.where(Statement.lastday >= day).limit(1)):
            fetch(db, replace(SYSTEM, org_id=org), day)
