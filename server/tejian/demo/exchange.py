"""Reports of outside institutions, and how the issued reports of the demo city came to the province platform."""

import random
from datetime import date, timedelta
from io import BytesIO

from PIL import Image, ImageDraw
from sqlalchemy import select, text
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.files import Attachment
from tejian.archives.models.units import Unit
from tejian.exchange.api import DONE, FAILED, IGNORED, Rejected, Unreachable, simulated
from tejian.exchange.models import ThirdReport, Transfer
from tejian.kit.database.db import new_id
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock

from . import names as n
from .accounts import font
from .draw import lots
from .persons import INSTITUTIONS

SEED = 20_250_411
PASS = {"2000": "1021", "1000": "1011", "4000": "1041", "5000": "1051", "8000": "8011"}


def reports(
    db: Session, today: date, devices: list[Equipment], others: dict[str, list[Unit]], public: list[Unit]
) -> None:
    """Inspections of outside institutions, and detections by maintainers and detection institutions."""
    rnd, rows = lots(SEED), list[ThirdReport]()
    _inspections(rnd, rows, today, devices, [u for u in public if u.unittype == "14"])
    maintainers = {u.id: u for u in others["maintain"][:3]}
    _detections(rnd, rows, today, devices, maintainers, [u for u in public if u.unittype == "07"])
    db.add_all(rows)
    for kind in "ID":
        newest = sorted((r for r in rows if r.kind == kind), key=lambda r: r.inspdate)[-3:]
        db.add_all(_scan(r) for r in newest)


def _inspections(
    rnd: random.Random, rows: list[ThirdReport], today: date, devices: list[Equipment], institutions: list[Unit]
) -> None:
    """What institutions inspected of the classes they are authorised for."""
    scopes = {name: classes.split(",") for name, _kind, classes, _scope, areas in INSTITUTIONS if areas}
    outside = [u for u in institutions if u.name in scopes]
    for e in rnd.sample([d for d in devices if d.equclass in PASS and d.equstatus == "1"], 60):
        day = today - timedelta(days=rnd.randrange(10, 320))
        able = [u for u in outside if e.equclass in scopes[u.name]]
        made = _report(rnd, "I", e, rnd.choice(able), day, PASS[e.equclass], len(rows))
        made.nextdate, made.archived = day + timedelta(days=365), "只登记报告，档案不变"
        rows.append(made)


def _detections(
    rnd: random.Random,
    rows: list[ThirdReport],
    today: date,
    devices: list[Equipment],
    maintainers: dict[str, Unit],
    testers: list[Unit],
) -> None:
    """What maintainers and detection institutions tested of lifts; some found faults."""
    lifts = [d for d in devices if d.equclass == "3000" and d.insdate and d.insdate > today - timedelta(days=330)]
    for e in rnd.sample(lifts, min(90, len(lifts))):
        unit = maintainers.get(e.maiorgsysid) if rnd.random() < 0.7 else None
        assert e.insdate is not None
        made = _report(rnd, "D", e, unit or rnd.choice(testers), e.insdate, "3031", len(rows))
        if rnd.random() < 0.06:
            made.conclusion, made.archived = "3032", "检测存在不符合，按整改处理，档案日期不变"
        else:
            made.nextdate = e.ndetdate
            made.archived = f"最近检测 {e.insdate}" + (f"，下次检测 {e.ndetdate}" if e.ndetdate else "")
        rows.append(made)


def _scan(row: ThirdReport) -> Attachment:
    """The first page of a report as it came from the scanner."""
    page = Image.new("RGB", (620, 877), (252, 252, 250))
    pen = ImageDraw.Draw(page)
    for y, size, words in ((120, 30, row.unitname), (230, 38, "检验检测报告"), (330, 22, f"报告编号 {row.reportno}")):
        pen.text((310, y), words, font=font(size), fill=(30, 34, 40), anchor="mm")
    lines = (f"使用单位：{row.useorgname}", f"设备代码：{row.equcode}", f"检验检测日期：{row.inspdate}")
    for k, words in enumerate(lines):
        pen.text((90, 440 + 44 * k), words, font=font(20), fill=(30, 34, 40))
    out = BytesIO()
    page.save(out, "JPEG", quality=80)
    key = files.keep_bytes(out.getvalue())
    made = Attachment(attrefsysid=row.id, owner="third", type="11", name=f"{row.reportno}.jpg", mime="image/jpeg")
    made.key, made.thumb, made.size, made.by_name = key, key, len(out.getvalue()), "周晓琳"
    return made


def _report(
    rnd: random.Random, kind: str, e: Equipment, unit: Unit, day: date, conclusion: str, serial: int
) -> ThirdReport:
    head = "JY" if kind == "I" else "JC"
    return ThirdReport(
        id=new_id(),
        kind=kind,
        reportno=f"{head}{e.equclass[0]}{day:%y%m}{serial:04d}",
        unit_id=unit.id,
        unitname=unit.name,
        equdatasysid=e.id,
        equclass=e.equclass,
        equcode=e.equcode,
        equname=e.equname,
        useorgsysid=e.useorgsysid,
        useorgname=e.useorgname,
        areacode=e.areacode,
        inspdate=day,
        conclusion=conclusion,
        inspectors="、".join(rnd.choice(n.SURNAMES) + rnd.choice(n.GIVEN) for _ in range(2)),
    )


def settle_transfers(db: Session) -> None:
    """The older transfers have been through: most arrived, some were rejected, one was given up. Their jobs go."""
    begin = clock.now() - timedelta(days=1)
    settled = []
    for row in db.scalars(select(Transfer).where(Transfer.createtime < begin).order_by(Transfer.createtime)):
        row.tries, row.sentat = 1, row.createtime + timedelta(seconds=40)
        try:
            row.receipt = simulated(row.id, row.content, 1)
            row.state = DONE
        except Unreachable:
            row.tries, row.state = 2, DONE
            row.sentat = row.createtime + timedelta(minutes=5)
            row.receipt = simulated(row.id, row.content, 2)
        except Rejected as wrong:
            row.state, row.error = FAILED, str(wrong)
        settled.append(row)
    failed = [r for r in settled if r.state == FAILED]
    if failed:
        failed[-1].state, failed[-1].ignoredby = IGNORED, "徐海燕"
        failed[-1].ignorereason = "省平台已人工补录"
    ids = [r.id for r in settled]
    db.execute(
        text("delete from procrastinate_jobs where task_name = 'exchange.push' and args ->> 'transfer_id' = any(:ids)"),
        {"ids": ids},
    )
    _leave_differences(db, settled)


def _leave_differences(db: Session, settled: list[Transfer]) -> None:
    """Two reports of the last weeks went out by paper only; two devices got another address after their report."""
    done = [r for r in settled if r.state == DONE]
    for row in done[-8:-6]:
        db.delete(row)
    moved = {r.equdatasysid for r in done[-4:-2]}
    for device in db.scalars(select(Equipment).where(Equipment.id.in_(moved)).order_by(Equipment.equcode)):
        device.useplace = f"{device.useplace}（西门）"
