"""电子印章: who holds which certificate, until when, and where it stands."""

from datetime import timedelta

from sqlalchemy import func

from tejian.inspection import permissions as p
from tejian.inspection.models.seals import ACTIVE, ASKED, LOST, SORTS
from tejian.inspection.models.seals import SealCertificate as S
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Segment, col, dates, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.system.permissions import EXPORT

from .forms import ACTS, API, PAGE
from .process import SEAL

SOON = timedelta(days=90)
seal_list = own_listing(
    SEAL,
    no="seal_certificate_list",
    title="电子印章",
    permission=p.SEAL_QUERY,
    export_permission=EXPORT,
    url=f"{API}/findList",
    late=(S.step == ACTIVE) & (S.validto < func.now() + SOON),
    due=["validto"],
    columns=[
        col(S.sealno, 130, type="code", fixed="left", link=PAGE),
        col(S.step, 90, label="状态", type="state", words=SEAL.names, tones=SEAL.tones),
        col(S.orgid, 200),
        col(S.sort, 100, type="dict", words=SORTS),
        col(S.holder, 240),
        col(S.issuer, 180),
        col(S.serial, 180, type="code"),
        col(S.validfrom, 140),
        col(S.validto, 140),
        col(S.installed, 140),
        col(S.lost, 140),
        col(S.ended, 140),
        col(S.why, 200, shown=False),
        col(S.asker_id, 90, shown=False),
        col(S.createtime, 140, shown=False),
    ],
    search=[
        like("text", "编号、持有者、序列号", S.sealno, S.holder, S.serial, quick=True),
        same("step", "状态", S.step, widget="select", options=SEAL.names, quick=True),
        same("sort", "印章种类", S.sort, widget="select", options=SORTS),
        dates("validto", "有效期止", S.validto, moment=True),
    ],
    segments=[
        Segment("asked", "待同意", lambda me: S.step == ASKED),
        Segment("active", "启用", lambda me: S.step == ACTIVE),
        Segment("lost", "已挂失", lambda me: S.step == LOST),
    ],
    actions=[
        ACTS.add,
        Action("view", "查看", p.SEAL_QUERY, place="row", kind="route", needs="one", route=PAGE),
        ACTS.edit,
        *buttons(SEAL),
        ACTS.delete,
    ],
)
