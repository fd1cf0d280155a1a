"""Contracts as tests make them: drafted, audited and confirmed over HTTP by three people."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.charging.models.contracts import Contract
from tejian.kit.ground import clock
from tejian.system.rules.api import RuleRow
from tejian.system.settings.cache import bump
from tests.inspection.conftest import Office

CALLS = "/api/agreement"
OF_LIFTS = {"equclass": "3000", "testsort": "0211", "price": "300"}


def taxed_lifts(office: Office) -> None:
    """As in provinces where periodic inspection is a service by agreement: what lifts pay bears tax."""
    rows = office.db.scalars(select(RuleRow).where(RuleRow.tbl == "fees", RuleRow.data["equclass"].astext == "3000"))
    for row in rows:
        row.data = {**row.data, "nature": "应税"}
    bump(office.db, "rule")
    office.db.commit()


def day(days: int) -> str:
    return str(clock.today() + timedelta(days=days))


@dataclass
class Agreements:
    """The three people that a contract takes."""

    office: Office

    @property
    def lift(self) -> Equipment:
        return self.office.lifts()[0]

    def form(self, *clauses: dict[str, Any], **more: Any) -> dict[str, Any]:
        """A contract with the user of the lifts, of a year that began a month ago, where their fees are no public ones
        any more: of these a contract says no price."""
        if more.get("nature") != "非税":
            taxed_lifts(self.office)
        form: dict[str, Any] = {"agrname": "电梯定期检验", "unitsysid": self.lift.useorgsysid, "nature": "应税"}
        form |= {"validfrom": day(-30), "validto": day(335), "clauses": list(clauses or [OF_LIFTS])}
        return form | more

    def drafted(self, *clauses: dict[str, Any], **more: Any) -> Contract:
        made = self.office.good("shoufei", f"{CALLS}/save", **self.form(*clauses, **more))
        return self.contract(made["id"])

    def submitted(self, *clauses: dict[str, Any], **more: Any) -> Contract:
        row = self.drafted(*clauses, **more)
        self.office.good("shoufei", f"{CALLS}/submit", ids=row.id)
        return self.contract(row.id)

    def audited(self, *clauses: dict[str, Any], **more: Any) -> Contract:
        return self.audit(self.submitted(*clauses, **more))

    def audit(self, row: Contract) -> Contract:
        self.office.good("yewu", f"{CALLS}/audit", ids=row.id, legal="已审")
        return self.contract(row.id)

    def confirm(self, row: Contract) -> Contract:
        self.office.good("caiwu", f"{CALLS}/confirm", ids=row.id, signdate=day(0))
        return self.contract(row.id)

    def in_force(self, *clauses: dict[str, Any], **more: Any) -> Contract:
        return self.confirm(self.audited(*clauses, **more))

    def change(self, row: Contract, first: str, **more: Any) -> Contract:
        """A second version, drafted and filled in, not submitted."""
        self.office.good("shoufei", f"{CALLS}/change", ids=row.id, changenote="调价", validfrom=first)
        made = self.office.db.scalars(
            select(Contract).where(Contract.series_id == row.series_id, Contract.edition == row.edition + 1)
        ).one()
        if more:
            self.office.good("shoufei", f"{CALLS}/save", id=made.id, version=made.version, **more)
        return self.contract(made.id)

    def changed(self, row: Contract, first: str, **more: Any) -> Contract:
        """The second version in force."""
        made = self.change(row, first, **more)
        self.office.good("shoufei", f"{CALLS}/submit", ids=made.id)
        return self.confirm(self.audit(made))

    def contract(self, key: str) -> Contract:
        return self.office.db.scalars(select(Contract).where(Contract.id == key)).one()
