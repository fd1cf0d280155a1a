"""What is filled in for an edition of a document, and the dialog in which it is issued."""

from sqlalchemy import and_

from tejian.kit.forms.formview import Table, dialog, field_of, why
from tejian.kit.forms.refers import Refers
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights
from tejian.quality import permissions as p
from tejian.quality.models.files import PLANNED, FileOffice
from tejian.quality.models.files import QualityFile as F
from tejian.system.models.accounts import SysUser
from tejian.system.models.organisations import Org

API = "/api/quality/files"
PAGE = "/assistMng/qualitySystemMng/file?id={id}"
COLLEAGUE = Refers(SysUser, among=lambda me: SysUser.org_id == me.org_id, alone="any colleague may write a document")
OFFICES = Refers(
    Org, among=lambda me: and_(Org.org_id == me.org_id, Org.id != me.org_id), alone="any department of the institute"
)
OFFICE = field_of(
    FileOffice.dept_id, type="select", options_url=f"{API}/offices", required=True, span=24, refers=OFFICES
)
GIVEN = form_of("quality_file_office_form", "发放部门", API, OFFICE)
FORM = form_of(
    "quality_file_form",
    "文件计划",
    API,
    field_of(F.fileno, required=True, span=8, help="修订时填原文件的编号，版本另起"),
    field_of(F.edition, required=True, span=8, help="如 A/0"),
    field_of(F.filetype, required=True, span=8),
    field_of(F.title, required=True, span=16),
    field_of(F.plandue, required=True, span=8),
    field_of(F.writer_id, type="user", required=True, span=8, refers=COLLEAGUE),
    field_of(F.usedfor, span=16),
    field_of(F.cause, type="textarea", required=True, span=24),
    tables=[Table("offices", "发放部门", GIVEN, "添加部门", of=FileOffice.file_id)],
)
ACTS = standard(FORM, Rights(p.FILE_READ, p.FILE_PLAN), [PLANNED], page=PAGE)
ISSUE = dialog(
    "quality_file_issue",
    "发布 {fileno} {edition}",
    field_of(F.effective, required=True, span=24, help="原版本到实施日期作废"),
    ok="发布",
)
VOIDING = dialog(
    "quality_file_void",
    "作废 {fileno} {edition}",
    field_of(F.ended, required=True, span=24, help="从这一天起不再有效"),
    why("原因", "请填写作废的原因"),
    ok="作废",
)
