"""Faults planted in turnarounds and in what their owners sign."""

from tools.fault import Fault

PROJECTS, OWNERS = "inspection/test_turnarounds.py", "inspection/test_signoff.py"
FAULTS = [
    Fault(
        "device of another unit filed under a turnaround",
        "inspection/turnaround/filing.py",
        "if one.device.useorgsysid != project.unitsysid:",
        'if one.device.useorgsysid == "":',
        PROJECTS,
        "refuses_all",
    ),
    Fault(
        "device in two turnarounds at once",
        "inspection/models/turnaround.py",
        ".where(P.step != CLOSED, mine)",
        ".where(P.step == CLOSED, mine)",
        PROJECTS,
        "one_project_that_is_not_closed",
    ),
    Fault(
        "certificate that ends during the turnaround",
        "inspection/turnaround/judging.py",
        'days = {d.form["planbegin"], d.form["planend"]}',
        'days = {d.form["planbegin"]}',
        PROJECTS,
        "certificate_that_ends",
    ),
    Fault(
        "more done than planned without a reason",
        "inspection/turnaround/saving.py",
        "if done is not None and done > row.planned and not",
        "if done is not None and done > 2 * row.planned and not",
        PROJECTS,
        "more_than_planned",
    ),
    Fault(
        "amounts entered by who does not inspect",
        "inspection/turnaround/saving.py",
        "if me.id not in item.inspectors:",
        "if not item.inspectors:",
        PROJECTS,
        "only_the_team_enters",
    ),
    Fault(
        "device signed that is not finished",
        "inspection/signoff/judging.py",
        "if one.step != FINISHED), None)",
        'if one.step == ""), None)',
        OWNERS,
        "not_finished_or_of_another",
    ),
    Fault(
        "project closed over a disagreement that is written",
        "inspection/models/signoff.py",
        "UNSETTLED = (WRITTEN, ASKED, REPLIED)",
        "UNSETTLED = (ASKED, REPLIED)",
        OWNERS,
        "closed_over_an_open",
    ),
    Fault(
        "draft of a sheet shown to the owner",
        "inspection/models/signoff.py",
        "return own if cls.draft_of_unit else own & (cls.step != DRAFT)",
        "return own",
        OWNERS,
        "owner_signs",
    ),
]
