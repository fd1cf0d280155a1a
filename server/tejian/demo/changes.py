"""What happened to the archives of the demo city: doubles that were merged, deletions, states, moves, corrections."""

import random
from datetime import datetime, time, timedelta
from decimal import Decimal
from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.care.changes import api as changes
from tejian.archives.care.correction import api as drafts
from tejian.archives.care.correction.api import CORRECTION, CorrectionForm
from tejian.archives.care.merging import api as merging
from tejian.archives.equipment import api as equipment
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.files import Attachment
from tejian.archives.models.merging import Trace
from tejian.archives.models.units import Unit
from tejian.kit.database.db import new_id
from tejian.kit.files import blobs as files
from tejian.kit.forms.form import checked
from tejian.kit.ground import clock
from tejian.kit.ground.user import SYSTEM, User
from tejian.kit.web.edge import Upload

from . import history
from .actors import Actors
from .draw import lots
from .names import CENTRES
from .sites import site_of

SEED = 6
OWNERS = 14
MOVED = Decimal("0.004")  # degrees: the new plant is some hundred metres away
COPIED: tuple[str, ...] = (
    "equclass",
    "equclacode",
    "equcategory",
    "equkind",
    "equname",
    "model",
    "equstatus",
    "porgaosysid",
    "porgname",
)
COPIED += ("prodate", "useorgsysid", "useorgname", "areacode", "superorgsysid", "superorgname", "cheorgsysid")
COPIED += ("cheorgsysname", "chedeptid", "usestartdate", "useman", "usetel", "prono", "longitude", "latitude")


def build(db: Session) -> None:
    """Everything through the services, as if people had done it in the last weeks."""
    rnd, actors = lots(SEED), Actors(db)
    far = clock.today() + timedelta(days=120)
    query = select(Equipment).where(Equipment.ninspdate > far, Equipment.equstatus == "1", Equipment.unqualcode == "")
    query = query.where(Equipment.equclass != codes.PIPING)  # a project is its lines, and a double has none
    free = list(db.scalars(query.order_by(Equipment.equcode)))
    rnd.shuffle(free)
    made = doubles(db, free[:7])
    _merges(db, actors, made, free[:7])
    _deletions(db, actors, made[6], free[7])
    _states(db, actors, free[8:26])
    _corrections(db, actors, rnd, free[26:44])
    _owners(db, actors, [one for one in free[44:] if one.insreportno.startswith(history.BROUGHT)][:OWNERS])
    db.info["me"] = SYSTEM


def _owners(db: Session, actors: Actors, rows: list[Equipment]) -> None:
    """Another unit took a site over: what was inspected before stays with the one that had it."""
    units = list(db.scalars(select(Unit).where(Unit.isuse, Unit.unitDel == 0).order_by(Unit.name)))
    for n, row in enumerate(rows):
        site = site_of(next(one for one in units if one.id == row.useorgsysid))
        others = [one for one in units if site_of(one) == site and one.id != row.useorgsysid]
        near = [one for one in others if one.areacode == row.areacode[:6]] or others
        if near:
            with clock.at(_moment(70 - 2 * n)):
                taker = near[n % len(near)]
                me = _as(db, actors, "yewu")
                equipment.change(db, me, row, {"useorgsysid": taker.id}, {taker.id: taker})
                db.flush()


def doubles(db: Session, originals: list[Equipment]) -> list[Equipment]:
    """Second archives of the same devices, as an import without device code makes them."""
    made = []
    for n, one in enumerate(originals):
        copy = Equipment(id=new_id(), params=dict(one.params), equDel=0, datasource="04", regstatus="0")
        for name in COPIED:
            setattr(copy, name, getattr(one, name))
        copy.useplace, copy.remark = one.useplace.replace("号", "号 ", 1), f"第{n + 1}批旧系统数据"
        made.append(copy)
    db.add_all(made)
    db.flush()
    return made


def _as(db: Session, actors: Actors, login: str) -> User:
    me = actors.users[login]
    db.info["me"], db.info["request_no"] = me, new_id()
    return me


def _moment(days: int, hour: int = 10) -> datetime:
    return datetime.combine(clock.today() - timedelta(days=days), time(hour, 20), clock.SHANGHAI)


def _merges(db: Session, actors: Actors, made: list[Equipment], originals: list[Equipment]) -> None:
    """Three doubles are merged, one of them by mistake and undone; three are still there to be found."""
    for n in range(3):
        with clock.at(_moment(24 - 7 * n)):
            me = _as(db, actors, "yewu")
            merging.merge(db, me, made[n].equclass, [made[n].id], originals[n].id, "旧系统导入的重复档案")
    with clock.at(_moment(9, 15)):
        trace = db.scalars(select(Trace).where(Trace.object_id == made[2].id)).one()
        merging.undo(db, _as(db, actors, "zhiliang"), [trace.id])
    with clock.at(_moment(6)):
        unit = db.scalars(select(Unit).where(Unit.isuse, Unit.unitDel == 0).order_by(Unit.name)).all()[3]
        twin = Unit(id=new_id(), name=unit.name.replace("有限公司", "公司"), areacode=unit.areacode)
        twin.address, twin.contact, twin.tel, twin.usertype = unit.address, unit.contact, unit.tel, unit.usertype
        db.add(twin)
        db.flush()
        merging.merge(db, _as(db, actors, "yewu"), "unit", [twin.id], unit.id, "同一单位的旧名称")


