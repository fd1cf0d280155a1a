"""The papers of a supervised inspection: its certificate (监督检验证书), its liaison sheets (联络单); its files."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.ledgers.inspected.api import Device, one_of
from tejian.archives.models.products import Product
from tejian.archives.models.units import UnitLicence
from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.models.construction import ConstructionNotice
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.signatures import APPROVED, INSPECTED
from tejian.inspection.models.supervised import LiaisonSheet, Supervision
from tejian.inspection.records import api as records
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf
from tejian.kit.web.edge import File
from tejian.system.models.organisations import Org
from tejian.system.settings.api import version

MOST = 20
PRODUCTION = "1"  # C740


def certificate(db: Session, me: User, ids: Sequence[str]) -> File:
    """JDJYZS: certificates of supervised inspections that have passed."""
    require(me, p.SUPERVISION_QUERY)
    rows = many_visible_or_refuse(db, me, Supervision, list(ids)[:MOST])
    if without := [one.seisn for one in rows if not one.certno]:
        raise Refused(f"{without[0]}：监督检验尚未合格，没有证书")
    parts = [pdf.render("supervision_certificate", paper_of(db, one)) for one in rows]
    return File(pdf.joined(parts), "application/pdf", f"{rows[0].certno}.pdf", inline=True)


def bound(db: Session, item: AppBuss) -> list[tuple[str, bytes]]:
    """The certificate that goes out with the report of a supervised inspection that passed."""
    mine = select(Supervision).where(Supervision.appbuss_id == item.id, Supervision.certno != "")
    row = None if item.unqualcode else db.scalars(mine).first()
    return [] if row is None else [(row.certno, pdf.render("supervision_certificate", paper_of(db, row)))]


def paper_of(db: Session, row: Supervision) -> dict[str, Any]:
    """A certificate as its document template takes it."""
    words = dictionary.words(db, version(db, "dict"))
    org = db.scalars(select(Org).where(Org.id == row.cheorg)).one()
    item = db.scalars(select(AppBuss).where(AppBuss.id == row.appbuss_id)).one()
    device, under = one_of(db, row.equdatasysid), records.hands_under(db, item)
    about = _made(db, device, item) if isinstance(device, Product) else _built(db, row, device, words)
    if item.seisort == at.IMPORTED:
        about |= {"imported": "1", "title": records.title_of(db, item, words).removesuffix("报告") + "证书"}
    return {
        "title": "特种设备监督检验证书",
        "certno": row.certno,
        "contractorname": row.contractorname,
        **about,
        "testsort": words.get("C604", {}).get(row.testsort, ""),
        "unitname": row.unitname,
        "useplace": row.useplace,
        "equname": row.equname,
        "equcode": row.equcode,
        "equclacode": words.get("C602", {}).get(item.equclacode, ""),
        "model": device.model,
        "reportno": item.reportno,
        "inspdate": item.inspdate or "",
        "certdate": row.certdate or "",
        "nextdate": item.nextdate or "",
        "inspectors": under.get(INSPECTED, []),
        "approver": next(iter(under.get(APPROVED, [])), None),
        "orgname": org.name,
        "orglicence": org.licence_no,
        "seal": {"orgname": org.name, "label": "检验专用章", "no": org.code},
    }


def _built(db: Session, row: Supervision, device: Device, words: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """Of construction: the notice that it began with, and the device."""
    about = {"prono": device.prono, "porgname": getattr(device, "porgname", "")}
    notice = db.scalars(select(ConstructionNotice).where(ConstructionNotice.id == row.notify_id)).first()
    if notice is None:  # a device whose making is supervised
        return about
    work = words.get("C640", {}).get(notice.worktype, "")
    return about | {"licno": notice.licno, "notifyno": row.notifyno, "work": work}


def _made(db: Session, product: Product, item: AppBuss) -> dict[str, Any]:
    """Of products: their numbers, or the batch with what it does not include, and how many they are."""
    licence = select(UnitLicence.licno).where(
        UnitLicence.unit_id == product.makersysid,
        UnitLicence.lictype == PRODUCTION,
        UnitLicence.validto >= (item.inspdate or clock.today()),
    )
    without = product.params.get("excludenos")
    numbers = "、".join(filter(None, [product.prono, product.prodnos]))
    return {
        "product": "1",
        "licno": product.params.get("makelicno") or db.scalar(licence.order_by(UnitLicence.validto.desc()).limit(1)),
        "prono": f"{numbers}（不包括{without}）" if without else numbers,
        "batchno": product.batchno,
        "quantity": f"{product.quantity.normalize():f}",
        "prodate": product.prodate or "",
    }


def liaison(db: Session, me: User, ids: Sequence[str]) -> File:
    """JDLLD: liaison sheets with their answers."""
    require(me, p.SUPERVISION_QUERY)
    rows = many_visible_or_refuse(db, me, LiaisonSheet, list(ids)[:MOST])
    parts = [pdf.render("supervision_liaison", sheet_of(db, one)) for one in rows]
    return File(pdf.joined(parts), "application/pdf", f"{rows[0].liaisonno}.pdf", inline=True)


def sheet_of(db: Session, sheet: LiaisonSheet) -> dict[str, Any]:
    """A liaison sheet as its document template takes it."""
    words = dictionary.words(db, version(db, "dict"))
    case = db.scalars(select(Supervision).where(Supervision.id == sheet.supervision_id)).one()
    org = db.scalars(select(Org).where(Org.id == case.cheorg)).one()
    of_case = ("contractorname", "unitname", "useplace", "equname", "equcode", "notifyno", "seisn")
    own = ("liaisonno", "pointname", "problem", "answer", "answerer", "closer", "reason")
    return {
        "title": "特种设备监督检验联络单",
        **{name: getattr(case, name) for name in of_case},
        **{name: getattr(sheet, name) for name in own},
        **{name: getattr(sheet, name) or "" for name in ("due", "issued", "answered", "closed")},
        "testsort": words.get("C604", {}).get(case.testsort, ""),
        "issuer": records.hand(db, sheet.issuer_id, sheet.issuer, sheet.issued),
        "orgname": org.name,
        "seal": {"orgname": org.name, "label": "检验专用章", "no": org.code},
    }
