"""The list of the policies of relief."""

from sqlalchemy import select

from tejian.charging import permissions as p
from tejian.charging.models.charges import ReliefPolicy as P
from tejian.kit.lists.listview import ListView, add_list, col, like, same
from tejian.kit.process.moves import buttons
from tejian.system.permissions import EXPORT

from .forms import POLICIES
from .process import PAGE, POLICY

policy_list = add_list(
    ListView(
        no="cha_policy_list",
        title="费用减免政策",
        permission=p.POLICY_QUERY,
        export_permission=EXPORT,
        source=select(P),
        key=P.id,
        visible=P.visible,
        url="/api/chareliefpolicy/chaReliefPolicy/findList",
        sort="-validfrom",
        columns=[
            col(P.name, 240, fixed="left", link=PAGE),
            col(P.document, 180),
            col(P.percent, 84),
            col(P.reduction, 106, type="money"),
            col(P.unitname, 170),
            col(P.equclass, 150),
            col(P.validfrom, 96),
            col(P.validto, 96),
            col(P.step, 80, label="状态", type="state", words=POLICY.names, tones=POLICY.tones),
            col(P.type, 190),
            col(P.nature, 70),
            col(P.equclacode, 120),
            col(P.equcode, 160, type="code"),
            col(P.priority, 70),
            col(P.stacks, 70),
            col(P.agreedby, 80),
        ],
        search=[
            like("name", "政策名称", P.name, quick=True),
            same("type", "减免类型", P.type, widget="select", dict="C646", quick=True),
            same("step", "状态", P.step, widget="select", options=POLICY.names, quick=True),
            like("document", "文件依据", P.document),
            like("unitname", "单位", P.unitname),
        ],
        actions=[
            POLICIES.add,
            POLICIES.edit,
            *buttons(POLICY),
        ],
    )
)
