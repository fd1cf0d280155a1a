"""Fee tables as tests make them: the sheet of what is in force, changed, uploaded, and led through its process."""

from dataclasses import dataclass
from datetime import timedelta
from io import BytesIO
from typing import Any

import python_calamine
import xlsxwriter
from sqlalchemy import func, select

from tejian.charging.models.tables import FeeTable, FeeTableRow
from tejian.kit.database import jobs
from tejian.kit.ground import clock
from tejian.system.rules.api import RuleRow
from tests.inspection.conftest import Office

CALLS = "/api/chamain/feeTable"
VIEW = "cha_fee_list"
HEAD = {"feecode": "*收费代码", "equclass": "*种类", "testsort": "*检验类型", "item": "*收费项目", "amount": "标准金额"}
HEAD |= {"nature": "性质", "line_role": "*行别", "kind_filter": "设备类别", "band_expr": "档次条件", "calc": "*计算"}
HEAD |= {"source": "*文件依据", "band": "档次", "param_field": "所用参数", "instead": "代替", "excludes": "不同收"}
Cells = dict[str, str]


def day(days: int) -> Any:
    return clock.today() + timedelta(days=days)


@dataclass
class FeeTables:
    """Finance drafts a table, the head of business publishes it."""

    office: Office

    def sheet(self) -> list[Cells]:
        """The rows in force as they are downloaded."""
        self.office.call.user = self.office.user("caiwu")
        content = self.office.call.client.post(f"{CALLS}/sheet").content
        self.office.call.user = None
        head, *rows = python_calamine.CalamineWorkbook.from_filelike(BytesIO(content)).get_sheet_by_index(0).to_python()
        return [dict(zip(map(str, head), map(str, row), strict=True)) for row in rows]

    def changed(self, code: str, **cells: str) -> list[Cells]:
        """The rows in force with other cells in one of them."""
        more = {HEAD[name]: text for name, text in cells.items()}
        return [row | more if row["*收费代码"] == code else row for row in self.sheet()]

    def send(self, rows: list[Cells], mode: str = "all", name: str = "收费标准.xlsx", login: str = "caiwu") -> Any:
        """Upload rows and run the job; the answer of the run."""
        content = csv_of(rows) if name.endswith(".csv") else workbook_of(rows)
        told = {"_files": {"file": (name, content)}, "viewNo": VIEW, "mode": mode}
        said = self.office.call("/api/import/start", _as=self.office.user(login), **told).json()
        if not said["isSuccess"]:
            return said
        for job, arguments in jobs.waiting(self.office.db):
            if job == "imports.run":
                jobs.run(job, arguments)
        self.office.db.expire_all()
        return self.office.good(login, "/api/import/progress", id=said["data"]["id"])

    def drafted(self, code: str = "F0094", calc: str = "min(1500,500+20*(elefloornumber-5))", **head: Any) -> FeeTable:
        """A draft in which lifts above five floors cost otherwise."""
        done = self.send(self.changed(code, calc=calc))
        assert done["state"] == "done", done
        table = self.office.db.scalars(select(FeeTable).order_by(FeeTable.createtime.desc())).first()
        assert table
        told = {"name": "2027年收费标准", "document": "甬价费〔2026〕9号", "effective": str(day(10))} | head
        self.office.good("caiwu", f"{CALLS}/save", id=table.id, **told)
        return self.table(table.id)

    def submitted(self, **more: Any) -> FeeTable:
        table = self.drafted(**more)
        self.office.good("caiwu", f"{CALLS}/submit", ids=table.id)
        return self.table(table.id)

    def published(self, **more: Any) -> FeeTable:
        table = self.submitted(**more)
        self.office.good("yewu", f"{CALLS}/publish", ids=table.id)
        return self.table(table.id)

    def table(self, key: str) -> FeeTable:
        query = select(FeeTable).where(FeeTable.id == key).execution_options(populate_existing=True)
        return self.office.db.scalars(query).one()

    def counts(self) -> list[int]:
        """How many tables, rows of them and rules there are: a refusal leaves them."""
        models = (FeeTable, FeeTableRow, RuleRow)
        return [self.office.db.scalar(select(func.count()).select_from(one)) or 0 for one in models]

    def rules(self, code: str) -> list[RuleRow]:
        query = select(RuleRow).where(RuleRow.tbl == "fees", RuleRow.data["feecode"].astext == code)
        query = query.execution_options(populate_existing=True)
        return list(self.office.db.scalars(query.order_by(RuleRow.validfrom.nulls_first())))


def workbook_of(rows: list[Cells]) -> bytes:
    out = BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True, "strings_to_formulas": False}) as made:
        sheet = made.add_worksheet("数据")
        for i, name in enumerate(rows[0]):
            sheet.write_string(0, i, name)
            for n, row in enumerate(rows, 1):
                if row[name]:
                    sheet.write_string(n, i, row[name])
    return out.getvalue()


def csv_of(rows: list[Cells]) -> bytes:
    def line(cells: Any) -> str:
        return ",".join('"' + cell.replace('"', '""') + '"' for cell in cells)

    return "\r\n".join([line(rows[0]), *(line(row.values()) for row in rows)]).encode("gb18030")
