"""The checks of the chain on the auditor's desk."""

from sqlalchemy import case, select

from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, add_list, col, dates, same
from tejian.system.permissions import AUDIT_QUERY
from tejian.watch.models.chain import ChainCheck as C
from tejian.watch.permissions import CHECK

from .checking import BROKEN, ROUTE, SOUND

BASE = "/api/system/chain"
RESULTS = {SOUND: SOUND, BROKEN: BROKEN}
TONES = {SOUND: "ok", BROKEN: "no"}

chain_list = add_list(
    ListView(
        no="sys_chain_check_list",
        title="日志封存核查",
        permission=AUDIT_QUERY,
        export_permission=AUDIT_QUERY,
        source=select(C),
        key=C.id,
        visible=C.visible,
        url=f"{BASE}/findList",
        sort="-begun",
        late="wrong",
        due=["found"],
        columns=[
            col(C.begun, 150, fixed="left"),
            Col("result", "结果", C.result, 84, "state", words=RESULTS, tones=TONES),
            col(C.found, 80),
            col(C.rows, 90),
            col(C.blocks, 80),
            col(C.heads, 80),
            col(C.head, 420, type="code"),
            col(C.byname, 90),
            col(C.ended, 150, shown=False),
            Col("wrong", "", case((C.found > 0, "1"), else_="0")),
        ],
        search=[
            same("result", "结果", C.result, widget="select", options=RESULTS, quick=True),
            dates("begun", "核查时间", C.begun, moment=True, quick=True),
        ],
        actions=[
            Action(
                "checkChain",
                "立即核查",
                CHECK,
                kind="call",
                url=f"{BASE}/begin",
                confirm="核查全部日志与签发的报告，完成后出现在列表中。现在开始吗？",
            ),
            Action("view", "查看", AUDIT_QUERY, place="row", kind="route", needs="one", route=ROUTE),
        ],
    )
)
