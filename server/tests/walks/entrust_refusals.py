"""Every guard of an entrusted project: how it is made to speak, and the sentence that is then read."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select

from tejian.archives.models.files import Attachment
from tejian.kit.ground import clock

from .conftest import Office
from .refusals import Refusal, put

P = "entrusted"
TOMORROW = clock.today() + timedelta(days=1)


def without_files(office: Office, row: Any) -> None:
    """Nothing was delivered."""
    for one in office.db.scalars(select(Attachment).where(Attachment.attrefsysid == row.id)):
        one.deleted = True


DONE = {"finished": str(TOMORROW), "reportno": "WTBG-1", "outcome": "已完成"}
ENTRUSTED = [
    Refusal(P, "start", "contract_known", "{name}没有合同编号或合同金额，请先填写", put(contractno="")),
    Refusal(P, "finish", "finished_in_time", f"完成日期{TOMORROW}不得晚于今天", form=DONE),
    Refusal(P, "finish", "delivered", "{name}没有上传成果报告，请在附件中上传", without_files),
    Refusal(P, "archive", "delivered", "{name}没有上传成果报告，请在附件中上传", without_files),
]
