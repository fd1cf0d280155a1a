"""Every guard of every process has refused over HTTP with its own sentence, and nothing was stored."""

import re

import pytest

from tejian import areas
from tejian.kit.ground.errors import code_of
from tejian.kit.lists.listview import LISTS
from tejian.kit.process.steps import PROCESSES, Step

from .agreement_refusals import AGREEMENTS
from .charge_refusals import CHARGES
from .conftest import Archive, Office, Spy, stored, with_rights
from .entrust_refusals import ENTRUSTED
from .fee_refusals import FEE_TABLES
from .flow_refusals import FLOWS
from .lift_refusals import LIFTS
from .part_refusals import PARTS
from .person_refusals import PERSONS
from .posting_refusals import POSTING
from .refusals import REFUSALS, Refusal
from .sample_refusals import SAMPLES
from .template_refusals import TEMPLATES
from .turnaround_refusals import TURNAROUNDS
from .ways import STAGES, WAYS

areas.load()
ALL = [*REFUSALS, *CHARGES, *AGREEMENTS, *FEE_TABLES, *FLOWS, *TEMPLATES, *ENTRUSTED, *POSTING, *PARTS, *PERSONS]
ALL += [*LIFTS, *TURNAROUNDS, *SAMPLES]
DECLARED = {(p.name, m.name, g.__name__) for p in PROCESSES.values() for m in p.moves for g in m.guards}


def test_every_guard_has_a_row_and_every_row_a_guard() -> None:
    assert {(r.process, r.move, r.guard) for r in ALL} == DECLARED


def filled(sentence: str, names: dict[str, object], subject: object) -> str:
    """The sentence with the names of its subject in it."""
    return re.sub(r"\{(\w+)}", lambda m: str(names[m[1]] if m[1] in names else getattr(subject, m[1])), sentence)


@pytest.mark.parametrize("row", ALL, ids=str)
def test_a_guard_refuses_with_its_sentence_and_nothing_is_stored(office: Office, spy: Spy, row: Refusal) -> None:
    move = PROCESSES[row.process].by_name[row.move]
    subject = (row.subject or STAGES[row.process, row.step or move.frm[0]])(office)
    row.spoil(office, subject)
    office.db.commit()
    sentence = filled(row.sentence, row.words(office, subject), subject)
    form = row.sent(office, subject)
    before = stored(office)
    spy.said.clear()
    said = WAYS[row.process, row.move].go(office, subject, row.login, **form)
    assert (said["status"], said["isSuccess"], said["errorCode"]) == (200, False, said["errorCodes"][0]), said
    assert code_of(row.guard) in said["errorCodes"]
    assert sentence in said["errorMsg"]
    assert sentence in spy.said.get((row.process, row.move, row.guard), "nothing")
    assert stored(office) == before


