"""A report that was made elsewhere: 待归档 → 待发放 → 已发放."""

from typing import Any

from tejian.inspection import permissions as p
from tejian.inspection.models.simple import GIVEN, HELD, OPEN
from tejian.inspection.models.simple import SimpleReport as R
from tejian.inspection.records.api import new_code
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, nobody

from . import judging as g
from .forms import API, ARCHIVE, FILE, HAND_OUT, PAGE, RELEASE


def note_file(d: Doing) -> None:
    """记下文件摘要，生成验证码"""
    s = d.subject
    s.digest = g.papers(d.db, s.id)[0].key
    s.verifycode = s.verifycode or new_code()


WAITS: dict[str, Any] = {"tone": "ca", "page": PAGE}
SIMPLE = add_process(
    Process(
        name="simple_report",
        title="简易报告",
        model=R,
        api=API,
        one_by_one=True,
        start=OPEN,
        ends=[GIVEN],
        numbers=lambda s: (s.reportno, s.reportno),
        about=lambda m: (m.unitname, m.equname),
        steps=[
            Step(OPEN, "待归档", g.of_institute, waits="简易报告待归档", verb="归档", route=ARCHIVE, **WAITS),
            Step(HELD, "待发放", g.of_institute, waits="简易报告待发放", verb="发放", route=RELEASE, **WAITS),
            Step(GIVEN, "已发放", nobody, tone="ok"),
        ],
        moves=[
            Move(
                *("archive", "归档", [OPEN], HELD, p.SIMPLE_SAVE),
                guards=[g.one_document],
                takes=["archivebox", "pages"],
                stamps=["archiver_id", "archived"],
                effects=[note_file],
                form=FILE,
            ),
            Move(
                *("release", "发放", [HELD], GIVEN, p.SIMPLE_RELEASE),
                takes=["way", "receiver"],
                stamps=["giver_id", "given"],
                form=HAND_OUT,
            ),
            Move(
                *("back", "退回归档", [HELD], OPEN, p.SIMPLE_RELEASE),
                needs_reason=True,
                forgets=["digest", "archiver_id", "archived"],
            ),
        ],
    )
)
