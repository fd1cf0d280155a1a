"""Two versions of one template are published at the same moment: one of them is, the other is told what waits."""

from datetime import timedelta
from functools import partial

from sqlalchemy import select

from tejian.inspection.models.templates import TemplateRow, TemplateVersion
from tejian.kit.ground import clock
from tejian.system.rules.api import RuleRow
from tests.inspection.templates import CALLS, LIFT, WHY

from .conftest import Desks, together


def drafted(desks: Desks, name: str) -> str:
    """A version of the template of lifts whose first item says something else, handed in."""
    layouts = select(RuleRow.id).where(
        RuleRow.tbl == "report_layouts", RuleRow.data["template"].astext == LIFT, RuleRow.validto.is_(None)
    )
    layout = desks.read(lambda db: db.scalars(layouts).one())
    day = str(clock.today() + timedelta(days=10))
    said = {"name": name, "document": "院技〔2026〕5号", "effective": day}
    key = str(desks.good("zhiliang", f"{CALLS}/open", ids=layout, **said)["id"])
    rows = select(TemplateRow).where(TemplateRow.version_id == key, TemplateRow.tbl == "report_items")
    row = desks.read(lambda db: db.scalars(rows.order_by(TemplateRow.seq)).first())
    form = {"id": row.id, "version": row.version, "version_id": key, **row.data, **WHY}
    desks.good("zhiliang", f"{CALLS}/report_items/save", **form | {"requirement_summary": f"资料齐全有效（{name}）"})
    desks.good("zhiliang", f"{CALLS}/submit", ids=key)
    return key


def test_of_two_versions_published_at_once_one_is(desks: Desks) -> None:
    for login in ("zhiliang", "pizhun"):
        desks.open(login)
    other = desks.open("pizhun", "second desk")
    for desk in ("pizhun", other):
        desks.good(desk, "/api/user/sign", pin="2026")
    keys = [drafted(desks, name) for name in ("甲版", "乙版")]
    said = together(
        *(partial(desks.post, who, f"{CALLS}/publish", ids=k) for who, k in zip(("pizhun", other), keys, strict=True))
    )
    assert [one["isSuccess"] for one in said].count(True) == 1, said
    lost = next(one["errorMsg"] for one in said if not one["isSuccess"])
    assert "生效或撤回后才能发布另一版" in lost
    steps = desks.read(lambda db: sorted(db.scalars(select(TemplateVersion.step))))
    assert steps.count("PUBLISHED") == 1
