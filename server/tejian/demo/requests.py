"""What the demo city asks for beside its inspections: reports corrected or issued again; and its notices."""

from datetime import datetime, time, timedelta
from functools import partial

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss
from tejian.inspection.reissue import api as reissue
from tejian.kit.database import db as kit_db
from tejian.kit.forms.formview import taken
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.system.models.settings import Notice
from tejian.system.settings.api import publish_notice

from .actors import Actors
from .charges import carry

UNIT = "qiye"
# what is to be corrected, and whether it was audited: the first waits for its audit, the second for its approval
CORRECTIONS = (
    ({"kind": "01", "content": "使用地点门牌号笔误", "reason": "编制时看错登记证"}, False),
    ({"kind": "04", "content": "使用单位联系电话原为旧号", "reason": "单位来函更正"}, True),
)
ONCE_MORE = {"copies": "1", "use": "3", "reason": "办理使用登记变更，原报告已交登记机关"}
# title, text, days since it was published (none: a draft)
NOTICES: tuple[tuple[str, str, int | None], ...] = (
    (
        "关于做好岁末年初特种设备检验工作的通知",
        "<p>请各部门在 12 月 20 日前排定春节前到期设备的检验计划，优先安排学校、医院、客运场站。</p>",
        6,
    ),
    (
        "TSG T7001—2023 执行口径交流会",
        "<p>机电检验人员每月末周五下午在三楼会议室交流，请提前报送现场遇到的问题。</p>",
        15,
    ),
    ("收费窗口元旦期间安排", "<p>元旦假期收费窗口暂停，网上缴费不受影响。</p>", None),
)


def make() -> None:
    """Each once; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(Notice)):
            return
        actors = Actors(db)
        released = select(AppBuss).where(AppBuss.step == at.DONE, ~AppBuss.imported, AppBuss.unqualcode == "")
        numbers = [one.reportno for one in db.scalars(released.order_by(AppBuss.inspdate.desc(), AppBuss.seisn))]
        own = released.where(AppBuss.unitsysid == actors.users[UNIT].unit_id).order_by(AppBuss.inspdate, AppBuss.seisn)
        mine = db.scalars(own.limit(1)).first()
    yesterday = clock.today() - timedelta(days=1)
    moment = datetime.combine(yesterday, time(10, 10), clock.SHANGHAI)
    if mine:
        actors.do(UNIT, moment, partial(_once_more, item=mine.id))
        numbers.remove(mine.reportno)
    for number, (change, is_audited) in zip(numbers, CORRECTIONS, strict=False):
        _corrected(actors, moment, number, change, is_audited=is_audited)
    for title, words, days in NOTICES:
        at_nine = datetime.combine(clock.today() - timedelta(days=days or 0), time(9), clock.SHANGHAI)
        work = partial(_told, title=title, words=words, is_draft=days is None)
        actors.do("sysadmin", min(at_nine, clock.now()), work)


def _once_more(db: Session, me: User, item: str) -> None:
    reissue.ask_supplement(db, me, taken(reissue.SUPPLEMENT_FORM, db, me, {"ids": item, **ONCE_MORE}))


def _corrected(actors: Actors, moment: datetime, number: str, change: dict[str, str], *, is_audited: bool) -> None:
    def ask(db: Session, me: User) -> str:
        return reissue.ask(db, me, taken(reissue.CHANGE_FORM, db, me, {"reportno": number, **change})).id

    key: str = actors.do("yewu", moment, ask)
    actors.do("yewu", moment, carry(reissue.CHANGE, "submit", key))
    if is_audited:
        agreed = carry(reissue.CHANGE, "agree", key, opinion="与原始记录核对，情况属实")
        actors.do("zhiliang", moment + timedelta(hours=3), agreed)


def _told(db: Session, me: User, title: str, words: str, is_draft: bool) -> None:
    row = Notice(title=title, content=words)
    db.add(row)
    db.flush()
    if not is_draft:
        publish_notice(db, me, [row.id])
