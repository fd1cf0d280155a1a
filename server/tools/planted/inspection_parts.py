"""Faults planted in sub-reports."""

from tools.fault import Fault

FLOW = "inspection/flow/business.py"
PROCESS = "inspection/subreports/process.py"
SAVING = "inspection/subreports/saving.py"
GUARDS = "walks/test_guards.py"
TEST = "inspection/test_sub_reports.py"

FAULTS = [
    Fault(
        "report handed in before its sub-reports",
        FLOW,
        "                    g.parts_handed_in,\n",
        "",
        GUARDS,
        "parts_handed_in",
    ),
    Fault(
        "report judged before its sub-reports are audited",
        FLOW,
        "    g.parts_audited,\n    g.reviewer_signed,",
        "    g.reviewer_signed,",
        GUARDS,
        "parts_audited",
    ),
    Fault(
        "sub-audit of a report whose sub-report waits",
        "inspection/flow/guards.py",
        "if one.step != PART_DONE]",
        "if one.step == PART_OPEN]",
        GUARDS,
        "parts_audited",
    ),
    Fault(
        "sub-report without its file",
        PROCESS,
        "guards=[not_approved_yet, has_its_file, tester_qualified]",
        "guards=[not_approved_yet, tester_qualified]",
        GUARDS,
        "has_its_file",
    ),
    Fault(
        "sub-report by a tester without the qualification",
        PROCESS,
        "guards=[not_approved_yet, has_its_file, tester_qualified]",
        "guards=[not_approved_yet, has_its_file]",
        GUARDS,
        "tester_qualified",
    ),
    Fault(
        "sub-report agreed by an auditor without the qualification",
        PROCESS,
        "guards=[not_approved_yet, auditor_qualified, auditor_signed]",
        "guards=[not_approved_yet, auditor_signed]",
        GUARDS,
        "auditor_qualified",
    ),
    Fault(
        "sub-report agreed by who wrote it",
        PROCESS,
        "(SubReport.writer_id != me.id) & (SubReport.tester_id != me.id)",
        "(SubReport.tester_id != me.id)",
        GUARDS,
        "is_told_why",
    ),
    Fault(
        "sub-report written again beside a report that is handed in",
        PROCESS,
        "guards=[report_open_again],",
        "",
        GUARDS,
        "report_open_again",
    ),
    Fault(
        "a unit sees sub-reports that nobody audited",
        "inspection/models/subreports.py",
        "and_(seen, SubReport.step == DONE) if me.unit_id else seen",
        "seen",
        TEST,
        "unit_sees_what_was_audited",
    ),
    Fault(
        "numbers of sub-reports with a gap",
        SAVING,
        "if last.id != row.id:",
        "if not last.id:",
        TEST,
        "numbers_have_no_gap",
    ),
    Fault(
        "sub-report changed while it is audited",
        "inspection/subreports/forms.py",
        "Rights(p.QUERY, p.ENTER), [WRITE])",
        'Rights(p.QUERY, p.ENTER), [WRITE, "AUDIT"])',
        TEST,
        "numbers_have_no_gap",
    ),
    Fault(
        "sub-report by somebody who does not inspect the device",
        SAVING,
        '    if me.id not in item.inspectors:\n        raise NoPermission("分项报告由该业务的检验人员编制")\n',
        "",
        TEST,
        "adds_none",
    ),
    Fault(
        "sub-report that is not bound behind its report",
        "bindings.py",
        'approval.BOUND.bind("subreports", subreports.bound)',
        "pass",
        TEST,
        "bound_behind",
    ),
    Fault(
        "list of sub-reports typed by hand",
        "inspection/records/sheets.py",
        "if code == SUB_REPORTS:",
        'if code == "":',
        TEST,
        "nobody_types",
    ),
]
