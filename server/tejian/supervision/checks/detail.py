"""The page of a check: who checks whom for what, item by item, what was found, who signed and what came of it."""

from dataclasses import replace

from tejian.kit.ground.actions import Action
from tejian.kit.process.moves import course, is_own, page_buttons, stands, state
from tejian.kit.records.crud import worded
from tejian.kit.records.recordview import Fact, Files, Notice, Part, RecordView, Shown, children, due, of
from tejian.supervision import permissions as p
from tejian.supervision.defects import api as defects
from tejian.supervision.models.checks import (
    AGAIN,
    BY_BUREAU,
    BY_TOWN,
    OVER,
    PLAN,
    REFUSED,
    SIDES,
    SIGN,
    TARGETS,
    TOLD,
    WAYS,
    CheckedDevice,
    SupervisionCheck,
)
from tejian.supervision.models.defects import DRAFT, Defect

from .forms import API, EDITS, FORMS
from .process import CHECK, CHECKS, FILES


def _paper(code: str, label: str, **when: tuple[str, ...]) -> Action:
    return Action(code, label, p.CHECK_QUERY, kind="print", needs="one", print=code, when=when)


PAPERS = [
    _paper("AQJCJL", "检查记录", step=TOLD),
    _paper("AQJCZL", "监察指令书", step=TOLD, town=(BY_BUREAU,)),
    _paper("AQFCJL", "复查记录", step=tuple(one for one in TOLD if one in (AGAIN, *OVER))),
]
EDIT_PROBLEM = Action(
    "editProblem",
    "编辑",
    p.CHECK_DO,
    place="row",
    kind="form",
    needs="one",
    form="supervision_defect_form",
    when={"step": (DRAFT,)},
)


def _problems(shown: Shown) -> list[dict[str, object]]:
    """The problems with where each stands, and the way to its page."""
    out = []
    for one in defects.of_source(shown.db, shown.row.id):
        name = defects.DEFECT.name_of(one.step)
        out.append(worded(shown.db, one) | {"state": name, "defectnoLink": defects.PAGE.format(id=one.id)})
    return out


def _signed(shown: Shown) -> str:
    s = shown.row
    if s.signway == REFUSED:
        return f"{WAYS[REFUSED]}：{s.refusal}（见证人{s.witnesses}）"
    return f"{s.signedby} {s.signpost}".strip()


def _notices(shown: Shown) -> list[Notice]:
    out = list(stands(CHECKS)(shown))
    if shown.row.step == SIGN:
        out.append(Notice("签字以前核对“问题”里每一项的等级、处理方式、要求和期限；按项目规则提出的只是建议"))
    if shown.row.town == BY_TOWN:
        out.append(Notice("乡镇（街道）检查：停止使用、查封、立案由监管部门决定，超出限期整改的问题复签后移交监管部门"))
    return out


CHECK_PAGE = RecordView(
    no="supervision_check",
    title="监督检查",
    permission=p.CHECK_QUERY,
    model=SupervisionCheck,
    url=f"{API}/record",
    form=lambda s: FORMS.get(s.row.town, FORMS[BY_BUREAU]),
    heading=lambda s: f"监督检查 {s.row.checkno or '计划'}",
    subtitle=lambda s: f"{TARGETS.get(s.row.target, '')}　{s.row.unitname}",
    facts=[
        state(CHECKS),
        Fact("checktype", note=lambda s: SIDES.get(s.row.town, "")),
        due("planday", (PLAN,)),
        Fact("officer_id", note=lambda s: s.text("second_id")),
        Fact("begun", note=lambda s: s.row.certnos),
        Fact("present"),
        Fact("signway", text=_signed, label="单位签收"),
        Fact("signer_id", note=lambda s: s.text("signed")),
        Fact("counter_id", note=lambda s: s.text("countersigned")),
        Fact("summary"),
        Fact("orderno"),
        Fact("rechecker_id", note=lambda s: s.row.outcome),
        Fact("reason", note=lambda s: s.text("act")),
    ],
    notices=_notices,
    opens=CHECK.name,  # what is asked at the place comes first
    parts=[
        CHECK.panel(),
        Part(
            "problems",
            "问题",
            [
                of(Defect.defectno, 130, type="code"),
                of(Defect.item, 110),
                of(Defect.content, 260),
                of(Defect.level, 70),
                of(Defect.handling, 90),
                of(Defect.deadline, 100),
                replace(of(Defect.step, 100), label="状态", words=defects.DEFECT.names),
            ],
            _problems,
            noun="问题",
            empty="没有问题",
            permission=p.CHECK_DO,
            actions=[EDIT_PROBLEM],
        ),
        Part("devices", "抽查设备", [of(CheckedDevice.equdatasysid)], children(CheckedDevice.check_id), noun="设备"),
        course(CHECKS),
    ],
    actions=[*PAPERS, *EDITS, *page_buttons(CHECKS)],
    own=is_own(CHECKS),
    files=Files(FILES, until=OVER, right=p.CHECK_DO),
    history=True,
)


def _same(no: str, title: str, name: str) -> RecordView:
    """The page under another address of the specification; its files are owned once."""
    return replace(CHECK_PAGE, no=no, title=title, url=f"{API}/{name}", files=Files(FILES))


PAGES = [
    CHECK_PAGE,
    _same("town_check", "乡镇（街道）检查", "townRecord"),
    _same("use_check", "使用单位监督检查", "userRecord"),
    _same("maker_check", "生产单位监督检查", "makerRecord"),
]
