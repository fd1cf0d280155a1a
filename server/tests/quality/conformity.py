"""A declaration of conformity as tests begin with it."""

from typing import Any

from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.files import Attachment
from tejian.kit.files import blobs
from tejian.kit.ground import clock
from tejian.quality.models.conformity import Conformity
from tests.inspection.conftest import Office
from tests.inspection.parts import paper

API = "/api/declarationOfConformity"
SAID = {
    "kind": "2",
    "standard": "TSG T7001-2023",
    "content": "所列问题已整改完成",
    "signatory": "胡斌",
    "post": "安全总监",
}


def of(office: Office, key: str) -> Conformity:
    return office.db.scalars(select(Conformity).where(Conformity.id == key)).one()


def written(office: Office, **more: Any) -> Conformity:
    """A draft of the using unit about a device of its own."""
    me = office.user("qiye")
    mine = select(Equipment.id).where(Equipment.useorgsysid == me.unit_id, Equipment.equDel == 0).limit(1)
    form = {**SAID, "toorg": office.user("yewu").org_id, "declared": str(clock.today())}
    form |= {"devices": [{"equdatasysid": office.db.scalars(mine).one()}]}
    return of(office, office.good("qiye", f"{API}/save", **form | more)["id"])


def drafted(office: Office, **more: Any) -> Conformity:
    """The same with its signed paper."""
    row, body = written(office, **more), paper(1)
    one = Attachment(owner="conformity", attrefsysid=row.id, name="声明.pdf", mime="application/pdf", size=len(body))
    one.key = blobs.keep_bytes(body)
    office.db.add(one)
    office.db.commit()
    return row