# (process, step) → who tries what, and what he reads; the reader's list hides the row
OWN = "所选数据不在您的待办范围内"
NO_RIGHT = "对不起，您没有此操作的权限"
CHECKER = "报告由您编制或由您主检，不能由您确认"
AUDITOR = "报告由您编制或由您检验，不能由您审核"
THREE = "报告的检验、编制、审核、批准不能是同一人"
THREE_CHANGE = "报告更正的申请、审核、批准不能是同一人"
THREE_CONTRACT = "合同的起草、审核、确认不能是同一人"
SELF = "不能审核自己提交或发现的更正申请"
SECOND_PERSON = "重大以上隐患须由提交人、核实人以外的人复核"
NOT_OWN = "首检登记由登记机关审核，录入人不能审核"
PLANNED = "检查由计划确定的两名检查人员办理"
ELSEWHERE = {"org_id": "jianyan1"}
AUDITS = "由所在区域的发证机关审核，且不能审核自己填写、受理的申请"
TO_OTHERS = {"toorg": "jianyan1"}
ON_THE_TEAM = "由计划中的检验人员办理"
SIGNED_IT = "由没有在这份报告上签名的人抽查"
STRANGERS: list[tuple[str, str, str, str, dict[str, str], str]] = [
    ("declaration", "CLFS", "material_pass", "shouli", {"reviewer": "ziliao"}, OWN),
    ("business", "RWQR", "confirm", "jianyan2", {}, OWN),
    ("business", "BGSC", "build", "jianyan2", {}, OWN),
    ("business", "BGLR", "enter", "jianyan5", {}, OWN),
    ("business", "BGQR", "verify", "jianyan1", {}, CHECKER),
    ("business", "BGQR", "verify", "jianyan1", {"enteredby": "jianyan2"}, CHECKER),
    ("business", "BGQR", "verify", "jianyan2", {"enteredby": "jianyan2"}, CHECKER),
    ("business", "BGQR", "verify_back", "jianyan1", {}, CHECKER),
    ("business", "BGSH_FX", "audit_fx", "fenxiang", {"enteredby": "fenxiang"}, AUDITOR),
    ("business", "BGSH_FX", "audit_fx", "fenxiang", {"scinspector": "fenxiang"}, AUDITOR),
    ("business", "BGSH_FX", "audit_fx", "fenxiang", {"inspectors": "fenxiang"}, AUDITOR),
    ("business", "BGSH", "audit", "shenhe", {"enteredby": "shenhe"}, AUDITOR),
    ("business", "BGSH", "audit", "shenhe", {"scinspector": "shenhe"}, AUDITOR),
    ("business", "BGSH", "audit", "shenhe", {"inspectors": "shenhe"}, AUDITOR),
    ("business", "BGSH", "audit_back", "shenhe", {"inspectors": "shenhe"}, AUDITOR),
    ("business", "BGSP", "approve", "pizhun", {"enteredby": "pizhun"}, THREE),
    ("business", "BGSP", "approve", "pizhun", {"scinspector": "pizhun"}, THREE),
    ("business", "BGSP", "approve", "pizhun", {"inspectors": "pizhun"}, THREE),
    ("business", "BGSP", "approve", "pizhun", {"auditedby": "pizhun"}, THREE),
    ("business", "BGSP", "approve_back", "pizhun", {"auditedby": "pizhun"}, THREE),
    ("report_change", "DRAFT", "submit", "shouli", {}, OWN),
    ("report_change", "BACK", "submit", "shouli", {}, OWN),
    ("report_change", "AUDIT", "agree", "zhiliang", {"createby": "zhiliang"}, "不能审核自己提交的报告更正"),
    ("report_change", "APPROVE", "approve", "pizhun", {"auditor_id": "pizhun"}, THREE_CHANGE),
    ("replan", "WAIT", "agree", "diaodu", {"createby": "diaodu"}, "不能答复自己的改期换人申请"),
    ("hazard", "ANSWERED", "verify", "zhiliang", {"answerer_id": "zhiliang"}, "治理结果不能由提交人自己核实"),
    ("hazard", "SECOND", "close", "jianyan1", {}, SECOND_PERSON),
    ("hazard", "SECOND", "close", "zhiliang", {"answerer_id": "zhiliang"}, SECOND_PERSON),
    ("construction", "DRAFT", "file", "shouli", {"byunit": "weibao"}, "对不起，您没有此操作的权限"),
    ("construction", "BACK", "file", "shouli", {"byunit": "weibao"}, "由登记的一方提交"),
    ("construction", "FILED", "receive", "yewu", {"filer_id": "yewu"}, "不能受理自己提交的施工告知"),
    ("supervision", "FIRST", "first", "jianyan5", {}, "该监检任务没有分配给您"),
    ("supervision", "WORK", "hand_in", "jianyan5", {}, "该监检任务没有分配给您"),
    ("supervision", "DATA", "pass", "jianyan5", {}, "该监检任务没有分配给您"),
    ("correction", "DRAFT", "submit", "zhiliang", {}, OWN),
    ("correction", "BACK", "void", "zhiliang", {}, OWN),
    ("protection", "WAIT", "agree", "secadmin", {}, "自己申请的变更须由他人同意"),
    ("credit_line", "WAIT", "agree", "yewu", {"createby": "yewu"}, "自己登记的额度须由他人批准"),
    ("relief_policy", "WAIT", "agree", "yewu", {"createby": "yewu"}, "自己登记的减免政策须由他人批准"),
    ("cash_lot", "SAFE", "deposit", "caiwu", {}, "只能办理自己保管的现金"),
    ("cash_lot", "OFFERED", "accept", "shoufei", {}, "移交给他人的现金由接收人确认"),
    ("cash_lot", "CARRIED", "arrive", "caiwu", {"depositid": "caiwu"}, "自己解款或保管的现金须由他人确认到账"),
    ("cash_day", "OPEN", "count", "caiwu", {}, "只能日结自己的收款"),
    ("cash_day", "REVIEW", "review", "caiwu", {"userid": "caiwu"}, "自己的日结差额须由他人复核"),
    ("charge", "WAIT", "confirm", "caiwu", {"createby": "caiwu"}, "自己登记的收费须由他人确认"),
    ("sub_report", "WRITE", "submit", "jianyan5", {}, "分项报告由该业务的检验人员提交"),
    ("sub_report", "AUDIT", "agree", "fenxiang", {"writer_id": "fenxiang"}, "不能审核自己编制或检测的分项报告"),
    ("sub_report", "AUDIT", "agree", "fenxiang", {"tester_id": "fenxiang"}, "不能审核自己编制或检测的分项报告"),
    ("sub_report", "AUDIT", "back", "fenxiang", {"writer_id": "fenxiang"}, "不能审核自己编制或检测的分项报告"),
    ("lab_sample", "CY", "send", "jianyan5", {}, "样品由本业务的检验人员送检"),
    ("lab_sample", "SH", "take", "jianyan5", {}, "化验结果由本业务的检验人员取回"),
    ("entrusted", "ZX", "finish", "yewu", {}, "该委托项目由其负责人办理"),
    ("flow_edition", "CHECKED", "publish", "zhiliang", {"drafter_id": "zhiliang"}, "自己起草的流程版本须由他人发布"),
    ("report_template", "CHECKED", "publish", "pizhun", {"drafter_id": "pizhun"}, "自己起草的报告模板须由他人发布"),
    ("fee_table", "CHECKED", "publish", "yewu", {"drafter_id": "yewu"}, "自己起草的收费标准须由他人发布"),
    ("agreement", "AUDIT", "audit", "yewu", {"drafter_id": "yewu"}, "自己起草的合同须由他人审核"),
    ("agreement", "AUDIT", "send_back", "yewu", {"drafter_id": "yewu"}, "自己起草的合同须由他人审核"),
    ("agreement", "CONFIRM", "confirm", "caiwu", {"drafter_id": "caiwu"}, THREE_CONTRACT),
    ("agreement", "CONFIRM", "confirm", "caiwu", {"auditor_id": "caiwu"}, THREE_CONTRACT),
    ("charge_batch", "PREVIEW", "run", "caiwu", {}, "批量办理由预览人本人办理"),
    ("surplus", "ASKED", "give_back", "caiwu", {"askid": "caiwu"}, "自己申请的退款须由他人办理"),
    ("correction", "AUDIT", "agree", "zhiliang", {"createby": "zhiliang"}, SELF),
    ("correction", "AUDIT", "reject", "zhiliang", {"createby": "zhiliang"}, SELF),
    ("use_registration", "CG", "submit", "yewu", {}, "对不起，您没有此操作的权限"),
    ("use_registration", "SQ", "accept", "yewu", {}, "对不起，您没有此操作的权限"),
    ("use_registration", "SC", "examine", "jianguan", {}, "初审与复审不能是同一人：受理人不能审查"),
    ("use_registration", "BZ", "mended", "yewu", {}, "对不起，您没有此操作的权限"),
    ("use_registration", "FZ", "issue", "qiye", {}, OWN),
    ("use_registration", "YF", "file", "qiye", {}, OWN),
    ("first_registration", "CG", "submit", "jianyan1", {}, "对不起，您没有此操作的权限"),
    ("first_registration", "DS", "agree", "jianguan", {"createby": "jianguan"}, NOT_OWN),
    ("first_registration", "TH", "submit", "jianyan1", {}, OWN),
    ("duty_record", "TX", "submit", "weibao", {"createby": "weibao"}, "对不起，您没有此操作的权限"),
    *(
        ("supervision_check", step, move, "jianguan", {"officer_id": "jianyan1", "second_id": "jianyan2"}, PLANNED)
        for step, move in (("JH", "begin"), ("JC", "found"), ("QZ", "sign"))
    ),
    ("supervision_check", "HQ", "countersign", "jianguan", {}, "检查记录须由另一名检查人员复签"),
    *(
        ("supervision_check", step, move, "jianguan", ELSEWHERE, OWN)
        for step, move in (("ZG", "again"), ("FC", "close"))
    ),
    *(
        ("supervision_defect", step, move, "jianguan", ELSEWHERE, OWN)
        for step, move in (("0", "start"), ("1", "answer"), ("3", "close"))
    ),
    ("supervision_defect", "2", "confirm", "jianguan", {"answerer_id": "jianguan"}, "整改结果不能由反馈人自己确认"),
    ("supervision_defect", "8", "second", "jianguan", {}, "重大问题须由反馈人、确认人以外的人再确认"),
    ("supervision_defect", "5", "takeOver", "xiangzhen", {}, "移交的问题由所在区域的监管部门接管"),
    ("exam_application", "0", "submit", "jianguan", {}, OWN),
    ("exam_application", "1", "accept", "jianguan", {}, OWN),
    ("exam_application", "2", "seat", "jianguan", {}, OWN),
    ("exam_application", "SH", "audit", "jianguan", {"createby": "jianguan"}, AUDITS),
    ("exam_application", "SH", "audit", "jianguan", {"acceptor_id": "jianguan"}, AUDITS),
    ("exam_score", "D", "confirm", "kaoshi", {}, "成绩须由录入人以外的考试机构人员确认"),
    *(
        ("training_class", step, move, "jianguan", {}, OWN)
        for step, move in (("JH", "open"), ("BM", "start"), ("KB", "finish"), ("JB", "file"))
    ),
    ("cert_case", "SQ", "agree", "jianguan", {"asker_id": "jianguan"}, "由所在区域发证机关提交人以外的人员审核"),
    ("maint_filing", "0", "submitMai", "jianguan", {"regorg": "weibao"}, OWN),
    ("maint_filing", "2", "submitMai", "jianguan", {"regorg": "weibao"}, OWN),
    ("maint_filing", "4", "submitMai", "jianguan", {"regorg": "weibao"}, OWN),
    ("maint_filing", "1", "reviewAgree", "jianguan", {"regorg": "weibao"}, OWN),
    ("maint_filing", "3", "checkAgree", "jianguan", {}, "初审与复审不能是同一人：初审人不能复审"),
    ("lift_binding", "CG", "submit", "weibao", {"maiorgsysid": "qiye"}, NO_RIGHT),
    ("lift_binding", "TH", "submit", "weibao", {"maiorgsysid": "qiye"}, NO_RIGHT),
    ("lift_binding", "QR", "confirm", "qiye", {"unitsysid": "weibao"}, NO_RIGHT),
    ("lift_binding", "SH", "audit", "jianguan", {"regorg": "weibao"}, OWN),
    ("serious_report", "CG", "submit", "jianyan1", ELSEWHERE, NO_RIGHT),
    ("serious_report", "SH", "audit", "zhiliang", {"author_id": "zhiliang"}, "重大问题报告不能由起草人自己审核"),
    *(
        ("serious_report", "PZ", "approve", "pizhun", {name: "pizhun"}, "重大问题报告由起草人、审核人以外的人批准")
        for name in ("author_id", "auditor_id")
    ),
    ("serious_report", "BS", "send", "jianyan1", ELSEWHERE, "对不起，您没有此操作的权限"),
    *(
        ("serious_report", step, move, "jianguan", TO_OTHERS, OWN)
        for step, move in (("YB", "receive"), ("QS", "answer"))
    ),
    ("serious_report", "FK", "close", "jianyan1", ELSEWHERE, "对不起，您没有此操作的权限"),
    ("conformity", "CG", "submit", "qiye", {"unitsysid": "weibao"}, NO_RIGHT),
    ("conformity", "TH", "submit", "qiye", {"unitsysid": "weibao"}, NO_RIGHT),
    ("conformity", "HD", "take", "yewu", {"toorg": "jianguan"}, NO_RIGHT),
    ("instrument_loan", "SQ", "agree", "yiqi", {"borrower_id": "yiqi"}, "仪器借用由借用人以外的人批准"),
    *(
        ("instrument_loan", step, move, "yiqi", {"orgid": "jianguan"}, NO_RIGHT)
        for step, move in (("DJ", "lend"), ("JC", "giveBack"))
    ),
    *(
        ("instrument_overhaul", step, move, "yiqi", {"orgid": "jianguan"}, NO_RIGHT)
        for step, move in (("JX", "begin"), ("WX", "submit"))
    ),
    ("instrument_overhaul", "YS", "restore", "zhiliang", {"sender_id": "zhiliang"}, "检修由经办人以外的人验收"),
    ("sms_reply", "DC", "answer", "shouli", {"org_id": "jianguan"}, NO_RIGHT),
    ("record_conflict", "DC", "decide", "jianyan2", {}, "该冲突由主检裁定"),
    ("simple_report", "DG", "archive", "dangan", {"orgid": "jianguan"}, NO_RIGHT),
    ("simple_report", "DF", "release", "shouli", {"orgid": "jianguan"}, NO_RIGHT),
    *(
        ("turnaround_project", step, move, "diaodu", {"orgid": "jianguan"}, NO_RIGHT)
        for step, move in (("CB", "start"), ("ZX", "complete"), ("WG", "close"))
    ),
    ("turnaround_item", "DP", "plan", "diaodu", {"cheorg": "jianguan"}, OWN),
    ("turnaround_item", "DK", "begin", "jianyan9", {}, ON_THE_TEAM),
    ("turnaround_item", "JX", "finish", "jianyan9", {}, ON_THE_TEAM),
    ("owner_sheet", "CG", "send", "diaodu", {"orgid": "jianguan"}, OWN),
    ("owner_sheet", "DQ", "sign", "qiye", {"unitsysid": "weibao"}, NO_RIGHT),
    ("owner_dissent", "CG", "send", "qiye", {"unitsysid": "weibao"}, NO_RIGHT),
    ("owner_dissent", "YF", "reply", "diaodu", {"orgid": "jianguan"}, OWN),
    ("owner_dissent", "HF", "close", "qiye", {"unitsysid": "weibao"}, NO_RIGHT),
    ("self_check_rule", "CG", "issue", "juzhang", {"orgid": "jianyan1"}, NO_RIGHT),
    ("query_model", "CG", "publish", "yewu", {"owner_id": "jianyan1"}, NO_RIGHT),
    *(
        ("stat_edition", step, move, login, {"areacode": "330212"}, OWN)
        for step, move, login in (("CW", "again", "jianguan"), ("CG", "review", "juzhang"), ("FH", "report", "juzhang"))
    ),
    ("spot_check", "CG", "draw", "zhiliang", {"orgid": "jianguan"}, NO_RIGHT),
    ("spot_check", "CQ", "finish", "zhiliang", {"orgid": "jianguan"}, NO_RIGHT),
    ("spot_item", "DC", "sound", "zhiliang", {"signers": "zhiliang"}, SIGNED_IT),
    ("spot_item", "DF", "answer", "jianyan1", {"person_id": "jianyan2"}, OWN),
    ("spot_item", "DQ", "agree", "zhiliang", {"signers": "zhiliang"}, SIGNED_IT),
    ("knowledge_doc", "CG", "submit", "jianyan1", {"orgid": "jianguan"}, NO_RIGHT),
    *(
        ("knowledge_doc", "FB", "publish", "zhiliang", {name: "zhiliang"}, "知识库文件由编写人、提交人以外的人发布")
        for name in ("writer_id", "createby")
    ),
    ("quality_file", "0", "order", "zhiliang", {"orgid": "jianguan"}, NO_RIGHT),
    ("quality_file", "1", "submit", "jianyan1", {"writer_id": "jianyan2"}, OWN),
    ("quality_file", "2", "audit", "shenhe", {"writer_id": "shenhe"}, "体系文件由编制人以外的人审核"),
    *(
        ("quality_file", "3", "approve", "pizhun", {name: "pizhun"}, "体系文件由编制人、审核人以外的人批准")
        for name in ("writer_id", "auditor_id")
    ),
    ("quality_file", "4", "issue", "zhiliang", {"orgid": "jianguan"}, NO_RIGHT),
    ("lift_termination", "CG", "submit", "qiye", {"unitsysid": "weibao", "maiorgsysid": "qiye"}, NO_RIGHT),
    ("lift_termination", "TH", "submit", "qiye", {"unitsysid": "weibao", "maiorgsysid": "qiye"}, NO_RIGHT),
    ("lift_termination", "YJ", "answer", "qiye", {}, OWN),
    ("lift_termination", "SH", "audit", "jianguan", {"regorg": "weibao"}, OWN),
    ("lift_termination", "JJ", "handover", "weibao", {}, OWN),
    ("opinion_call", "CG", "publish", "jianguan", ELSEWHERE, "对不起，您没有此操作的权限"),
    ("opinion_call", "ZJ", "close", "jianguan", ELSEWHERE, OWN),
    *(
        ("supervision_draw", step, move, "jianguan", ELSEWHERE, OWN)
        for step, move in (("CG", "publish"), ("GB", "draw"), ("CQ", "plan"))
    ),
    ("carbon_copy", "CG", "submit", "jianguan", {}, "对不起，您没有此操作的权限"),
    *(("carbon_copy", step, move, "jianguan", {}, OWN) for step, move in (("TH", "submit"), ("HF", "again"))),
    *(("carbon_copy", step, move, "yewu", {}, OWN) for step, move in (("FC", "sign"), ("QS", "back"))),
    ("carbon_copy", "BL", "processLogOperate", "yewu", {}, OWN),
    ("visit", "ASKED", "agree", "qiye", {"unitsysid": "weibao"}, NO_RIGHT),
]
EVERYBODY = {"anybody", "nobody"}


