"""The policies of relief of the demo city, kept by finance before the business: for schools, homes and small firms."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.files import Attachment
from tejian.archives.models.units import Unit
from tejian.charging import codes
from tejian.charging.fees import api as fees
from tejian.charging.models import charges
from tejian.charging.relief import api as relief
from tejian.kit.database import db as kit_db
from tejian.kit.files import blobs as files
from tejian.kit.forms.formview import taken
from tejian.kit.ground import clock
from tejian.kit.ground.user import User

from .accounts import font
from .actors import Actors
from .charges import carry

SCHOOLS, HOMES = ("小学", "中学", "医院"), ("养老院",)
MOST = 6  # units with a policy of their own


def make() -> None:
    """Policies of two years; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(charges.ReliefPolicy)):
            return
        actors = Actors(db)
        schools, homes = _units(db, SCHOOLS), _units(db, HOMES)
    first = date(clock.today().year - 1, 1, 1)
    moment = datetime.combine(first, time(9, 30), clock.SHANGHAI)
    for unit, name in schools:
        _make(actors, moment, _half(name, unit, "04", "50", first, f"甬财综〔{first.year}〕7号第三条"))
    for unit, name in homes:
        _make(actors, moment, _half(name, unit, "03", "30", first, f"甬民发〔{first.year}〕21号第五条"))
    for year in (first.year, first.year + 1):  # decided anew for each year
        small = {"name": f"小微企业场车检验费减免（{year}年）", "type": "05", "document": f"甬财综〔{year}〕2号第一条"}
        small |= {"equclass": "5000", "reduction": "30", "validfrom": str(date(year, 1, 1))}
        _make(actors, moment, small | {"validto": str(date(year + 1, 1, 1))})


def _units(db: Session, words: Sequence[str]) -> list[tuple[str, str]]:
    """Units that are called so, those with most devices first."""
    query = select(Unit.id, Unit.name).join(Equipment, Equipment.useorgsysid == Unit.id)
    rows = db.execute(query.group_by(Unit.id, Unit.name, Unit.code).order_by(func.count().desc(), Unit.code))
    return [(key, name) for key, name in rows if name.endswith(tuple(words))][: MOST // 2]


def _half(name: str, unit: str, sort: str, percent: str, first: date, document: str) -> dict[str, str]:
    return {
        "name": f"{name}检验费减免",
        "type": sort,
        "document": document,
        "unitsysid": unit,
        "percent": percent,
        "validfrom": str(first),
    }


def document_of(owner: str, key: str, number: str, name: str, me: User) -> Attachment:
    """The document of a record, by its number and name, as its file."""
    content = _page(number, name)
    paper = Attachment(owner=owner, attrefsysid=key, type=codes.BASIS_PAPER, by_name=me.name)
    paper.name, paper.mime, paper.size = f"{number}.pdf"[:120], "application/pdf", len(content)
    paper.key = files.keep_bytes(content)
    return paper


def _page(number: str, name: str) -> bytes:
    page = Image.new("RGB", (1240, 1754), "white")
    pen = ImageDraw.Draw(page)
    for y, size, words in ((420, 44, number), (560, 56, name), (1460, 36, "（演示文件）")):
        pen.text((620, y), words, font=font(size), fill=(30, 34, 40), anchor="mm")
    out = BytesIO()
    page.save(out, "PDF", resolution=150)
    return out.getvalue()


def _make(actors: Actors, moment: datetime, sent: Mapping[str, str]) -> None:
    def save(db: Session, me: User) -> Any:
        read = taken(relief.POLICY_FORM, db, me, {"nature": "非税", "stacks": "0", **sent})
        row = fees.new_policy(db, me, dict(read.values))
        row.createby = me.id
        relief.POLICY.put(db, row, relief.POLICY.start)
        db.add(row)
        db.flush()
        db.add(document_of(codes.POLICY_FILES, row.id, row.document, row.name, me))
        return row.id

    key = actors.do("caiwu", moment, save)
    actors.do("yewu", moment + timedelta(hours=3), carry(relief.POLICY, "agree", key))
