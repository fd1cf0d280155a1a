"""Declarations of conformity of the demo city: one taken, one sent back, one that waits, one in hand."""

from datetime import datetime, time, timedelta
from functools import partial

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.files import Attachment
from tejian.kit.database import db as kit_db
from tejian.kit.files import blobs
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf
from tejian.kit.records.crud import put
from tejian.quality.conformity import api as conformity
from tejian.quality.models.conformity import Conformity

from .actors import Actors
from .charges import carry

INSTITUTE = "yewu"
# who, days ago, what of, by which standard, in words, how far it came
STORIES = (
    ("weibao", 21, "1", "TSG T7008-2023", "所列电梯按规程完成自行检测，项目全部符合。", ("submit", "take")),
    ("qiye", 12, "2", "TSG T7001-2023", "意见通知书所列问题已整改完成，附整改前后照片。", ("submit", "back")),
    ("weibao", 3, "1", "TSG T7008-2023", "所列电梯按规程完成自行检测，制动试验合格。", ("submit",)),
    ("qiye", 1, "2", "TSG 81-2022", "起升高度限位器已更换并试验。", ()),
)
REASON = "附件没有签署人的签名和单位公章"


def make() -> None:
    """Each by the real process; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(Conformity)):
            return
        actors = Actors(db)
    for who, ago, kind, standard, words, moves in STORIES:
        begin = datetime.combine(clock.today() - timedelta(days=ago), time(10, 5), clock.SHANGHAI)
        form = {"kind": kind, "standard": standard, "content": words, "toorg": actors.users[INSTITUTE].org_id}
        key: str = actors.do(who, begin, partial(_written, form=form))
        for n, move in enumerate(moves, 1):
            by = who if move == "submit" else INSTITUTE
            answer = {"reason": REASON, "opinion": "与检测记录相符"}
            actors.do(by, begin + timedelta(hours=n), carry(conformity.CONFORMITY, move, key, **answer))


def _written(db: Session, me: User, *, form: dict[str, str]) -> str:
    own = E.maiorgsysid if form["kind"] == "1" else E.useorgsysid
    mine = select(E.id).where(own == me.unit_id, E.equDel == 0, E.equstatus == "1").order_by(E.equcode).limit(2)
    devices = [{"equdatasysid": key} for key in db.scalars(mine)]
    row = Conformity()
    whole = {**form, "declared": clock.today(), "signatory": "胡斌", "post": "安全总监", "devices": devices}
    put(db, me, row, whole, conformity.HOOKS, conformity.FORM)
    db.flush()
    sections = [{"title": "声明", "lines": [form["content"], f"依据：{form['standard']}"]}]
    content = pdf.render(
        "quality_text", {"title": "符合性声明", "fileno": row.unitname, "edition": "", "sections": sections}
    )
    file = {"name": "符合性声明.pdf", "mime": "application/pdf", "size": len(content), "key": blobs.keep_bytes(content)}
    db.add(Attachment(owner=conformity.OWNER, attrefsysid=row.id, by_name=me.name, **file))
    return row.id
