"""What can be moved in: kinds of records in the order in which they need each other, each by an import that exists."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tejian.archives.equipment.api import SCREENS
from tejian.kit.forms.formview import Field

OLDKEY = Field("moving_oldkey", "旧系统编号", size=64, help="旧系统里这条记录的唯一编号；再次迁入时凭它认出同一条")
UNIT, PERSON, CERT, REPORT, PAPERS = "unit", "person", "cert", "report", "papers"


@dataclass(frozen=True)
class Kind:
    """`view` is the import that understands its rows, `model` the table of what a row becomes; `titles` are the
    fields that say which one a row is, the first that is stated."""

    code: str
    label: str
    view: str
    model: str
    titles: Sequence[str]
    place: int


def _devices() -> list[Kind]:
    return [
        Kind(code, title, f"eqd_{screen}_list", "equipment", ("equname", "equcode", "prono"), 2)
        for code, (screen, _param, _more, title) in ((c, s) for c, s in SCREENS.items())
    ]


KINDS: Mapping[str, Kind] = {
    one.code: one
    for one in (
        Kind(UNIT, "单位", "unit_business_list", "unit", ("name", "code"), 1),
        *_devices(),
        Kind(PERSON, "人员", "person_list", "person", ("name",), 3),
        Kind(CERT, "人员证书", "moving_cert_list", "person_cert", ("certno",), 4),
        Kind(REPORT, "历史报告", "simple_archive_list", "simple_report", ("reportno",), 5),
    )
}
LABELS: Mapping[str, str] = {**{code: one.label for code, one in KINDS.items()}, PAPERS: "文件包"}
