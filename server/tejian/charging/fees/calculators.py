"""Calculators of the registration (001 §7.5): piping supervised, piping periodic, vessel periodic.

Where the archive lacks or misstates what the fee table reads, the registrar gives the parameters with a reason. They
stay with the registration, so that the lines can be worked out again; every line says that they were given by hand.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.errors import BadInput, Refused
from tejian.system.settings.api import version

from .facts import device_facts
from .forms import GivenForm
from .given import Known
from .lines import FeeLine

SUPERVISED_PIPING, PERIODIC_PIPING, PERIODIC_VESSEL = "gdjj", "gddj", "rqdj"
NAMES = {SUPERVISED_PIPING: "管道监检计费", PERIODIC_PIPING: "管道定检计费", PERIODIC_VESSEL: "容器定检计费"}
BY_PRICE = ("0103", "0104")  # supervision of alteration and repair costs a share of the contract
SUPERVISED, PERIODIC = "01", "02"
CLASSES = {"vesselclass": "C617", "mediumgroup": "C692"}


def of(row: Any) -> str:
    """The calculator of an item; '' where there is none."""
    way = row.testsort[:2]
    if row.equclass == codes.PIPING:
        return {SUPERVISED: SUPERVISED_PIPING, PERIODIC: PERIODIC_PIPING}.get(way, "")
    return PERIODIC_VESSEL if row.equclass == codes.VESSEL and way == PERIODIC else ""


def refuse_other(row: Any, kind: str) -> None:
    """A calculator works on its own items alone."""
    if of(row) != kind:
        raise Refused(f"{row.seisn}不能用{NAMES[kind]}")


def instead(db: Session, row: Any, given: GivenForm, known: Known) -> Known:
    """What an item is charged by when what was given stands in the place of the values of the archive."""
    kind = of(row)
    if not kind:
        raise Refused(f"{row.seisn}没有手工填写参数的计费方式")
    _refuse_foreign(db, kind, row, given)
    own: dict[str, object] = {}
    if kind == PERIODIC_VESSEL:
        values = {name: getattr(given, name) for name in ("volume", *CLASSES)}
        own = {name: value for name, value in values.items() if value}
    elif given.consprice is not None:
        own = {"consprice": given.consprice}
    facts = {name: value for name, value in device_facts(own, row.equclacode).items() if name in own}
    pipes = [one.model_dump() for one in given.pipes] or known.pipes
    return replace(known, facts={**known.facts, **facts}, pipes=pipes)


def _refuse_foreign(db: Session, kind: str, row: Any, given: GivenForm) -> None:
    """Parameters of another calculator, doubled pipelines and unknown words are refused."""
    name = NAMES[kind]
    vessel = given.volume is not None or given.vesselclass or given.mediumgroup
    if kind == PERIODIC_VESSEL:
        if given.pipes or given.consprice is not None:
            raise BadInput(f"{name}：只填写容积、压力容器类别和介质组别", field="given")
        if not vessel:
            raise BadInput(f"{name}：请填写容积、压力容器类别或介质组别", field="given")
    elif vessel:
        raise BadInput(f"{name}：只填写管道或施工合同价", field="given")
    elif given.consprice is not None and row.testsort not in BY_PRICE:
        raise BadInput(f"{name}：{row.seisn}按管道长度收费，不填写施工合同价", field="given")
    elif not given.pipes and given.consprice is None:
        raise BadInput(f"{name}：请填写至少一条管道或施工合同价", field="given")
    numbers = [one.pipeno for one in given.pipes]
    if doubled := next((one for one in numbers if numbers.count(one) > 1), ""):
        raise BadInput(f"{name}：管道{doubled}重复", field="given")
    for field, dictionary in CLASSES.items():
        value = getattr(given, field)
        if value and value not in words(db, version(db, "dict")).get(dictionary, {}):
            raise BadInput(f"{name}：{'压力容器类别' if field == 'vesselclass' else '介质组别'}不正确", field="given")


def explained(lines: Sequence[FeeLine], given: GivenForm) -> list[FeeLine]:
    """Lines that say that their parameters were given by hand, and why."""
    return [replace(line, explanation=f"{line.explanation}（参数手工填写：{given.reason}）") for line in lines]
