"""Documents of the quality system: in force and received, to come, replaced, at each step of their making."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import partial
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.models.files import Attachment
from tejian.kit.database import db as kit_db
from tejian.kit.files import blobs
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf
from tejian.kit.records.crud import put
from tejian.quality.files import api as files
from tejian.quality.models.files import FileReceipt, QualityFile

from .actors import Actors
from .charges import carry

PLANNER, WRITER = "zhiliang", "jianyan1"
WHO = {"order": PLANNER, "submit": WRITER, "audit": "shenhe", "approve": "pizhun", "issue": PLANNER}
MADE = ("order", "submit", "audit", "approve")
FORCE = (*MADE, "issue")
READERS = ("jianyan1", "jianyan5", "shouli")
Sections = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Document:
    """A document, how many days ago it was planned, how far it came, and when it came into force."""

    fileno: str
    edition: str
    title: str
    filetype: str
    cause: str
    ago: int
    moves: tuple[str, ...]
    sections: Sections
    ahead: int = 0  # days from the issue to the day from which it is in force
    received: tuple[str, ...] = ()


REPORTS: Sections = (
    ("目的", ("保证检验报告内容完整、结论正确、签发合规，出具后可以追溯。",)),
    (
        "职责",
        (
            "检验人员对原始记录的真实性负责，当场记录，不得事后补造。",
            "审核人核对报告与记录、依据和结论，并对所提意见的落实负责。",
            "批准人按授权范围签发，不批准本人检验的报告。",
        ),
    ),
    ("程序", ("报告经编制、校核、审核、批准后出具。", "更正报告另编号，原报告收回并注明更正内容。")),
)
TOOLS: Sections = (
    ("目的", ("保证检验用仪器设备在使用日有效、量值可以溯源。",)),
    ("程序", ("超过校准有效期的仪器不得使用。", "校准不合格的，追溯上次有效校准以来出具的报告并逐份评价。")),
)
LIFTS: Sections = (
    ("适用范围", ("曳引驱动电梯的定期检验。",)),
    ("安全", ("两人以上方可进入井道、底坑作业。", "短接线使用后逐根清点，恢复后由第二人确认。")),
    ("步骤", ("核对资料与实物。", "逐项检验并当场记录实测值。", "确认结论，告知使用单位。")),
)
DOCUMENTS = (
    Document(
        *("NBTJ-SC", "A/0", "质量手册", "01", "首次编制", 420, FORCE, REPORTS),
        received=("jianyan1", "shouli"),
    ),
    Document(*("NBTJ-CX-07", "A/0", "检验报告控制程序", "02", "首次编制", 400, FORCE, REPORTS)),
    Document(
        *("NBTJ-CX-07", "B/0", "检验报告控制程序", "02", "按评审意见修订更正报告的规定", 60, FORCE, REPORTS),
        received=("jianyan1",),
    ),
    Document(
        *(
            "NBTJ-ZY-31",
            "A/1",
            "曳引驱动电梯定期检验作业指导书",
            "03",
            "按 TSG T7001-2023 修订",
            20,
            FORCE,
            LIFTS,
        ),
        ahead=30,
    ),
    Document(*("NBTJ-CX-12", "B/0", "仪器设备控制程序", "02", "补充校准不合格的追溯", 25, MADE, TOOLS)),
    Document(*("NBTJ-ZY-32", "A/0", "自动扶梯定期检验作业指导书", "03", "新增", 18, MADE[:3], LIFTS)),
    Document(*("NBTJ-ZY-41", "A/0", "桥式起重机定期检验作业指导书", "03", "新增", 15, MADE[:2], LIFTS)),
    Document(*("NBTJ-GZ-05", "A/0", "检验安全管理制度", "07", "年度评审提出", 10, MADE[:1], LIFTS)),
    Document(*("NBTJ-CX-15", "A/0", "分包控制程序", "02", "资质评审要求", 3, (), TOOLS)),
)


def make() -> None:
    """Each document by the real process; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(QualityFile)):
            return
        actors = Actors(db)
    for one in DOCUMENTS:
        _written(actors, one)


def _written(actors: Actors, one: Document) -> None:
    begin = datetime.combine(clock.today() - timedelta(days=one.ago), time(9, 20), clock.SHANGHAI)
    people = {actors.users[login].dept_id for login in READERS}
    key: str = actors.do(PLANNER, begin, partial(_planned, one=one, writer=actors.users[WRITER].id, offices=people))
    for n, move in enumerate(one.moves, 1):
        at = begin + timedelta(days=2 * n, hours=n)
        if move == "submit":
            actors.do(WRITER, at - timedelta(hours=1), partial(_uploaded, key=key, one=one))
        day = (at + timedelta(days=one.ahead)).date()
        actors.do(WHO[move], at, carry(files.FILE, move, key, effective=day))
    for login in one.received:
        at = begin + timedelta(days=2 * len(one.moves) + 1, hours=3)
        actors.do(login, at, _receiver(key))


def _planned(db: Session, me: User, *, one: Document, writer: str, offices: set[str]) -> str:
    said: dict[str, Any] = {name: getattr(one, name) for name in ("fileno", "edition", "title", "filetype", "cause")}
    said |= {"writer_id": writer, "plandue": clock.today() + timedelta(days=30)}
    said |= {"usedfor": "本机构", "offices": [{"dept_id": dept} for dept in sorted(offices)]}
    row = QualityFile()
    put(db, me, row, said, files.HOOKS, files.FORM)
    db.flush()
    return row.id


def _uploaded(db: Session, me: User, *, key: str, one: Document) -> None:
    sections = [{"title": title, "lines": list(lines)} for title, lines in one.sections]
    content = pdf.render(
        "quality_text", {"title": one.title, "fileno": one.fileno, "edition": one.edition, "sections": sections}
    )
    file = {"name": f"{one.title}.pdf", "mime": "application/pdf", "size": len(content)}
    file["key"] = blobs.keep_bytes(content)
    db.add(Attachment(owner=files.OWNER, attrefsysid=key, by_name=me.name, **file))


def _receiver(key: str) -> Callable[[Session, User], None]:
    def receive(db: Session, me: User) -> None:
        R = FileReceipt
        mine = db.scalars(select(R.id).where(R.file_id == key, R.user_id == me.id)).all()
        files.receive(db, me, mine)

    return receive
