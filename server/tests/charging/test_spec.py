"""Charging beside the specification 001 (spec.csv): screens, calls, parameters, sentences and behaviours, row by row.

A row `same` is asked here; a row `differs` says why we do otherwise.
"""

import csv
from pathlib import Path

import pytest
from sqlalchemy import func, select

from tejian import areas, data
from tejian.charging.models.charges import Charge, ChargeItem
from tejian.kit.forms.formview import FormView
from tejian.kit.ground.permission import PERMISSIONS
from tejian.kit.lists.listview import LISTS
from tejian.kit.web.edge import CALLS as KNOWN
from tests.inspection.conftest import office

from .conftest import CALLS, Cash

__all__ = ["office"]
areas.load()
ROWS = list(csv.DictReader((Path(__file__).parent / "spec.csv").open(encoding="utf-8", newline="")))


def of(kind: str) -> list[dict[str, str]]:
    return [row for row in ROWS if row["kind"] == kind and row["state"] == "same"]


def named(row: dict[str, str]) -> str:
    return f"{row['where']} {row['name']}".strip()


def parameters(path: str) -> set[str]:
    """The names of what a call reads."""
    call = KNOWN[path]
    names = set(call.changes.by) if call.changes else set()  # which records it changes
    if isinstance(call.form, FormView):
        return names | {one.name for group in call.form.groups for one in group.fields}
    return names | set(getattr(call.form, "model_fields", ()))