def test_every_step_that_is_not_for_everybody_has_a_stranger() -> None:
    steps = {(p.name, s.code) for p in PROCESSES.values() for s in p.steps if s.who.__name__ not in EVERYBODY}
    assert steps == {s[:2] for s in STRANGERS}
    assert Step.refusal == OWN


@pytest.mark.parametrize("row", STRANGERS, ids=lambda r: f"{r[1]}-{r[2]}-{r[3]}{'-'.join(r[4])}")
def test_whom_a_row_does_not_wait_for_is_told_why_and_has_it_in_no_list(archive: Archive, row: tuple) -> None:  # type: ignore[type-arg]
    process, step, move, login, columns, sentence = row
    office = archive.office
    subject = STAGES[process, step](office)
    for name, who in columns.items():
        key = office.user(who).id if who in office.actors.users else who  # an area is no person
        setattr(subject, name, [*getattr(subject, name), key] if name in ("inspectors", "signers") else key)
    office.db.commit()
    before = stored(office)
    user = office.actors.users[login]
    office.actors.users[login] = with_rights(user, "system:user:query")
    said = WAYS[process, move].go(office, subject, login)
    assert (said["status"], said["errorMsg"]) == (403, sentence)
    assert stored(office) == before
    if (process, step) == ("correction", "AUDIT"):
        listed = office.good(login, LISTS["correct_audit_list"].url, pageSize=200)["list"]
        assert subject.id not in {r["id"] for r in listed}
    if process == "charge":
        listed = office.good(login, LISTS["cha_confirm_list"].url, pageSize=200)["list"]
        assert subject.id not in {r["id"] for r in listed}
    if process == "agreement":
        waits = {"AUDIT": "cha_contract_audit_list", "CONFIRM": "cha_contract_confirm_list"}[step]
        listed = office.good(login, LISTS[waits].url, pageSize=200)["list"]
        assert subject.id not in {r["id"] for r in listed}
    if process in ("business", "declaration"):
        listed = office.good(login, LISTS[f"jy_step_{step}"].url, stepcode=step, pageSize=200)["list"]
        assert subject.id not in {r["id"] for r in listed}
