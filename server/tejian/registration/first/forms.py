"""The form of a first registration: that of the archive, without what the registration gives later."""

from dataclasses import replace
from typing import Any

from pydantic import Field
from sqlalchemy.orm import Session

from tejian.archives.equipment import api as equipment
from tejian.archives.equipment.api import DeviceForm, EquipmentForm
from tejian.kit.forms.formview import FormView, Group, field_of
from tejian.kit.ground.user import User
from tejian.registration.models.first import FirstRegistration

API = "/api/firstRegister"
PAGE = "/equCheckMng/firstRegisterDetail?id={id}"
FORM_PAGE = "/equCheckMng/firstRegisterForm"
# What the registration gives and no device has before it, and how the record came to be.
NOT_ASKED = ("usecertno", "regcode", "regdate", "datasource")
CHEORG = field_of(
    FirstRegistration.cheorg,
    type="select",
    dict="",
    options_url=f"{API}/institutes",
    required=True,
    help="由它检验这台设备",
)
BEGINNING = "提交后由登记机关审核，审核期间不能修改；通过后建立设备档案，检验合格的进入使用登记"


class FirstForm(DeviceForm):
    """A device as it is entered, with the institute that a unit names."""

    cheorg: str = Field("", title="检验机构", max_length=32)


def config(db: Session, me: User, equclass: str, equclacode: str) -> EquipmentForm:
    """The form of a class and kind. A unit enters for itself, names its institute, and finds makers and maintainers."""
    form = equipment.form_config(db, equclass, equclacode)
    for group in form["groups"]:
        group["fields"] = [field for field in group["fields"] if field["prop"] not in NOT_ASKED]
        for field in group["fields"]:
            if me.unit_id and field["prop"] == "useorgsysid":
                field["readonly"] = True
            elif me.unit_id and field["type"] == "unit":
                field["optionsUrl"] = f"{API}/units"
    if me.unit_id:
        form["groups"][0]["fields"].append({**CHEORG.config(), "locked": False})
    return {**form, "saveUrl": f"{API}/save", "beginning": BEGINNING}


def shown(equclass: str, equclacode: str) -> FormView:
    """The fields of one entry as its page shows them: units by their names, the deepest code by what it stands for."""
    groups: dict[str, list[Any]] = {}
    called = {name: equipment.labels()[beside][0] for name, beside in equipment.UNITS.items()}
    called["equclacode"] = "设备类别"
    for one in equipment.form_fields(equclass, equclacode):
        if one.name not in NOT_ASKED:
            field = replace(one.as_field(), label=called.get(one.name, one.label))
            groups.setdefault(one.group, []).append(field)
    return FormView("first_register_shown", "设备信息", "", [Group(title, fields) for title, fields in groups.items()])
