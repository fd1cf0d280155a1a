"""The entrusted projects of the demo city: work by contract at every step, made by the process itself."""

from datetime import date, timedelta
from io import BytesIO

from PIL import Image, ImageDraw
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.models.files import Attachment
from tejian.archives.models.units import Unit
from tejian.inspection.entrusted import api as entrusted
from tejian.inspection.models.entrusted import ARCHIVED, FINISHED, REGISTERED, RUNNING, VOID, EntrustedProject
from tejian.kit.database import db as kit_db
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock
from tejian.kit.ground.user import User

from .accounts import font
from .actors import Actors, Days
from .charges import carry

# name, category, what is to be done, the sample, yuan, who leads, how far it has come, the days that are left
PLAN = (
    (
        "门座起重机主梁静应力测试",
        "2",
        "门机主梁跨中、悬臂静应力测试与评价，出具测试报告",
        "",
        "28000",
        "jianyan1",
        ARCHIVED,
        0,
    ),
    (
        "液氨球罐声发射检测",
        "1",
        "2000 m³ 液氨球罐在线声发射检测，提出缺陷定位与分级",
        "",
        "65000",
        "jianyan2",
        FINISHED,
        0,
    ),
    (
        "电梯钢丝绳破断拉力试验",
        "2",
        "送检钢丝绳三段，破断拉力与断丝检查",
        "曳引钢丝绳 φ10 三段，无锈蚀",
        "3600",
        "jianyan1",
        RUNNING,
        12,
    ),
    ("压力管道元件焊缝 TOFD 检测", "1", "蒸汽管道改造焊缝二十道 TOFD 检测", "", "18000", "jianyan2", RUNNING, -3),
    ("游乐设施年度安全咨询", "3", "观览车、滑行车安全管理制度与应急预案咨询", "", "12000", "jianyan1", REGISTERED, 40),
    ("换热器制造监造", "4", "固定管板换热器两台，材料、焊接、耐压试验见证", "", "", "jianyan2", REGISTERED, 60),
    ("起重机吊钩磁粉检测", "1", "吊钩二十只磁粉检测", "吊钩 20 只，已除漆", "5000", "jianyan1", VOID, 0),
)
AGO = 30  # working days before today, when the first of them was registered


def make() -> None:
    """One project for each line of the plan; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(EntrustedProject)):
            return
        actors, days = Actors(db), Days(db, clock.today())
        using = select(Unit).where(Unit.isuse, Unit.enabled, Unit.unitDel == 0).order_by(Unit.code)
        units = [one.id for one in db.scalars(using.limit(len(PLAN)))]
    for n, unit in enumerate(units):
        _tell(n, unit, actors, days)


def _tell(n: int, unit: str, actors: Actors, days: Days) -> None:
    name, category, content, sample, amount, leader, until, left = PLAN[n]
    begin = days.on_or_before(clock.today()) - AGO + 2 * n
    due = clock.today() + timedelta(days=left) if left else days.days[begin + 15]
    values = {
        **{"unitsysid": unit, "name": name, "category": category, "content": content, "amount": amount},
        **{"contractno": f"WT-{days.days[begin]:%Y}-{n + 1:03}" if amount else "", "sample": sample},
        **{"sampleno": f"YP-{n + 1:03}" if sample else "", "leader": actors.users[leader].id},
        **{"startdate": str(days.days[begin]), "duedate": str(due)},
    }
    key: str = actors.do("shouli", days.at(begin, 9), lambda db, me: entrusted.register(db, me, values).id)
    if until == REGISTERED:
        return
    if until == VOID:
        why = {"reason": "委托单位改为自行检测，合同解除"}
        actors.do("yewu", days.at(begin + 2, 10), carry(entrusted.ENTRUSTED, "void", key, **why))
        return
    actors.do("shouli", days.at(begin, 10), carry(entrusted.ENTRUSTED, "start", key))
    if until == RUNNING:
        return
    number = f"WTBG{days.days[begin]:%Y}{n + 1:03}"
    actors.do(leader, days.at(begin + 9, 9), lambda db, me: _deliver(db, me, key, name, number, days.days[begin + 9]))
    done = {"finished": str(days.days[begin + 9]), "reportno": number, "outcome": "已按合同完成，成果报告已交委托单位"}
    actors.do(leader, days.at(begin + 9, 10), carry(entrusted.ENTRUSTED, "finish", key, **done))
    if until == ARCHIVED:
        where = {"archiveno": f"WT-{n + 1:04}", "archivebox": "3 号柜 2 层"}
        actors.do("dangan", days.at(begin + 11, 9), carry(entrusted.ENTRUSTED, "archive", key, **where))


def _deliver(db: Session, me: User, key: str, name: str, number: str, day: date) -> None:
    """The first page of what the project delivers, as a file."""
    page = Image.new("RGB", (1240, 1754), (255, 255, 255))
    pen = ImageDraw.Draw(page)
    for y, size, words in (
        (420, 64, name),
        (560, 44, "成果报告"),
        (700, 36, f"报告编号 {number}"),
        (1460, 36, str(day)),
    ):
        pen.text((620, y), words, font=font(size), fill=(30, 34, 40), anchor="mm")
    out = BytesIO()
    page.save(out, "PDF", resolution=150)
    content = out.getvalue()
    made = Attachment(attrefsysid=key, owner="entrusted", type="11", name=f"{number}.pdf", mime="application/pdf")
    made.key, made.size, made.by_name = files.keep_bytes(content), len(content), me.name
    db.add(made)
    db.flush()
