"""Declarations by Excel: each row a device, judged as the counter judges it; one declaration a unit, class and sort."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.inspection import permissions as p
from tejian.inspection.flow.api import DECLARATION
from tejian.inspection.models.items import AppMain
from tejian.inspection.records import api as book
from tejian.inspection.rules.api import allowed_rules
from tejian.kit.forms.formview import Field, field_of
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.importing.view import ImportUnits, ImportView, Row, add_import, judge_each

from .applications import MOST, ApplicationForm, ItemForm, refuse_past, refused, save

LIST = "jy_appmain_sheet_list"
ROWS_MOST = 1000  # of one file: each is tried as the counter would
COLUMNS: Sequence[Field] = (
    Field("code", "设备代码或登记号", required=True, size=32, help="设备代码、注册代码或使用登记证编号"),
    Field("testsort", "检验类型", "dict", True, "C604", help="如机电类定期检验、电梯自行检测，可填名称或代码"),
    field_of(AppMain.plandate),
    field_of(AppMain.inscontactname, help="不填取单位档案的联系人"),
    field_of(AppMain.INSCONTACTTEL, rule="mobileOrLandline", help="不填取单位档案的电话"),
    field_of(AppMain.earlyreason, help="离下次检验日期还早的须填"),
    field_of(AppMain.afterstop, help="设备已停用、重新启用前检验的填“是”"),
    field_of(AppMain.remark, size=256),
)
EXAMPLE = {"code": "31103302012020120001", "testsort": "0211", "inscontactname": "王芳", "INSCONTACTTEL": "13805748888"}


@dataclass(frozen=True)
class Wanted:
    """What a row asks for: the device, its unit, the inspection, and whom to call."""

    device: Equipment
    unit: Unit
    seisort: str
    values: Mapping[str, Any]

    @property
    def key(self) -> tuple[Any, ...]:
        """What one declaration has in common."""
        names = ("testsort", "plandate", "inscontactname", "INSCONTACTTEL", "earlyreason", "afterstop")
        return (self.unit.id, self.device.equclass, self.seisort, *(self.values.get(n) for n in names))

    def header(self) -> dict[str, Any]:
        """The form of the counter without its devices."""
        v, unit = self.values, self.unit
        return {
            "seisort": self.seisort,
            "testsort": v["testsort"],
            "unitsysid": unit.id,
            "inscontactname": v.get("inscontactname") or unit.contact,
            "INSCONTACTTEL": v.get("INSCONTACTTEL") or unit.mobile or unit.tel,
            "plandate": v.get("plandate"),
            "earlyreason": v.get("earlyreason") or "",
            "afterstop": v.get("afterstop") or False,
        }

    def item(self) -> ItemForm:
        return ItemForm(equdatasysid=self.device.id, remark=self.values.get("remark") or "")


class DeclaringImporter:
    """Tries each row alone as the counter would; writes what is right in groups."""

    def __init__(self, db: Session, me: User):
        self.db, self.me, self.rows = db, me, 0
        self.named: dict[tuple[str, str], int] = {}  # device and category → the row that asked first

    def check(self, rows: Sequence[Row]) -> None:
        self.rows += len(rows)
        if self.rows > ROWS_MOST:
            raise BadInput(f"一个文件最多申报{ROWS_MOST}台设备，请分次导入")
        devices = self._devices(rows)
        judge_each(rows, lambda row: self._judge(row, self._wanted(row.values, devices)))

    def _judge(self, row: Row, wanted: Wanted) -> None:
        key = (wanted.device.id, wanted.seisort)
        if (first := self.named.setdefault(key, row.number)) != row.number:
            raise BadInput(f"与第{first}行是同一台设备的同类检验", field="code")
        refuse_past(wanted.values.get("plandate"))
        form = ApplicationForm(equipment=[wanted.item()], **wanted.header())
        if why := refused(self.db, self.me, form):
            raise Refused(why)

    def _devices(self, rows: Sequence[Row]) -> dict[str, list[Equipment]]:
        """The devices that the codes of the rows name, as far as the user sees them."""
        codes = {str(row.values["code"]).upper() for row in rows if "code" in row.values}
        E = Equipment
        by_code = or_(E.equcode.in_(codes), E.regcode.in_(codes), E.usecertno.in_(codes))
        out: dict[str, list[Equipment]] = {}
        for device in self.db.scalars(select(E).where(by_code, E.visible(self.me), E.equDel == 0)):
            for code in {device.equcode, device.regcode, device.usecertno} & codes:
                out.setdefault(code, []).append(device)
        return out

    def _wanted(self, values: Mapping[str, Any], devices: Mapping[str, Sequence[Equipment]]) -> Wanted:
        matches = devices.get(str(values["code"]).upper(), ())
        if len(matches) != 1:
            raise BadInput("有多台设备使用这个编号，请填设备代码" if matches else "没有您可见的这台设备", field="code")
        device, test = matches[0], values["testsort"]
        rules = allowed_rules(book.offered(self.db, device.equclacode), device.equclacode)
        rule = next((one for one in rules if one.testsort == test), None)
        if rule is None:
            can = "、".join(dict.fromkeys(one.testsort_label for one in rules)) or "无"
            raise BadInput(f"该设备类别不能申报此检验类型，可申报：{can}", field="testsort")
        unit = self.db.scalars(select(Unit).where(Unit.id == device.useorgsysid)).first()
        if unit is None:
            raise BadInput("设备没有登记使用单位，请先完善档案", field="code")
        return Wanted(device, unit, rule.seisort, values)

    def checked(self) -> None:
        """Each row was tried in a savepoint of its own and taken back."""
        self.db.expire_all()

    def told(self) -> ImportUnits | None:
        return None

    def write(self, rows: Sequence[Row]) -> None:
        """Declare and hand in: a file is one block, so that its groups are whole."""
        devices = self._devices(rows)
        groups: dict[tuple[Any, ...], list[Wanted]] = {}
        for row in rows:
            wanted = self._wanted(row.values, devices)
            groups.setdefault(wanted.key, []).append(wanted)
        for group in groups.values():
            for begin in range(0, len(group), MOST):
                self._declare(group[begin : begin + MOST])

    def _declare(self, group: Sequence[Wanted]) -> None:
        form = ApplicationForm(equipment=[one.item() for one in group], **group[0].header())
        main = save(self.db, self.me, form)
        DECLARATION.do(self.db, self.me, "submit", [main.id])

    def finish(self) -> None:
        """The guards of the submission took the locks of the devices and looked for themselves."""


VIEW = add_import(
    ImportView(
        LIST,
        "申报",
        p.APPLY_SAVE,
        lambda db, me: COLUMNS,
        lambda db, me: EXAMPLE,
        DeclaringImporter,
        most=ROWS_MOST,
        once=True,
    )
)
