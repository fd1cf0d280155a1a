"""Reports from elsewhere of the demo city: safety valves and lifts of years ago, handed out, filed, or waiting."""

from datetime import date, datetime, time, timedelta
from functools import partial
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.files import Attachment
from tejian.inspection.models.simple import SimpleReport
from tejian.inspection.simple import api as simple
from tejian.kit.database import db as kit_db
from tejian.kit.files import blobs
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf
from tejian.kit.records.crud import put

from .actors import Actors
from .charges import carry

KEEPER, COUNTER = "dangan", "shouli"
FILED = {"archivebox": "L-{n:02}", "pages": "2"}
HANDED = {"way": "01", "receiver": "王建明"}
# number, kind, maker, class of the device, inspected, years until the next, how far it came
STORIES = (
    ("AQF-2018-00412", "2", "宁波市劳动安全技术服务公司", "2000", date(2018, 4, 11), 1, ("archive", "release")),
    ("DT-2012-03307", "1", "宁波市特种设备检验中心", "3000", date(2012, 8, 3), 1, ("archive", "release")),
    ("AQF-2019-00087", "2", "浙江省特种设备科学研究院", "2000", date(2019, 3, 21), 1, ("archive",)),
    ("RQ-2016-0154", "1", "浙江省特种设备科学研究院", "2000", date(2016, 11, 9), 6, ("archive",)),
    ("QZ-2014-0921", "1", "宁波市特种设备检验中心", "4000", date(2014, 6, 17), 2, ()),
)


def make() -> None:
    """Each by the real process; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(SimpleReport)):
            return
        actors = Actors(db)
    begin = datetime.combine(clock.today() - timedelta(days=9), time(13, 40), clock.SHANGHAI)
    for n, (number, kind, maker, equclass, on, years, moves) in enumerate(STORIES):
        paper = {"reportno": number, "kind": kind, "maker": maker, "inspdate": on, "conclusion": "合格"}
        paper |= {"nextdate": on.replace(year=on.year + years)}
        at = begin + timedelta(minutes=25 * n)
        key: str = actors.do(KEEPER, at, partial(_entered, place=n, equclass=equclass, paper=paper))
        for step, move in enumerate(moves, 1):
            by, form = (KEEPER, FILED) if move == "archive" else (COUNTER, HANDED)
            values = {name: text.format(n=n + 1) for name, text in form.items()}
            actors.do(by, at + timedelta(hours=step), carry(simple.SIMPLE, move, key, **values))


def _entered(db: Session, me: User, *, place: int, equclass: str, paper: dict[str, Any]) -> str:
    mine = (E.cheorgsysid == me.org_id, E.equclass == equclass, E.equDel == 0, E.usestartdate < paper["inspdate"])
    device = db.scalars(select(E).where(*mine).order_by(E.equcode).offset(place).limit(1)).first()
    name = "弹簧式安全阀" if paper["kind"] == "2" else device.equname if device else ""
    about = {
        "equname": name or "设备",
        "unitname": device.useorgname if device else "",
        "remark": "旧系统移交的纸质报告",
    }
    about |= {"equdatasysid": device.id if device and paper["kind"] == "1" else ""}
    about["unitname"] = about["unitname"] or "宁波港热电有限公司"
    row = SimpleReport()
    put(db, me, row, paper | about, simple.HOOKS, simple.FORM)
    db.flush()
    lines = [
        f"受检单位：{row.unitname}",
        f"设备：{row.equname}",
        f"检验日期：{row.inspdate}",
        f"结论：{row.conclusion}",
    ]
    content = pdf.render(
        "quality_text",
        {
            "title": row.maker,
            "fileno": row.reportno,
            "edition": "",
            "sections": [{"title": "检验报告", "lines": lines}],
        },
    )
    file = {"name": f"{row.reportno}.pdf", "mime": "application/pdf", "size": len(content)}
    db.add(Attachment(owner=simple.OWNER, attrefsysid=row.id, by_name=me.name, key=blobs.keep_bytes(content), **file))
    return row.id
