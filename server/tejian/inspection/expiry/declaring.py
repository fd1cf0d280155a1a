"""Declarations in batch: one a unit, class and sort; what cannot be declared is named with its reason."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.inspection import codes as at
from tejian.inspection.declarations.api import ApplicationForm, ItemForm, refuse_past, submit
from tejian.inspection.flow.api import not_declarable, open_business, stop_unsaid, too_early
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import SeisortRule, allowed_rules
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.forms.formview import Input
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User

from .forms import FORMS

MOST = 200
NAMED = 5  # reasons that the sentence gives; the others are counted
SORTS = {"ninspdate": at.PERIODIC, "ninspdate2": at.PERIODIC, "ndetdate": at.DETECTION, "nwaterdate": at.PERIODIC}
SORTS |= {"nyearcheckdate": at.YEAR_CHECK}


@dataclass(frozen=True)
class Plan:
    """A device with the inspection that its date asks for, or why it cannot be declared."""

    device: Equipment
    rule: SeisortRule | None
    unit: Unit | None
    why: str = ""

    @property
    def key(self) -> tuple[str, str, str, str]:
        rule = self.rule
        assert rule is not None
        return (self.device.useorgsysid, self.device.equclass, rule.seisort, rule.testsort)


def plan(db: Session, device: Equipment, field: str, earlyreason: str = "") -> Plan:
    """The inspection whose report states the date that falls due; much too early only with a reason."""
    rules = allowed_rules(records.offered(db, device.equclacode), device.equclacode, SORTS[field])
    dates = {field, *records.mirrored(db, device.equclacode, field)}
    rule = next((one for one in rules if dates & set(one.next_date_fields[:1])), None)
    unit = db.scalars(select(Unit).where(Unit.id == device.useorgsysid)).first()
    if rule is None:
        return Plan(device, None, unit, "没有可以申报的检验类型")
    why = not_declarable(device, rule.seisort) or stop_unsaid(device, rule.seisort, afterstop=False)
    why = why or open_business(db, [device.id], rule.seisort)
    if why is None and (unit is None or not unit.enabled):
        why = "没有使用单位，或单位已停用"
    if why is None and unit is not None and not (unit.contact and (unit.mobile or unit.tel)):
        why = f"{unit.name}没有联系人或电话"
    if why is None and not earlyreason:
        early = too_early(db, device, rule.seisort, rule.testsort)
        why = early and f"{early}，请填写提前申报原因"
    return Plan(device, rule, unit, why or "")


def declare(db: Session, me: User, form: Input) -> list[str]:
    """Declare and hand in the picked devices; gives the numbers of the declarations. All or, asked so, what can be."""
    field = form["datefield"]
    if field not in FORMS:
        raise BadInput("日期：请从选项中选择", field="datefield")
    refuse_past(form["plandate"])
    devices = many_visible_or_refuse(db, me, Equipment, form.ids)
    if len(devices) > MOST:
        raise Refused(f"一次最多申报{MOST}台设备")
    plans = [plan(db, one, field, form["earlyreason"] or "") for one in devices]
    wrong = [f"{one.device.equcode or one.device.equname}：{one.why}" for one in plans if one.why]
    if wrong and not form["skip"]:
        more = f" 等{len(wrong)}台" if len(wrong) > NAMED else ""
        raise Refused(f"{'；'.join(wrong[:NAMED])}{more}。可勾选“跳过不能申报的设备”")
    groups: dict[tuple[str, str, str, str], list[Plan]] = {}
    for one in plans:
        if not one.why:
            groups.setdefault(one.key, []).append(one)
    if not groups:
        raise Refused("所选设备都不能申报：" + "；".join(wrong[:NAMED]))
    return [_declared(db, me, group, form) for group in groups.values()]


def _declared(db: Session, me: User, group: Sequence[Plan], form: Input) -> str:
    first = group[0]
    assert first.rule is not None and first.unit is not None
    main = submit(
        db,
        me,
        ApplicationForm(
            seisort=first.rule.seisort,
            testsort=first.rule.testsort,
            unitsysid=first.unit.id,
            inscontactname=first.unit.contact,
            INSCONTACTTEL=first.unit.mobile or first.unit.tel,
            plandate=form["plandate"],
            earlyreason=form["earlyreason"] or "",
            equipment=[ItemForm(equdatasysid=one.device.id) for one in group],
        ),
    )
    return main.appno
