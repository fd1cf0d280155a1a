"""Checks of units of the demo city: one at each step, with problems mended, late, passed on and made a case."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import partial
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.files import Attachment
from tejian.archives.models.units import Unit
from tejian.kit.database import db as kit_db
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.process.checklist import AnswerForm
from tejian.kit.records.crud import put
from tejian.supervision.checks import api as checks
from tejian.supervision.defects import api as defects
from tejian.supervision.models.checks import SupervisionCheck
from tejian.supervision.models.defects import Defect
from tejian.system.models.accounts import SysUser

from .accounts import TOWN_AREA, signature
from .actors import Actors
from .charges import carry

LEADER = "juzhang"
BUREAU, TOWN = ("jianguan", "jianguan2"), ("xiangzhen", "xiangzhen2")
UNIT = "qiye"
MENDED = "5"  # how far a problem came: nothing, 1 begun, 2 told, 3 confirmed, 5 closed


@dataclass(frozen=True)
class Story:
    """A check: how many days ago, of a unit with devices of which class, what was wrong, and how far all came.

    `last` is the last move of the check; `mends` how far each problem came by its item.
    """

    ago: int
    equclass: str
    last: str = ""
    wrong: Mapping[str, str] = field(default_factory=dict)
    mends: Mapping[str, str] = field(default_factory=dict)
    sort: str = "01"
    target: str = "S"
    purpose: str = "年度监督检查计划"
    town: bool = False
    own: bool = False  # the unit of the account of an enterprise
    hung: str = ""  # the item whose grave problem the leader of the bureau watches over


FALLING = "扶梯下端紧急停止开关按下后不停梯"
BELL = "3号梯轿内报警按铃无人应答"
DOOR = "2号梯关门时遮挡光幕不反开"
STORIES = (
    Story(
        *(15, "3000", "countersign", {"S-3000-03": "关门防夹失效", "S-3000-07": "报警无人应答"}),
        mends={"S-3000-07": "2"},
        town=True,
        purpose="辖区小区电梯排查",
    ),
    Story(-2, "3000", town=True, purpose="辖区小区电梯排查"),
    Story(
        *(48, "3000", "close", {"S-3000-07": BELL, "S-3000-09": "机房堆放杂物"}),
        mends={"S-3000-07": MENDED, "S-3000-09": MENDED},
        purpose="商业综合体电梯专项",
        sort="03",
    ),
    Story(
        *(33, "3000", "again", {"S-3000-05": FALLING, "S-3000-09": "底坑积水"}),
        mends={"S-3000-05": "2", "S-3000-09": MENDED},
        purpose="商场扶梯专项",
        sort="03",
    ),
    Story(26, "2000", "countersign", {"S-2000-01": "储罐安全阀铅封脱落，校验已过期", "S-2000-03": "法兰渗漏"}),
    Story(
        *(24, "4000", "case", {"S-4000-02": "桥式起重机急停开关失效仍在使用"}),
        mends={"S-4000-02": "1"},
        purpose="投诉举报核查",
    ),
    Story(
        *(12, "3000", "countersign", {"S-3000-03": DOOR, "S-3000-07": "值班电话停机"}),
        mends={"S-3000-07": "1"},
        own=True,
        hung="S-3000-03",
        sort="02",
        purpose="双随机抽查",
    ),
    Story(6, "5000", "sign", {"S-5000-02": "一名叉车司机证书不在有效期内"}),
    Story(5, "1000", "found", {"S-1000-04": "给水管阀门渗漏"}),
    Story(2, "6000", "begin", purpose="乡村游乐场节前检查"),
    Story(-6, "5000", purpose="物流园叉车检查", sort="03"),
    Story(18, "", "close", {"P-COMMON-06": "内审记录缺少纠正措施"}, {"P-COMMON-06": MENDED}, target="P"),
    Story(9, "", "countersign", {"M-3000-09": "本季度维保质量抽查没有记录"}, target="M"),
)
CHAIN = ("begin", "found", "sign", "countersign", "again", "close")
FORMS: dict[str, dict[str, str]] = {
    "begin": {"certnos": "浙B-330200-021、浙B-330200-036", "present": "安全员胡斌"},
    "sign": {"summary": "按项目逐项检查，现场情况属实", "signway": "1", "signedby": "胡斌", "signpost": "安全员"},
    "again": {"outcome": "到现场逐项复查，整改情况与反馈一致"},
    "case": {"act": "03", "reason": "责令停止使用后仍在使用，涉嫌违反特种设备安全法第84条"},
}


def make() -> None:
    """Each check by the real process; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(SupervisionCheck)):
            return
        actors = Actors(db)
        units = _units(db)
    for story, unit in zip(STORIES, units, strict=True):
        if unit:
            _tell(actors, story, unit)


def _units(db: Session) -> list[str]:
    """A unit for each story, another each time; '' where the city has none."""
    taken: set[str] = set()
    own = db.scalars(select(SysUser.unit_id).where(SysUser.login == UNIT)).one()
    out = []
    for story in STORIES:
        key = own if story.own else _unit(db, story, taken | {own})
        taken.add(key)
        out.append(key)
    return out


def _unit(db: Session, story: Story, taken: set[str]) -> str:
    if not story.equclass:
        kind = Unit.ismaintain if story.target == "M" else Unit.ismaker
        query = select(Unit.id).where(kind, Unit.unitDel == 0, Unit.id.not_in(taken)).order_by(Unit.code)
        return db.scalars(query.limit(1)).first() or ""
    fit = E.equclass == story.equclass, E.equDel == 0, E.equstatus == codes.IN_USE, E.useorgsysid.not_in({*taken, ""})
    query = select(E.useorgsysid).where(*fit)
    if story.town:
        query = query.where(E.areacode == TOWN_AREA)
    return db.scalars(query.order_by(E.equcode).limit(1)).first() or ""


