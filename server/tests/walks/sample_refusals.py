"""Every guard of a sample for the laboratory: how it is made to speak, and the sentence that is then read."""

from typing import Any

from sqlalchemy import update

from tejian.exchange.models import ExchangePartner
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.laboratory import LabSample

from .conftest import Office
from .refusals import Refusal


def handed_in(office: Office, row: Any) -> None:
    office.db.execute(update(AppBuss).where(AppBuss.id == row.appbuss_id).values(step="BGQR"))


def no_laboratory(office: Office, _row: Any) -> None:
    office.db.execute(update(ExchangePartner).values(enabled=False))


def has_result(office: Office, row: Any) -> None:
    office.db.execute(update(LabSample).where(LabSample.id == row.id).values(step="CJ"))


SAMPLES = [
    Refusal("lab_sample", "send", "record_open", "{seisn}的记录已提交，不能再送检样品", handed_in),
    Refusal("lab_sample", "send", "has_laboratory", "本机构没有接入实验室系统", no_laboratory),
    Refusal("lab_sample", "drop", "result_unknown", "实验室已给出结果，不能取消样品", has_result),
]
