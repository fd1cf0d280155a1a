"""Carbon copies between the institute and the bureau of the demo city: one at each step, one of them late."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import partial

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.kit.database import db as kit_db
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.records.crud import put
from tejian.supervision.copies import api as copies
from tejian.supervision.models.copies import CarbonCopy

from .actors import Actors
from .charges import carry

INSTITUTE, BUREAU = "yewu", "jianguan"


@dataclass(frozen=True)
class Copy:
    """A copy, when it was written and by which day it is answered, in days from today, and how far it came."""

    subject: str
    content: str
    written: int
    due: int
    moves: tuple[str, ...]
    sender: str = INSTITUTE
    reply: str = ""


GIVEN = ("submit", "sign", "taskAssignment")
ANSWERED = (*GIVEN, "processLogOperate")
COPIES = (
    Copy(
        "电梯超期未检仍在使用",
        "现场发现下列电梯已超过下次检验日期仍在运行，使用单位未申报检验，请核查并依法处理。",
        -24,
        -6,
        GIVEN,
    ),
    Copy(
        "检验不合格设备未停用",
        "下列设备经检验不合格，检验意见通知书已送达，复查时仍在使用，请责令停止使用。",
        -40,
        -10,
        (*ANSWERED, "saveArchives"),
        reply="已下达特种设备安全监察指令书，使用单位已停用并张贴停用标志",
    ),
    Copy(
        "使用单位拒绝接受检验",
        "检验人员两次到场，使用单位均以生产为由不配合检验，请协助督促。",
        -12,
        8,
        ANSWERED,
        reply="已约谈使用单位安全总监，同意于本周内配合检验",
    ),
    Copy("使用地点已变更未办理变更登记", "档案记载的使用地点与现场不一致，请核实使用登记情况。", -5, 15, GIVEN[:2]),
    Copy("设备转让后未变更登记", "监督检查发现下列设备已转让，请核实检验记录中的使用单位。", -2, 18, GIVEN[:1], BUREAU),
    Copy("安全附件未定期校验", "压力表、安全阀校验已过期，请一并处理。", 0, 20, ()),
)


def make() -> None:
    """The copies by the real process, each once."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(CarbonCopy)):
            return
        actors = Actors(db)
        late = select(Equipment.id).where(Equipment.equclass == "3000", Equipment.ninspdate.is_not(None))
        devices = list(db.scalars(late.order_by(Equipment.ninspdate, Equipment.equcode).limit(len(COPIES))))
    for copy, device in zip(COPIES, devices, strict=True):
        other = BUREAU if copy.sender == INSTITUTE else INSTITUTE
        begin = datetime.combine(clock.today() + timedelta(days=copy.written), time(9, 30), clock.SHANGHAI)
        to = actors.users[other].org_id
        key: str = actors.do(copy.sender, begin, partial(_written, copy=copy, device=device, to=to))
        for n, move in enumerate(copy.moves, 1):
            who = copy.sender if move in ("submit", "saveArchives") else other
            words = {"handler_id": actors.users[other].id, "reply": copy.reply}
            actors.do(who, begin + timedelta(hours=3 * n), carry(copies.COPY, move, key, **words))


def _written(db: Session, me: User, *, copy: Copy, device: str, to: str) -> str:
    due = clock.today() + timedelta(days=copy.due - copy.written)  # the clock stands at the day of writing
    said = {"subject": copy.subject, "content": copy.content, "toorg": to, "deadline": due}
    row = CarbonCopy()
    put(db, me, row, said | {"equipment": [{"equdatasysid": device}]}, copies.HOOKS, copies.FORM)
    db.flush()
    return row.id