def test_the_file_holds_every_kind_of_row_and_every_difference_has_its_reason() -> None:
    assert {row["kind"] for row in ROWS} == {"screen", "call", "parameter", "sentence", "permission", "behaviour"}
    assert {row["name"] for row in of("behaviour")} == {f"B{n}" for n in range(211, 219)}
    assert all(len(row["note"]) > 1 for row in ROWS if row["state"] == "differs")
    assert len({(row["kind"], row["where"], row["name"], row["text"], row["state"]) for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("row", of("screen"), ids=named)
def test_each_screen_has_its_path_name_and_title(row: dict[str, str]) -> None:
    screen = next(one for one in data.rows("screens") if one["path"] == row["where"])
    assert (screen["name"], screen["title"]) == (row["name"], row["text"])


@pytest.mark.parametrize("row", of("call"), ids=named)
def test_each_call_is_answered_by_post(row: dict[str, str]) -> None:
    assert row["name"] == "POST"
    assert row["where"] in KNOWN or any(view.url == row["where"] for view in LISTS.values())


@pytest.mark.parametrize("row", of("parameter"), ids=named)
def test_each_parameter_is_read_under_its_name(row: dict[str, str]) -> None:
    assert row["name"] in parameters(row["where"])


def test_buttons_of_the_confirmation_have_their_family_of_permissions() -> None:
    [row] = of("permission")
    assert any(code.startswith(row["where"]) for code in PERMISSIONS)


def test_each_sentence_is_said_and_nothing_is_registered(cash: Cash) -> None:
    first, second, third = cash.items(3)
    second.unitsysid = "f" * 32
    count = cash.office.db.scalar(select(func.count()).select_from(Charge))
    said = [cash.refused("shoufei", f"{CALLS}/detail")]
    said.append(cash.refused("shoufei", f"{CALLS}/detail", ids=f"{first.id},{second.id}"))
    first.appno = ""
    said.append(cash.refused("shoufei", f"{CALLS}/detail", ids=first.id))
    third.chargestate = "1"
    said.append(cash.refused("shoufei", f"{CALLS}/detail", ids=third.id))
    assert said == [row["text"] for row in of("sentence")]
    assert cash.office.db.scalar(select(func.count()).select_from(Charge)) == count


# -- behaviours -------------------------------------------------------------------------------------------------------


def drafts(cash: Cash, count: int) -> list[str]:
    """The keys of as many drafts, each of an item of its own."""
    return [cash.office.good("shoufei", f"{CALLS}/save", **cash.form([one]))[0]["id"] for one in cash.items(count)]


def test_b211_b214_accepted_declarations_lead_to_the_form_by_their_numbers(cash: Cash) -> None:
    items = cash.items(2)
    mains = sorted({one.appmain_id for one in items})
    numbers = cash.office.good("shoufei", "/api/appmain/checkCharge", ids=",".join(mains))["appnos"]
    assert sorted(numbers) == sorted({one.appno for one in items})
    asked = {"entryType": "add", "id": "", "pAppno": ",".join(numbers), "pSeisn": ""}
    form = cash.office.good("shoufei", f"{CALLS}/detail", **asked)
    assert sorted(one["seisn"] for one in form["items"]) == sorted(one.seisn for one in items)
    basic = cash.office.good("shoufei", f"{CALLS}/getBasicCharge", appno=",".join(numbers))
    assert (basic["total"], basic["items"]) == (form["total"], form["items"])
    only = cash.office.good("shoufei", f"{CALLS}/detail", entryType="add", pSeisn=items[0].seisn)
    assert [one["seisn"] for one in only["items"]] == [items[0].seisn]
    [draft] = cash.office.good("shoufei", f"{CALLS}/save", **cash.form(items))
    again = cash.office.good("shoufei", f"{CALLS}/detail", entryType="edit", id=draft["id"])
    assert (again["id"], again["total"]) == (draft["id"], form["total"])


def test_b212_b213_what_is_registered_waits_for_confirmation_and_moves_by_three_calls(cash: Cash) -> None:
    charge = cash.committed()
    waiting = cash.office.good("caiwu", f"{CALLS}/confirmList")["list"]
    assert [one["id"] for one in waiting] == [charge.id]
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=charge.id, status="2")
    assert cash.charge(charge.id).status == "2"
    cash.office.good("shoufei", f"{CALLS}/modifyPayresult", ids=charge.id, amount=str(charge.amount), way="cash")
    assert cash.charge(charge.id).status == "4"
    cash.office.good("shoufei", f"{CALLS}/modifyInvoice", ids=charge.id, title=charge.invoicetitle)
    assert cash.charge(charge.id).status == "5"


def test_b215_policies_are_asked_by_class_unit_and_device(cash: Cash) -> None:
    [item] = cash.items()
    policy = {"name": "老旧小区减半", "type": "02", "document": "甬价〔2026〕1号", "nature": "非税", "percent": "50"}
    policy |= {"validfrom": "2026-01-01", "stacks": "0", "equclacode": "3100"}
    cash.relief(**policy)
    path = "/api/chareliefpolicy/chaReliefPolicy/list"
    asked = {"equclacode": item.equclacode, "unit": item.unitsysid, "equId": item.id}
    assert [(one["name"], one["why"]) for one in cash.office.good("caiwu", path, **asked)] == [("老旧小区减半", "")]
    crane = cash.office.good("caiwu", path, equclacode="4130")
    assert [(one["name"], one["why"]) for one in crane] == [("老旧小区减半", "不适用于该设备类别")]


def test_b216_b217_several_drafts_are_committed_or_deleted_at_once(cash: Cash) -> None:
    one, two, three, four = drafts(cash, 4)
    cash.office.good("shoufei", f"{CALLS}/batchCommit", ids=[one, two])
    assert {cash.charge(key).status for key in (one, two)} == {"1"}
    cash.office.good("shoufei", f"{CALLS}/delete", ids=[three, four])
    left = set(cash.office.db.scalars(select(Charge.id)))
    assert {one, two} <= left and not {three, four} & left


def test_b218_charges_are_found_by_the_number_of_an_item_and_by_declarations(cash: Cash) -> None:
    charge = cash.committed(2)
    first, second = cash.office.db.scalars(select(ChargeItem).where(ChargeItem.charge_id == charge.id)).all()
    [by_item] = cash.office.good("shoufei", "/api/complexquery/getChargesysidBySeisn", seisn=first.seisn)
    assert by_item["chargesysid"] == charge.chargesysid
    found = cash.office.good("shoufei", f"{CALLS}/findByAppnos", appno=f"{first.appno},{second.appno}")
    assert {(one["chargesysid"], one["seisn"]) for one in found} == {
        (charge.chargesysid, first.seisn),
        (charge.chargesysid, second.seisn),
    }