def _deletions(db: Session, actors: Actors, first: Equipment, second: Equipment) -> None:
    with clock.at(_moment(12)):
        changes.delete(db, _as(db, actors, "yewu"), first.equclass, [first.id], "录入时选错种类，已重新建档")
    with clock.at(_moment(5)):
        me = _as(db, actors, "yewu")
        changes.delete(db, me, second.equclass, [second.id], "测试数据", checked=False)
    with clock.at(_moment(4)):
        trace = db.scalars(select(Trace).where(Trace.object_id == second.id)).one()
        changes.restore(db, _as(db, actors, "zhiliang"), [trace.id])


def _states(db: Session, actors: Actors, rows: list[Equipment]) -> None:
    """Stopped, some in use again, two moved, three written off."""
    today = clock.today()
    for n, row in enumerate(rows):
        days = 40 - n * 2
        form = {"day": str(today - timedelta(days=days + 3)), "note": ("停产检修", "厂房改造", "业务量不足")[n % 3]}
        with clock.at(_moment(days)):
            me = _as(db, actors, "yewu")
            if n < 11:
                until = {"until": str(today + timedelta(days=400))} if n % 4 == 0 else {}
                _change(db, me, "stop", row, form | until)
            elif n < 15:
                place = {"areacode": row.areacode, "useplace": f"{row.useplace}（新厂区）", "note": "搬迁至新厂区"}
                before = row.longitude, row.latitude
                _change(db, me, "move", row, form | place)
                _located(db, me, row, *before)
            elif row.regstatus == "1":
                _written_off(db, me, row, form)
    for n, row in enumerate(rows[:4]):
        with clock.at(_moment(6 - n)):
            form = {"day": str(today - timedelta(days=7 - n)), "note": "检修完成"}
            _change(db, _as(db, actors, "yewu"), "restart", row, form)


def _located(db: Session, me: User, row: Equipment, longitude: Decimal | None, latitude: Decimal | None) -> None:
    """Somebody marks where it stands now: some hundred metres from where it stood."""
    if longitude is not None and latitude is not None:
        equipment.change(db, me, row, {"longitude": longitude + MOVED, "latitude": latitude - MOVED})


def _change(db: Session, me: User, act: str, row: Equipment, sent: dict[str, Any]) -> None:
    form = {"act": act, "ids": [row.id], **sent}
    changes.change_state(db, me, checked(changes.StateForm, form))


def _written_off(db: Session, me: User, row: Equipment, form: dict[str, str]) -> None:
    proof = Upload(BytesIO(nameplate("SCRAP")), filename="报废证明.jpg")
    _change(db, me, "logout", row, form | {"reason": "01", "note": "达到使用年限", "file": proof})


def nameplate(text: str) -> bytes:
    """A picture that stands for a photo of a name plate."""
    image = Image.new("RGB", (640, 400), (214, 218, 222))
    draw = ImageDraw.Draw(image)
    draw.rectangle((24, 24, 616, 376), outline=(60, 60, 60), width=4)
    draw.text((60, 170), text, fill=(30, 30, 30), font_size=44)
    out = BytesIO()
    image.save(out, "JPEG", quality=80)
    return out.getvalue()


def _corrections(db: Session, actors: Actors, rnd: random.Random, rows: list[Equipment]) -> None:
    """Some done, some sent back, some waiting for the quality manager, some still drafts."""
    ways = ["DONE"] * 6 + ["BACK"] * 2 + ["AUDIT"] * 5 + ["DRAFT"] * 3
    for n, (row, way) in enumerate(zip(rows, ways, strict=False)):
        days = 30 - n
        values, reason = _wrong(rnd, row, n)
        login = ("yewu", "shouli")[n % 2]
        with clock.at(_moment(max(days, 2), 9)):
            me = _as(db, actors, login)
            form = {"entity": "equipment", "objectId": row.id, "reason": reason, "values": values}
            made = drafts.save(db, me, checked(CorrectionForm, form))
            if way == "DRAFT":
                continue
            _prove(db, me, made["id"], row)
            CORRECTION.do(db, me, "submit", [made["id"]])
        if way in ("DONE", "BACK"):
            with clock.at(_moment(max(days - 1, 1), 14)):
                auditor = _as(db, actors, "zhiliang")
                move, opinion = (
                    ("agree", "与铭牌照片核对一致") if way == "DONE" else ("reject", "照片看不清编号，请重拍")
                )
                sent = CORRECTION.by_name[move].read(db, auditor, {"opinion": opinion, "reason": opinion})
                CORRECTION.do(db, auditor, move, [made["id"]], sent)
    db.flush()


def _wrong(rnd: random.Random, row: Equipment, nth: int) -> tuple[dict[str, str], str]:
    if nth % 4 == 0 and row.prono:
        return {"prono": f"{row.prono}A"}, "出厂编号漏录末位字母，以铭牌为准"
    if nth % 4 == 1 or not row.prono:
        day = (row.ninspdate or clock.today()) - timedelta(days=rnd.randrange(5, 20))
        return {"ninspdate": str(day)}, "下次检验日期与报告不一致，以报告为准"
    if nth % 4 == 2:
        return {
            "longitude": f"{CENTRES[row.areacode[:6]][0] + rnd.randrange(-9000, 9000) / 1e6:.6f}",
            "latitude": f"{CENTRES[row.areacode[:6]][1] + rnd.randrange(-9000, 9000) / 1e6:.6f}",
        }, ("现场定位标注")
    return {"model": f"{row.model}-II"}, "型号与合格证不一致"


def _prove(db: Session, me: User, correction: str, row: Equipment) -> None:
    content = nameplate(row.prono)
    key = files.keep_bytes(content)
    db.add(
        Attachment(
            attrefsysid=correction,
            owner="correction",
            type="18",
            name="铭牌照片.jpg",
            size=len(content),
            mime="image/jpeg",
            key=key,
            thumb=key,
            by_name=me.name,
        )
    )
    db.flush()
