"""The knowledge base of the demo city: our own summaries of rules, instructions, answers and typical defects.

The words are ours (data/knowledge_summaries.csv, and the requirements of the items of elevators); where the number of a
clause is that of the rule it is written so, else it is Y and our own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import partial
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian import data
from tejian.archives.models.files import Attachment
from tejian.kit.database import db as kit_db
from tejian.kit.files import blobs
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf
from tejian.kit.records.crud import put
from tejian.knowledge import api as knowledge
from tejian.knowledge.models import AUDIENCES, KnowledgeDoc

from .actors import Actors
from .charges import carry

WRITER, OTHER, PUBLISHER = "zhiliang", "jianyan1", "shenhe"
EVERYBODY, INSTITUTE = AUDIENCES
LAW, STANDARD, INSTRUCTION, ANSWERS, DEFECTS = "01", "02", "03", "04", "05"
NOTE = "本机构用自己的话摘编，供查阅；条款内容以发布机关的原文为准。"
OURS = "宁波市特种设备检验研究院"
STATE, BUREAU = "全国人民代表大会常务委员会", "市场监管总局"
ELEVATORS, ITEMS = "TSG T7001-2023", "DT-DJ"
PRICES = "特种设备检验等收费标准"
FORCE = ("cut", "submit", "publish")
NUMERALS = "一二三四五六七八九十"
Chapters = list[dict[str, Any]]


@dataclass(frozen=True)
class Document:
    """A document, since when it is in force, for whom it is, and how far it came."""

    docno: str
    edition: str
    title: str
    category: str
    equclass: str
    issuer: str
    effective: date
    audience: str = EVERYBODY
    moves: tuple[str, ...] = FORCE
    replaces: str = ""  # the edition of the same number
    writer: str = WRITER


DOCUMENTS = (
    Document("特种设备安全法", "2013", "特种设备安全法要点", LAW, "", STATE, date(2014, 1, 1)),
    Document(ELEVATORS, "2023", "电梯监督检验和定期检验规则要点", STANDARD, "3000", BUREAU, date(2024, 1, 1)),
    Document("TSG T5002-2017", "2017", "电梯维护保养规则要点", STANDARD, "3000", BUREAU, date(2017, 8, 1)),
    Document("TSG 11-2020", "2020", "锅炉安全技术规程要点", STANDARD, "1000", BUREAU, date(2021, 6, 1)),
    Document("TSG 21-2016", "2016", "固定式压力容器安全技术监察规程要点", STANDARD, "2000", BUREAU, date(2016, 10, 1)),
    Document("TSG 51-2023", "2023", "起重机械安全技术规程要点", STANDARD, "4000", BUREAU, date(2024, 1, 1)),
    Document("TSG D7005-2018", "2018", "工业管道定期检验规则要点", STANDARD, "8000", BUREAU, date(2018, 5, 1)),
    Document("TSG 81-2022", "2022", "场车安全技术规程要点", STANDARD, "5000", BUREAU, date(2022, 12, 1)),
    Document("TSG Z6001-2019", "2019", "作业人员考核规则要点", STANDARD, "", BUREAU, date(2019, 6, 1)),
    Document("总局令第74号", "2023", "使用单位落实安全主体责任要点", LAW, "", BUREAU, date(2023, 5, 5)),
    Document("NBTJ-DJ-01", "2026", "使用登记办理要点", INSTRUCTION, "", OURS, date(2026, 5, 1)),
    Document("NBTJ-YJ-01", "2025", "电梯困人应急救援要点", INSTRUCTION, "3000", OURS, date(2025, 3, 1)),
    Document(
        *("NBTJ-ZY-31", "A/0", "曳引驱动电梯定期检验作业指导书", INSTRUCTION, "3000", OURS, date(2024, 2, 1)),
        audience=INSTITUTE,
        writer=OTHER,
    ),
    Document(
        *("NBTJ-ZY-31", "A/1", "曳引驱动电梯定期检验作业指导书", INSTRUCTION, "3000", OURS, date(2026, 1, 15)),
        audience=INSTITUTE,
        replaces="A/0",
        writer=OTHER,
    ),
    Document(PRICES, "2026", "特种设备检验收费标准（锅炉）要点", LAW, "1000", "省价格、财政部门", date(2026, 1, 1)),
    Document("NBTJ-QX-01", "2026", "典型缺陷与处理", DEFECTS, "", OURS, date(2026, 1, 1), writer=OTHER),
    Document("NBTJ-WD-01", "2026", "检验业务问答", ANSWERS, "", OURS, date(2026, 2, 1)),
    Document(
        *("NBTJ-WD-01", "2027", "检验业务问答", ANSWERS, "", OURS, date(2027, 1, 1)),
        moves=FORCE[:2],
        replaces="2026",
    ),
    Document(
        *("NBTJ-ZY-32", "A/0", "自动扶梯定期检验作业指导书", INSTRUCTION, "3000", OURS, date(2027, 1, 1)),
        audience=INSTITUTE,
        moves=(),
        writer=OTHER,
    ),
)
SINCE = 40  # days ago, on which the first was entered


def chapters_of(one: Document) -> Chapters:
    """The clauses of a document by chapters."""
    rows: Sequence[tuple[str, str, str]]
    if one.docno == ELEVATORS:
        texts = [row for row in data.rows("report_item_texts") if row["template"] == ITEMS]
        rows = [("附件A 曳引与强制驱动电梯", row["item_no"], row["requirement"]) for row in texts]
    elif one.docno == PRICES:
        named = [row for row in data.rows("fees") if PRICES in row["source"]]
        lines = [f"{row['item']}（{row['band']}）：{row['formula'] or row['amount']}{row['unit']}" for row in named]
        rows = [("附件 收费项目", "一、", f"锅炉。{'；'.join(lines)}。")]
    else:
        own = [row for row in data.rows("knowledge_summaries") if row["docno"] == one.docno]
        rows = [(r["chapter"], r["clause"], r["text"]) for r in own if r["edition"] in ("", one.edition)]
    out: Chapters = []
    for chapter, number, text in rows:
        if not out or out[-1]["chapter"] != chapter:
            numbered = chapter[0] in "第附"
            title = chapter if numbered else f"第{NUMERALS[len(out)]}章 {chapter}"
            out.append({"chapter": chapter, "title": title, "clauses": []})
        colon = "：" if one.category == ANSWERS else ""
        out[-1]["clauses"].append({"no": number + colon, "text": text})
    return out


def content_of(one: Document) -> bytes:
    """The file of a document."""
    head = {"title": one.title, "docno": one.docno, "edition": one.edition, "note": NOTE}
    return pdf.render("knowledge_text", head | {"chapters": chapters_of(one)})


def make() -> None:
    """Each by the real process; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(KnowledgeDoc)):
            return
        actors = Actors(db)
    first = datetime.combine(clock.today() - timedelta(days=SINCE), time(9, 30), clock.SHANGHAI)
    for n, one in enumerate(DOCUMENTS):
        begin = first + timedelta(days=2 * n)
        key: str = actors.do(one.writer, begin, partial(_entered, one=one))
        for step, move in enumerate(one.moves, 1):
            by = PUBLISHER if move == "publish" else one.writer
            at = begin + timedelta(hours=2 * step)
            actors.do(by, at, carry(knowledge.KNOWLEDGE, move, key))
            if move == "cut":
                actors.do(by, at + timedelta(minutes=1), partial(_cut, key=key))


def _entered(db: Session, me: User, *, one: Document) -> str:
    names = ("docno", "edition", "title", "category", "equclass", "issuer", "effective", "audience")
    values: dict[str, Any] = {name: getattr(one, name) for name in names} | {"remark": NOTE}
    D = KnowledgeDoc
    before = select(D.id).where(D.docno == one.docno, D.edition == one.replaces)
    values["replaces_id"] = db.scalar(before) or "" if one.replaces else ""
    row = D()
    put(db, me, row, values, knowledge.HOOKS, knowledge.FORM)
    content = content_of(one)
    file = {"name": f"{one.title}.pdf", "mime": "application/pdf", "size": len(content)}
    file["key"] = blobs.keep_bytes(content)
    db.add(Attachment(owner=knowledge.OWNER, attrefsysid=row.id, by_name=me.name, **file))
    return row.id


def _cut(db: Session, _me: User, *, key: str) -> None:
    """What the job does that the move ordered; the job then finds it done."""
    row = db.scalars(select(KnowledgeDoc).where(KnowledgeDoc.id == key)).one()
    knowledge.cut(db, doc_id=key, digest=row.digest)
