"""Collections of opinions of the demo city: one that is open with opinions of units, one that is over."""

from datetime import datetime, time, timedelta
from functools import partial

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.kit.database import db as kit_db
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.records.crud import put
from tejian.supervision.models.opinions import OpinionCall
from tejian.supervision.opinions import api as opinions

from .actors import Actors
from .charges import carry

BUREAU = "jianguan"
REPLIES = (
    ("qiye", "建议明确日管控记录由当班安全员填写，节假日可以由值班人员代填并注明。"),
    ("weibao", "第三条的到场时间请区分城区和乡镇，乡镇建议一小时以内。"),
)
# title, questions, how many days ago, term in days, what came of it
CALLS = (
    (
        "电梯使用单位安全管理工作指引（征求意见稿）",
        "到场时间、记录保存期限是否合适",
        40,
        20,
        "采纳两条，到场时间按城区、乡镇区分",
    ),
    ("特种设备使用单位日管控记录填写要求（征求意见稿）", "填写人、填写时间、照片要求是否可行", 6, 20, ""),
)


def make() -> None:
    """Each collection by the real process; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(OpinionCall)):
            return
        actors = Actors(db)
    for title, questions, ago, term, outcome in CALLS:
        begin = datetime.combine(clock.today() - timedelta(days=ago), time(10), clock.SHANGHAI)
        key: str = actors.do(BUREAU, begin, partial(_written, title=title, questions=questions, term=term))
        actors.do(BUREAU, begin + timedelta(hours=1), carry(opinions.OPINIONS, "publish", key))
        for n, (login, words) in enumerate(REPLIES, 1):
            actors.do(login, begin + timedelta(days=n), carry(opinions.OPINIONS, "reply", key, opinion=words))
        if outcome:
            actors.do(BUREAU, begin + timedelta(days=term + 2), carry(opinions.OPINIONS, "close", key, outcome=outcome))


def _written(db: Session, me: User, *, title: str, questions: str, term: int) -> str:
    row = OpinionCall()
    values = {"title": title, "questions": questions, "deadline": clock.today() + timedelta(days=term)}
    put(db, me, row, values | {"content": "全文见附件"}, opinions.HOOKS, opinions.FORM)
    db.flush()
    return row.id
