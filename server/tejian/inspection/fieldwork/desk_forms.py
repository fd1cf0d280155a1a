"""What is filled in at the desk: decisions, what becomes of held and refused operations, versions and guides."""

from tejian.inspection import permissions as p
from tejian.inspection.flow.api import OFFICES
from tejian.inspection.models.mobile import DRAFT, GUIDE_STEPS
from tejian.inspection.models.mobile import AppVersion as V
from tejian.inspection.models.mobile import OpFailure as X
from tejian.inspection.models.mobile import TaskGuide as G
from tejian.kit.forms.formview import Field, dialog, field_of, why
from tejian.kit.forms.refers import Refers
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights
from tejian.system.models.organisations import Org

PDA, MOBILE = "/api/pda", "/api/mobilePlat"
CONFLICTS, RETURNED, FAILURES = "/mobilePlat/conflictBox", "/mobilePlat/conveobjRtn", "/mobilePlat/checkFail"
SUBMITS, APPROVALS, VERSIONS = "/mobilePlat/recSubmit", "/mobilePlat/examApprove", "/mobilePlat/versionConf"
GUIDES, VISITS = "/mobilePlat/taskGuideConfig", "/sysmng/pdaVisitLog"
CONFLICT_PAGE, RETURNED_PAGE = f"{CONFLICTS}/detail?id={{id}}", f"{RETURNED}/conveobj?id={{id}}"
FAILURE_PAGE, VERSION_PAGE = f"{FAILURES}/detail?id={{id}}", f"{VERSIONS}/versionConfInfo?id={{id}}"
TERMINAL_PAGE, SUBMIT_PAGE = f"{VISITS}/terminal?id={{id}}", f"{SUBMITS}/detail?id={{id}}"
ANY_OFFICE = Refers(Org, alone="the app is one for all")
CHOICES = {"mine": "一方的值", "theirs": "另一方的值", "other": "另填"}

DECIDE = dialog(
    "record_conflict_decide",
    "裁定 {words}",
    Field("choice", "取", "radio", options=CHOICES, span=24),
    Field("value", "裁定值", span=24, size=2000, when={"choice": ("other",)}),
    why("裁定理由", "请填写裁定理由"),
    ok="裁定",
    note="一方：{mineshown}；另一方：{theirsshown}。裁定的值写入原始记录，双方原来的值仍保留",
    done="已裁定",
)
PASS_ON = dialog(
    "held_job_pass",
    "移交 {reportno} 的操作",
    Field("target", "业务流水号", required=True, span=24, size=40, help="同一设备的另一件业务，在报告录入环节"),
    ok="移交",
    done="已写入所选业务",
)
SAID = field_of(X.answer, type="textarea", required=True, span=24, help="在哪里、怎样补录或为什么不用补")
MEND = dialog("op_failure_mend", "已修复 {words}", SAID, ok="确定")
REPLY = dialog("op_failure_reply", "答复 {words}", SAID, ok="答复")
STAGE = dialog(
    "app_version_stage",
    "灰度发布 {appno}",
    field_of(V.share, required=True, span=12, low=1, high=100, default=10),
    Field("station", "灰度部门", "select", options_url=OFFICES, span=12, help="不选为全部部门", refers=ANY_OFFICE),
    ok="灰度发布",
)

VERSION_FORM = form_of(
    "app_version_form",
    "移动应用版本",
    f"{MOBILE}/version",
    field_of(V.appno, required=True, span=12, help="如 1.4.0"),
    field_of(V.least, span=12, help="低于此版本的终端须先更新；不填为不限"),
    field_of(V.notes, type="textarea", required=True, span=24),
)
VERSION_ACTS = standard(VERSION_FORM, Rights(p.PDA_VERSION, p.PDA_VERSION), [DRAFT], new="新增版本", page=VERSION_PAGE)
GUIDE_FORM = form_of(
    "task_guide_form",
    "任务指引",
    f"{MOBILE}/guide",
    field_of(G.title, required=True, span=12),
    field_of(G.guidestep, type="select", options=GUIDE_STEPS, required=True, span=6),
    field_of(G.equclass, span=6, help="不选为各类设备"),
    field_of(G.content, type="textarea", required=True, span=24),
    field_of(G.must, span=6),
    field_of(G.seq, span=6, low=0, high=999, default=0),
    field_of(G.validfrom, required=True, span=6),
    field_of(G.validto, span=6),
)
GUIDE_ACTS = standard(GUIDE_FORM, Rights(p.GUIDE_SAVE, p.GUIDE_SAVE), new="新增指引")