def _tell(actors: Actors, story: Story, unit: str) -> None:
    first, second = TOWN if story.town else BUREAU
    day = clock.today() - timedelta(days=max(story.ago, 0))

    def at(later: int, hour: int, minute: int = 0) -> datetime:
        return datetime.combine(day + timedelta(days=later), time(hour, minute), clock.SHANGHAI)

    planned = day + timedelta(days=max(-story.ago, 0))
    people = actors.users[first].id, actors.users[second].id
    key: str = actors.do(first, at(0, 8), partial(_planned, story=story, unit=unit, day=planned, people=people))
    moves = CHAIN[: CHAIN.index(story.last) + 1] if story.last in CHAIN else CHAIN[:4] if story.last else ()
    for n, move in enumerate(moves):
        if move == "again":
            _mend(actors, story, key, day)
        later = max(min(story.ago - 1, 8), 0) if move in ("again", "close") else 0
        who = second if move == "countersign" else first
        if move == "found":
            actors.do(first, at(0, 10), partial(_answered, key=key, story=story))
        form = FORMS.get(move, {})
        try:
            actors.do(who, at(later, 10 + n, 20), carry(checks.CHECKS, move, key, **form))
        except Refused:  # what the platform found besides is still open: that is there for the visitor to see
            return
    if story.last in ("countersign", "case"):
        _mend(actors, story, key, day)
    if story.last == "case":
        actors.do(first, at(20, 9), carry(checks.CHECKS, "case", key, **FORMS["case"]))


def _hung(db: Session, me: User, *, key: str, item: str, term: date) -> None:
    mine = Defect.source_id == key, Defect.item == item
    one = db.scalars(select(Defect.id).where(*mine)).one()
    carry(defects.DEFECT, "hang", one, listedto=term, reason="小区客梯关门夹人，危及公众安全")(db, me)


def _planned(db: Session, me: User, *, story: Story, unit: str, day: date, people: tuple[str, str]) -> str:
    by = "Y" if story.town else "N"
    row = SupervisionCheck()
    values: dict[str, Any] = {"unitsysid": unit, "planday": day, "purpose": story.purpose, "equipment": []}
    values |= {"officer_id": people[0], "second_id": people[1]}
    if not story.town:
        values |= {"checktype": story.sort, "target": story.target}
    put(db, me, row, values, checks.hooks_of(by), checks.FORMS[by])
    db.flush()
    return row.id


def picture(db: Session, me: User, owner: str, key: str, words: str, item: str = "") -> None:
    """A picture of an item of a record, with these words on it."""
    scan: Any = Attachment(owner=owner, attrefsysid=key, item=item, name="现场照片.png", type="18")
    scan.mime, scan.key, scan.by_name = "image/png", signature(words[:8]), me.name
    scan.size = len(files.read_checked(scan.key))
    db.add(scan)


def _answered(db: Session, me: User, *, key: str, story: Story) -> None:
    """What the platform found wrong stays so; what it cannot say the officers saw to be good."""
    row = db.scalars(select(SupervisionCheck).where(SupervisionCheck.id == key)).one()
    answers = []
    for item in checks.CHECK.items(db, row):
        known = checks.CHECK.known[item.prefill](db, row) if item.prefill else ("√", "")
        finding = story.wrong.get(item.no, known[1] if known[0] == "×" else "")
        if finding:
            picture(db, me, checks.FILES, key, finding, item.no)
        answers.append(AnswerForm(no=item.no, result="×" if finding else "√", value=known[1][:200], finding=finding))
    checks.CHECK.save(db, me, row, answers)


def _mend(actors: Actors, story: Story, key: str, day: date) -> None:
    """Each problem as far as its story says; one that the platform found itself is mended where all are closed."""
    with kit_db.new_session() as db:
        rows = [(one.id, one.item, one.level, one.stops) for one in defects.of_source(db, key)]
    if story.hung:
        moment = datetime.combine(day + timedelta(days=1), time(9), clock.SHANGHAI)
        actors.do(LEADER, moment, partial(_hung, key=key, item=story.hung, term=day + timedelta(days=45)))
    first, second = TOWN if story.town else BUREAU
    owner = UNIT if story.own else first
    for problem, item, level, stops in rows:
        far = story.mends.get(item, MENDED if story.last in ("close", "again") else "")
        steps = [("start", owner), ("answer", owner), ("confirm", second)]
        # a second confirms who did neither mend nor confirm: the bureau has one only where the unit told itself
        steps += [("second", first if story.own else "")] if level == "4" else []
        steps += [("lift", second)] if stops else []
        steps += [("close", second)]
        for n, (move, who) in enumerate(steps[: {"": 0, "1": 1, "2": 2, "3": 3}.get(far, len(steps))]):
            moment = datetime.combine(day + timedelta(days=1 + n), time(14), clock.SHANGHAI)
            if not who or moment > clock.now():
                break
            if move == "answer":
                actors.do(owner, moment, partial(_proof, key=problem))
            actors.do(who, moment, carry(defects.DEFECT, move, problem, **_said(move, moment)))


def _said(move: str, moment: datetime) -> dict[str, str]:
    if move == "start":
        return {"mender": "胡斌", "plan": "联系维保单位更换失效部件，试验合格后恢复"}
    return {"donedate": str(moment.date()), "measure": "已更换并试验合格，照片见附件"} if move == "answer" else {}


def _proof(db: Session, me: User, *, key: str) -> None:
    row = db.scalars(select(Defect).where(Defect.id == key)).one()
    picture(db, me, defects.FILES, row.id, "整改后照片")
