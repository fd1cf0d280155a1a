"""Serious reports of the demo city: one at each step, one of them late, one that became an order of the bureau."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import partial

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.models.equipment import Equipment as E
from tejian.kit.database import db as kit_db
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.records.crud import put
from tejian.supervision.models.defects import GRAVE
from tejian.supervision.models.serious import SeriousReport
from tejian.supervision.serious import api as serious

from .actors import Actors
from .charges import carry

WHO = {"submit": "jianyan1", "audit": "zhiliang", "approve": "pizhun", "send": "jianyan1", "close": "jianyan1"}
BUREAU = "jianguan"


@dataclass(frozen=True)
class Story:
    """What was found on a device of a class, how many days ago, and how far its report came."""

    ago: int
    equclass: str
    problem: str
    measures: str
    suggestion: str
    moves: tuple[str, ...] = ()
    feedback: str = ""


APPROVED = ("submit", "audit", "approve")
SENT = (*APPROVED, "send")
STORIES = (
    Story(
        *(29, "3000", "制动器制动力矩不足，空载上行制停距离超过规定，轿厢意外移动保护装置失效"),
        "当场告知使用单位停止使用并张贴停用标志，已出具检验意见通知书（二）",
        "责令停止使用，更换制动器并经检验合格后恢复使用",
        (*SENT, "receive", "order", "answer", "close"),
        "已下达整改要求，使用单位当日停用，制动器已更换并经检验合格",
    ),
    Story(
        *(9, "2000", "储罐筒体纵焊缝发现表面裂纹，长约120 mm，使用单位仍在带压使用"),
        "要求立即降压并转移介质，已拍照取证",
        "责令停止使用，组织合于使用评价",
        (*SENT, "receive"),
    ),
    Story(
        *(2, "4000", "桥式起重机起升高度限位失效，吊钩组已冲顶变形"),
        "现场停机，断开主电源并上锁",
        "责令停止使用，修复后重新检验",
        SENT,
    ),
    Story(
        *(1, "1000", "锅炉低水位联锁被短接，司炉人员不能说明原因"),
        "要求立即停炉，检验中止",
        "查明短接原因，恢复联锁保护并试验",
        APPROVED,
    ),
    Story(
        *(1, "6000", "观览车两个座舱舱门锁紧装置缺失，现场仍在载客"),
        "要求停止载客，已报送所在乡镇",
        "责令停止使用，补装锁紧装置",
        APPROVED[:1],
    ),
    Story(
        *(0, "5000", "叉车驻车制动失效，司机无证作业"),
        "要求停用车辆",
        "责令改正，核查作业人员持证情况",
    ),
)


def make() -> None:
    """Each report by the real process; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(SeriousReport)):
            return
        actors = Actors(db)
        devices = [_device(db, story.equclass) for story in STORIES]
    for story, device in zip(STORIES, devices, strict=True):
        if device:
            _tell(actors, story, device)


def _device(db: Session, equclass: str) -> str:
    fit = E.equclass == equclass, E.equDel == 0, E.equstatus == codes.IN_USE, E.useorgsysid != ""
    return db.scalars(select(E.id).where(*fit).order_by(E.equcode.desc()).limit(1)).first() or ""


def _tell(actors: Actors, story: Story, device: str) -> None:
    begin = datetime.combine(clock.today() - timedelta(days=story.ago), time(8, 40), clock.SHANGHAI)
    key: str = actors.do(WHO["submit"], begin, partial(_written, story=story, device=device, to=actors.users[BUREAU]))
    for n, move in enumerate(story.moves, 1):
        later = timedelta(days=n - 5 if n > len(SENT) else 0, hours=n)
        said = {"feedback": story.feedback, "latereason": "", "level": GRAVE, "handling": "03"}
        due = (begin + later).date() + timedelta(days=30)
        form = said | {"deadline": due, "demand": story.suggestion}
        actors.do(WHO.get(move, BUREAU), begin + later, carry(serious.SERIOUS, move, key, **form))


def _written(db: Session, me: User, *, story: Story, device: str, to: User) -> str:
    said = {"equdatasysid": device, "toorg": to.org_id, "found": clock.today(), "level": GRAVE}
    row = SeriousReport()
    words = {"problem": story.problem, "measures": story.measures, "suggestion": story.suggestion}
    put(db, me, row, said | words, serious.HOOKS, serious.FORM)
    db.flush()
    return row.id
