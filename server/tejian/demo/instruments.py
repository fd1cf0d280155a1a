"""Boxes of instruments with their calibration: six for lifts, and one for each of the other kinds of work."""

import random
from datetime import date, datetime, time, timedelta

from sqlalchemy.orm import Session

from tejian.instruments.models import Instrument
from tejian.kit.ground import clock
from tejian.system.models.organisations import Org

# name, model, range, type
SET = [
    ("数字万用表", "FLUKE 17B+", "0–1000 V", "数字万用表"),
    ("钳形电流表", "FLUKE 317", "0–600 A", "钳形电流表"),
    ("限速器测试仪", "XC-3", "0.1–10 m/s", "限速器测试仪"),
    ("绝缘电阻测试仪", "ZC25-3", "0–500 MΩ", "绝缘电阻测试仪"),
    ("声级计", "AWA5636", "30–130 dB", "声级计"),
    ("照度计", "TES-1332A", "0–200000 lx", "照度计"),
    ("游标卡尺", "0–150 mm", "0–150 mm", "游标卡尺"),
    ("塞尺", "100B-17", "0.02–1 mm", "塞尺"),
    ("转速表", "DT-2236", "0.5–20000 r/min", "转速表"),
    ("超声波测厚仪", "DM5E", "0.6–508 mm", "超声测厚仪"),
]
BESIDE = [  # in every box, whatever it is for
    ("钢卷尺", "5 m", "0–5 m", "钢卷尺"),
    ("钢直尺", "300 mm", "0–300 mm", "钢直尺"),
    ("秒表", "PC2810", "0–9999 s", "秒表"),
]
LIFT = [
    *BESIDE,
    ("推拉力计", "NK-500", "0–500 N", "推拉力计"),
    ("标准砝码", "25 kg", "25 kg", "砝码"),
    ("红外测温仪", "FLUKE 62 MAX", "-30–500 ℃", "红外测温仪"),
]
PRESSURE = [
    *BESIDE,
    ("超声波测厚仪", "DM5E", "0.6–508 mm", "超声测厚仪"),
    ("游标卡尺", "0–150 mm", "0–150 mm", "游标卡尺"),
    ("精密压力表", "YB-150", "0–4 MPa", "压力表"),
    ("精密压力表", "YB-150", "0–4 MPa", "压力表"),
    ("焊缝检验尺", "HJC40", "0–40 mm", "焊缝检验尺"),
    ("磁粉探伤仪", "CJE-220", "", "磁粉探伤仪"),
    ("超声波探伤仪", "HS610e", "0–10000 mm", "超声检测仪"),
    ("接地电阻测试仪", "ZC29B-2", "0–1000 Ω", "接地电阻测试仪"),
    ("绝缘电阻测试仪", "ZC25-3", "0–500 MΩ", "绝缘电阻测试仪"),
    ("测温仪", "TM-902C", "-50–1300 ℃", "测温仪"),
    ("温度计", "WNG-11", "0–100 ℃", "温度计"),
    ("里氏硬度计", "TH110", "170–960 HLD", "里氏硬度计"),
    ("真空计", "ZDF-Ⅲ", "0.1–1000 Pa", "真空计"),
    ("电位测量仪", "参比电极 Cu/CuSO4", "-2–2 V", "电位测量仪"),
    ("电子秤", "TCS-150", "0–150 kg", "电子秤"),
    ("水压试验装置", "外测法", "0–40 MPa", "水压试验装置"),
    ("气密性试验装置", "QM-30", "0–30 MPa", "气密性试验装置"),
    ("标准气", "O2 23%", "23 %", "标准气"),
    ("百分表", "0–10 mm", "0–10 mm", "百分表"),
    ("安全阀校验台", "LAX-Ⅱ", "0–10 MPa", "安全阀校验台"),
]
MACHINES = [
    *BESIDE,
    ("水准仪", "DS3", "", "水准仪"),
    ("绝缘电阻测试仪", "ZC25-3", "0–500 MΩ", "绝缘电阻测试仪"),
    ("接地电阻测试仪", "ZC29B-2", "0–1000 Ω", "接地电阻测试仪"),
    ("标准砝码", "1 t", "1 t", "砝码"),
    ("制动性能测试仪", "MBK-01", "0–180 km/h", "制动性能测试仪"),
    ("测速仪", "XJP-02", "0–200 km/h", "测速仪"),
    ("游标卡尺", "0–150 mm", "0–150 mm", "游标卡尺"),
    ("塞尺", "100B-17", "0.02–1 mm", "塞尺"),
    ("磁粉探伤仪", "CJE-220", "", "磁粉探伤仪"),
    ("扭矩扳手", "ACD-750", "150–750 N·m", "扭矩扳手"),
    ("加速度测试仪", "EVA-625", "-2–2 g", "加速度测试仪"),
    ("全站仪", "NTS-340", "0–600 m", "全站仪"),
    ("钢丝绳探伤仪", "TCK-GMS", "", "钢丝绳探伤仪"),
    ("制动减速度测试仪", "JL-3", "0–10 m/s²", "制动减速度测试仪"),
    ("拉力计", "NK-50k", "0–50 kN", "拉力计"),
    ("测距仪", "PD-510", "0.05–70 m", "测距仪"),
]
MORE = {"7 号": PRESSURE, "8 号": MACHINES, **{f"{box} 号": LIFT for box in range(1, 7)}}


