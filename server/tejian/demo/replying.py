"""Replies of the demo city: what contacts wrote back, some answered, some closed after a call, two still waiting."""

from collections.abc import Callable
from datetime import timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.kit.database import db as kit_db
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.messages.api import REPLY, Reply, keep
from tejian.messages.models import OPEN, Sms, SmsReply

from .actors import Actors
from .charges import carry

CLERK = "shouli"
AFTER = timedelta(minutes=26)
# to which kind of message, what the phone wrote, and what came of it
STORIES = (
    ("RWAP", "当天上午停电，能改到下午吗", ("answer", {"answer": "可以，检验员下午1点30分到场，请通知维保单位同到"})),
    ("RWAP", "收到，联系人改为现场王工", ("close", {"reason": "已电话核实并告知检验员"})),
    ("BGFF", "报告快递没收到", ("answer", {"answer": "已查，快递昨日由门卫代收；报告也可凭编号在网上下载"})),
    ("RWAP", "收到", ("close", {"reason": "仅告知收到，不必答复"})),
    ("SLTZ", "缴费可以对公转账吗", None),
    ("RWAP", "需要准备砝码吗", None),
    ("SBDJ", "TD", None),
)


def make() -> None:
    """By the real process, after the messages were sent; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(SmsReply)):
            return
        actors = Actors(db)
    for place, (template, words, then) in enumerate(STORIES):
        key = actors.do(CLERK, clock.now(), _written(place, template, words))
        with kit_db.new_session() as db:
            row = db.scalars(select(SmsReply).where(SmsReply.key == key)).first()
        if row and then and row.step == OPEN:
            move, form = then
            actors.do(CLERK, row.receivedat + timedelta(hours=1, minutes=9 * place), carry(REPLY, move, row.id, **form))


def _written(place: int, template: str, words: str) -> Callable[[Session, User], str]:
    """The phone that got one of the newest messages of a kind writes back."""

    def write(db: Session, _me: User) -> str:
        sent = select(Sms).where(Sms.template == template, Sms.sentat < clock.now() - timedelta(hours=3))
        sms = db.scalars(sent.order_by(Sms.sentat.desc(), Sms.id).offset(place).limit(1)).first()
        if sms is None or sms.sentat is None:
            return ""
        reply = Reply(f"DEMO-{place}", sms.receiver, words, int((sms.sentat + AFTER).timestamp()))
        keep(db, reply)
        return reply.key

    return write
