"""Six boxes of instruments with their calibration."""

import random
from datetime import date, timedelta

from tejian.instruments.models import Instrument
from tejian.system.organisations.models import Org

SET = [
    ("数字万用表", "FLUKE 17B+", "0–1000 V"),
    ("钳形电流表", "FLUKE 317", "0–600 A"),
    ("限速器测试仪", "XC-3", "0.1–10 m/s"),
    ("绝缘电阻测试仪", "ZC25-3", "0–500 MΩ"),
    ("声级计", "AWA5636", "30–130 dB"),
    ("照度计", "TES-1332A", "0–200000 lx"),
    ("游标卡尺", "0–150 mm", "0–150 mm"),
    ("塞尺", "100B-17", "0.02–1 mm"),
    ("转速表", "DT-2236", "0.5–20000 r/min"),
    ("超声波测厚仪", "DM5E", "0.6–508 mm"),
]


def make(rnd: random.Random, org: Org, today: date) -> list[Instrument]:
    out = []
    for box in range(1, 7):
        for k, (name, model, span) in enumerate(SET, 1):
            last = today - timedelta(days=rnd.randrange(20, 330))
            soon = box == 2 and k == 3  # one that expires within days, one that has expired: the screens must show it
            gone = box == 6 and k == 5
            until = (
                today + timedelta(days=12)
                if soon
                else today - timedelta(days=9)
                if gone
                else last + timedelta(days=365)
            )
            out.append(
                Instrument(
                    instno=f"NB-{box:02d}-{k:02d}",
                    name=name,
                    model=model,
                    range=span,
                    accuracy="1 级",
                    maker="",
                    serial=f"{rnd.randrange(10**8):08d}",
                    boxno=f"{box} 号",
                    org_id=org.id,
                    keeper="蒋文斌",
                    cycle=12,
                    lastcal=last,
                    nextcal=until,
                    method="02",
                    certno=f"JZ{last:%Y}{rnd.randrange(10**6):06d}",
                    status="0",
                )
            )
    return out