YEARS, EACH = 3, 358  # calibrations before the present one, and the days between them


def load(db: Session, rnd: random.Random, org: Org, today: date) -> None:
    """The boxes with the calibrations of their last years: a report of then names the certificate of its day."""
    for one in make(rnd, org, today):
        last, present = one.lastcal, (one.nextcal, one.certno)
        assert last is not None
        for years in range(YEARS, 0, -1):
            day = last - timedelta(days=EACH * years)
            _calibrated(db, one, day, day + timedelta(days=365), f"JZ{day:%Y}{one.certno[6:]}")
        _calibrated(db, one, last, *present)


def _calibrated(db: Session, one: Instrument, day: date, until: date | None, number: str) -> None:
    with clock.at(datetime.combine(day, time(10), clock.SHANGHAI)):
        one.lastcal, one.nextcal, one.certno = day, until, number
        db.add(one)
        db.flush()


def make(rnd: random.Random, org: Org, today: date) -> list[Instrument]:
    out = []
    for box in range(1, 7):
        for k, (name, model, span, kind) in enumerate(SET, 1):
            last = today - timedelta(days=rnd.randrange(20, 330))
            soon = box == 2 and k == 3  # one that expires within days, one that has expired: the screens must show it
            gone = box == 6 and k == 5
            until = last + timedelta(days=365)
            if soon or gone:
                until = today + timedelta(days=12 if soon else -9)
            out.append(_one(org, f"{box} 号", k, (name, model, span, kind), (last, until), rnd))
    own = random.Random(8)
    for boxno, more in MORE.items():
        for k, row in enumerate(more, len(SET) + 1):
            last = today - timedelta(days=own.randrange(20, 330))
            out.append(_one(org, boxno, k, row, (last, last + timedelta(days=365)), own))
    return out


def _one(
    org: Org, boxno: str, number: int, row: tuple[str, str, str, str], days: tuple[date, date], rnd: random.Random
) -> Instrument:
    name, model, span, kind = row
    last, until = days
    return Instrument(
        instno=f"NB-{int(boxno.split(maxsplit=1)[0]):02d}-{number:02d}",
        name=name,
        insttype=kind,
        model=model,
        range=span,
        accuracy="1 级",
        maker="",
        serial=f"{rnd.randrange(10**8):08d}",
        boxno=boxno,
        org_id=org.id,
        keeper="蒋文斌",
        cycle=12,
        lastcal=last,
        nextcal=until,
        method="02",
        certno=f"JZ{last:%Y}{rnd.randrange(10**6):06d}",
        status="0",
    )
