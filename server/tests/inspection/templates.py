"""Templates as tests use them: the quality manager drafts, the approver publishes; every call over HTTP."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import func, select

from tejian.inspection.models.templates import TemplateRow, TemplateTrial, TemplateVersion
from tejian.kit.database import jobs
from tejian.kit.ground import clock
from tejian.system.rules.api import RuleRow
from tests.inspection.conftest import Office

CALLS = "/api/reportTemplate"
LIFT = "DT-DJ"
WHY = {"clause": "TSG T7001-2023 附件A", "reason": "院技术委员会决定"}


def day(days: int) -> Any:
    return clock.today() + timedelta(days=days)


@dataclass
class Templates:
    office: Office

    def layout(self, template: str = LIFT) -> RuleRow:
        query = select(RuleRow).where(RuleRow.tbl == "report_layouts", RuleRow.data["template"].astext == template)
        return self.office.db.scalars(query.where(RuleRow.validto.is_(None))).one()

    def opened(self, template: str = LIFT, effective: int = 10, **more: Any) -> TemplateVersion:
        said = {"name": "2027 版", "document": "院技〔2026〕5号", "effective": str(day(effective))} | more
        made = self.office.good("zhiliang", f"{CALLS}/open", ids=self.layout(template).id, **said)
        return self.version(made["id"])

    def version(self, key: str) -> TemplateVersion:
        query = select(TemplateVersion).where(TemplateVersion.id == key).execution_options(populate_existing=True)
        return self.office.db.scalars(query).one()

    def rows(self, version: TemplateVersion, table: str = "report_items") -> list[TemplateRow]:
        query = select(TemplateRow).where(TemplateRow.version_id == version.id, TemplateRow.tbl == table)
        query = query.order_by(TemplateRow.seq).execution_options(populate_existing=True)
        return list(self.office.db.scalars(query))

    def item(self, version: TemplateVersion, number: str) -> TemplateRow:
        return next(one for one in self.rows(version) if one.data["item_no"] == number)

    def saved(self, row: TemplateRow, **cells: str) -> None:
        """Change cells of a row, as its form sends them."""
        form = {"id": row.id, "version": row.version, "version_id": row.version_id, **row.data, **WHY, **cells}
        self.office.good("zhiliang", f"{CALLS}/{row.tbl}/save", **form)

    def removed(self, row: TemplateRow, reason: str = "院技术委员会决定取消") -> None:
        sent = {"id": row.id, "version": row.version, "reason": reason}
        self.office.good("zhiliang", f"{CALLS}/row/remove", **sent)

    def drafted(self, template: str = LIFT, **more: Any) -> TemplateVersion:
        """A draft whose first item says something else."""
        version = self.opened(template, **more)
        self.saved(self.rows(version)[0], requirement_summary="使用登记证、维保合同和应急救援制度齐全有效")
        return self.version(version.id)

    def submitted(self, version: TemplateVersion | None = None, **more: Any) -> TemplateVersion:
        version = version or self.drafted(**more)
        self.office.good("zhiliang", f"{CALLS}/submit", ids=version.id)
        return self.version(version.id)

    def published(self, version: TemplateVersion | None = None, **more: Any) -> TemplateVersion:
        version = self.submitted(version, **more)
        self.office.good("pizhun", f"{CALLS}/publish", ids=version.id)
        return self.version(version.id)

    def tried(self, version: TemplateVersion) -> TemplateTrial:
        """A trial, its job done."""
        made = self.office.good("zhiliang", f"{CALLS}/try", ids=version.id)
        for job, arguments in jobs.waiting(self.office.db):
            if job == "inspection.try_template":
                jobs.run(job, arguments)
        query = select(TemplateTrial).where(TemplateTrial.id == made["id"]).execution_options(populate_existing=True)
        return self.office.db.scalars(query).one()

    def rules(self, table: str = "report_items", template: str = LIFT) -> list[tuple[Any, ...]]:
        """The rules of a template with the days from and to which they are in force."""
        query = select(RuleRow).where(RuleRow.tbl == table, RuleRow.data["template"].astext == template)
        query = query.order_by(RuleRow.seq, RuleRow.validfrom.nulls_first())
        found = self.office.db.scalars(query.execution_options(populate_existing=True))
        return [(one.data.get("item_no"), one.data.get("seq"), one.validfrom, one.validto, one.source) for one in found]

    def counts(self) -> list[int]:
        models = (TemplateVersion, TemplateRow, RuleRow)
        return [self.office.db.scalar(select(func.count()).select_from(one)) or 0 for one in models]
