"""A reply as tests begin with it: a contact wrote back to a message of the institute."""

from datetime import timedelta

from sqlalchemy import select

from tejian.kit.ground import clock
from tejian.messages.api import Reply, keep
from tejian.messages.models import Sms, SmsReply
from tests.inspection.conftest import Office

API, PHONE = "/api/smssend/smsReceive", "13800005678"


def sent(office: Office) -> Sms:
    """A message that reached its phone two hours ago."""
    row = Sms(template="SBDJ", receiver=PHONE, content="您的申报单SB1已登记", datacode="SB1", state="已送达")
    row.org_id, row.sentat = office.user("shouli").org_id, clock.now() - timedelta(hours=2)
    office.db.add(row)
    office.db.commit()
    return row


def received(office: Office) -> SmsReply:
    """A reply that waits for the clerk."""
    sent(office)
    key = f"m{clock.now().timestamp()}"
    keep(office.db, Reply(key, PHONE, "几点来检验？", int(clock.now().timestamp())))
    office.db.commit()
    return office.db.scalars(select(SmsReply).where(SmsReply.key == key)).one()
