"""The imports by which the tables of an older system are understood, each with a column for the old number."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from sqlalchemy.orm import Session

from tejian.archives.models.persons import PersonCert
from tejian.archives.permissions import PERSON_SAVE
from tejian.archives.persons.api import CERT_FORM, before_cert, holder_of, normalised
from tejian.kit.forms.formview import Field
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.user import User
from tejian.kit.importing.saving import SavingImporter, columns_of, completed
from tejian.kit.importing.view import ImportView, import_of
from tejian.kit.records.crud import Hooks, put

from .kinds import CERT, OLDKEY, Kind

HOLDER = Field("holder", "持证人证件号码", required=True, size=32, help="持证人须已有人员档案，或在同一项目中迁入")
HOOKS = Hooks(before_cert)


def _certificates(db: Session, me: User) -> SavingImporter:
    """Certificates find their person by the number of the identity card."""

    def save(values: dict[str, Any]) -> None:
        whole = normalised("01", str(values.pop("holder")), "holder")
        person = holder_of(db, "01", whole)
        if person is None:
            raise BadInput("没有这个证件号码的人员档案", field="holder")
        sent = completed(db, me, CERT_FORM, values, ("person_id",)) | {"person_id": person}
        put(db, me, PersonCert(), sent, HOOKS)

    return SavingImporter(db, save)


def _columns(_db: Session, _me: User) -> Sequence[Field]:
    return columns_of(CERT_FORM, HOLDER, but=("person_id",))


def _example(_db: Session, _me: User) -> Mapping[str, str]:
    return {}


CERTIFICATES = ImportView(
    no="moving_cert_list",
    title="人员证书",
    permission=PERSON_SAVE,
    columns=_columns,
    example=_example,
    start=_certificates,
    secret=frozenset({"holder"}),
)


@cache
def view_of(kind: Kind) -> ImportView:
    """The import of a kind; the number in the older system stands first."""
    view = CERTIFICATES if kind.code == CERT else import_of(kind.view)

    def columns(db: Session, me: User) -> Sequence[Field]:
        return [OLDKEY, *view.columns(db, me)]

    return replace(view, columns=columns)
