"""Whether a PDF that somebody holds is a report of this platform: digest, signature and seal, in plain words."""

import base64
import re
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import Field
from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian import settings
from tejian.inspection.models.reports import Report
from tejian.inspection.records import api as records
from tejian.kit.database import tries
from tejian.kit.database.audit import security_event
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.files import blobs as files
from tejian.kit.forms.form import Form
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.seals import seal_files, signing, sm2_container
from tejian.kit.seals.proving import Proof, proof_of
from tejian.kit.web.edge import Caller, Later, Upload

from .public import ReportVerification, stated_of

MOST = 20 << 20  # bytes of a file; a report of a hundred pages has two million
NUMBER = re.compile(r"检验报告 ([0-9A-Za-z-]{6,32})$")


class ProofForm(Form):
    """The PDF that is to be judged, and the SM2 signature (.p7s) that came with it, where somebody has one."""

    file: Any = Field(None, title="文件")
    signature: str = Field("", title="国密签名文件（Base64）", max_length=sm2_container.LONGEST * 4 // 3 + 4)


class ReportProof(TypedDict):
    """`verdict`: genuine, superseded (genuine, but another counts), changed, foreign, unsigned or unknown. `lines` say
    digest, signature and seal in words; `report` is what the genuine report states."""

    verdict: str
    title: str
    lines: list[str]
    digest: str
    report: ReportVerification | None


def prove(db: Session, caller: Caller, form: ProofForm) -> Refused | Later:
    """What stands for and against a file. One that is none of ours is counted like a wrong code.

    The signature is judged after the commit: a file that keeps its reader busy holds no transaction.
    """
    counted = tries.address("public", caller.ip)
    tries.refuse_waiting(db, counted, "查验")
    if not isinstance(form.file, Upload):
        raise BadInput("请选择报告的PDF文件")
    content = form.file.file.read(MOST + 1)
    if len(content) > MOST:
        raise BadInput(f"文件超过{MOST >> 20} MB，不是检验报告")
    digest = signing.sha256(content)
    report = db.scalars(select(Report).where(Report.key == digest)).first()
    if report is not None:
        return _genuine(db, report, content, _held(form))
    tries.failed(db, counted, tries.PUBLIC)
    security_event(db, "报告查验", digest[:32], "文件不是本平台存档的报告", "失败", ip=caller.ip)
    if not content.startswith(b"%PDF"):
        return Refused("这不是PDF文件，请选择下载得到的报告原件", "VERIFY")
    sm2 = _sm2_of_file(_held(form), content, clock.now())
    return Later(lambda: _not_ours(proof_of(content, _authorities(), _stamp_roots()), _own(), digest, sm2))


def judged_now(db: Session, me: User, key: str) -> Later:
    """Judge the stored file of a report again: digest, signature, certificate. Refused with what is wrong."""
    report = visible_or_refuse(db, me, Report, key)
    number, digest, signer = report.reportno, report.key, report.signer

    def judged() -> Refused | None:
        if not signer:
            return Refused(f"{number}是历史报告，签发时没有电子签名，以存档的摘要为准")
        proof = proof_of(files.read_checked(digest), _authorities(), _stamp_roots())
        if not (proof["signed"] and proof["intact"] and proof["whole"]):
            return Refused(f"{number}的签名与文件内容不符，请联系系统管理员核查")
        if not proof["trusted"] or proof["cert"] not in _own():
            return Refused(f"{number}的签名证书不在本平台机构的证书之列")
        return None

    return Later(judged)


def _held(form: ProofForm) -> bytes | None:
    """The SM2 signature that came with the file."""
    if not form.signature:
        return None
    try:
        return base64.b64decode(form.signature, validate=True)
    except ValueError:
        return b""


def _sm2_of_file(made: bytes | None, content: bytes, at: datetime) -> list[str]:
    return [] if made is None else [records.sm2_said_of_file(made, content, at)]


def _authorities() -> list[Path]:
    """The authorities whose certificates the institutes of this platform sign with."""
    return seal_files.authorities(settings.current().data_dir / "seal")


def _own() -> set[str]:
    """The certificates that the institutes of this platform sign with, and those they signed with."""
    return seal_files.certificates(settings.current().data_dir / "seal")


def _stamp_roots() -> list[Path]:
    """The authorities of the time-stamping services that they ask."""
    return seal_files.stamp_roots(settings.current().data_dir / "seal")


@lru_cache(maxsize=256)
def _proof_of_ours(digest: str, authorities: tuple[Path, ...]) -> Proof:
    """The proof of a file of the store, which never changes."""
    return proof_of(files.read_checked(digest), authorities, _stamp_roots())


def _genuine(db: Session, report: Report, content: bytes, held: bytes | None) -> Later:
    digest, signer = report.key, report.signer
    facts = stated_of(db, report)
    own = _sm2_of_file(held, content, report.issuedat) or [facts["sm2"]]
    facts["sm2"] = facts["p7sUrl"] = ""  # said in the lines: of what he holds
    facts["pdfUrl"] = ""  # who holds the file needs no other; the code is not told to him

    def judged() -> ReportProof:
        proof = _proof_of_ours(digest, tuple(_authorities()))
        lines = ["文件摘要：与签发时存档的一致，一个字节都没有改动。", _signature(proof), *_time(proof)]
        lines.append(f"印章：{signer}。" if signer else "印章：历史报告，没有电子印章。")
        return {
            "verdict": "genuine" if facts["valid"] else "superseded",
            "title": facts["heading"],
            "lines": [*facts["notes"], *lines, *(one for one in own if one)],
            "digest": digest,
            "report": facts,
        }

    return Later(judged)


def _signature(proof: Proof) -> str:
    if not proof["signed"]:
        return "电子签名：这份报告签发时没有电子签名，以存档的摘要为准。"
    if not proof["valid"]:
        return "电子签名：证书不在本平台现在认可的机构之列，以存档的摘要为准。"
    at = f"，{proof['signedAt'][:10]}" if proof["signedAt"] else ""
    shown_only = "签章用的是演示证书，只供试用，没有法律效力。" if proof["issuer"] == signing.DEMO_AUTHORITY else ""
    return f"电子签名：有效，由{proof['signer']}签署{at}，签署后没有改动。{shown_only}"


def _time(proof: Proof) -> list[str]:
    if not proof["stampedAt"]:
        return []
    at = datetime.fromisoformat(proof["stampedAt"]).astimezone(clock.SHANGHAI)
    if proof["stampedBy"] == signing.DEMO_STAMPER:
        return [f"时间：{at:%Y-%m-%d %H:%M:%S}，由内置演示服务给出，没有法律效力。"]
    return [f"可信时间：{at:%Y-%m-%d %H:%M:%S}，由{proof['stampedBy']}证明，不取自检验机构的时钟。"]


def _not_ours(proof: Proof, own: set[str], digest: str, sm2: list[str]) -> ReportProof:
    """Why a file is no report of this platform; `own` are the digests of the certificates of its institutes."""
    if not proof["signed"]:
        verdict, title = "unsigned", "不是报告原件"
        lines = ["这份文件没有检验机构的电子签名。打印后扫描、截图或另存的文件都会失去签名，请用下载得到的原文件查验。"]
    elif not (proof["intact"] and proof["whole"]):
        verdict, title = "changed", "文件在签发后被改动过"
        lines = ["电子签名与文件内容不符：签发之后有人改动或添加了内容，不能采信。"]
        if number := NUMBER.search(proof["reason"]):
            lines.append(f"文件写明的报告编号是{number[1]}，请用报告编号和验证码查看原件。")
    elif not proof["trusted"] or proof["cert"] not in own:
        verdict, title = "foreign", "签名不是本平台的检验机构所作"
        lines = ["文件带有签名，但签名的证书不是本平台的检验机构的，不能当作检验报告。"]
        if proof["trusted"]:
            lines.append(f"签署者是{proof['signer']}，它的证书与本平台检验机构的出自同一发证机构，但它不是其中之一。")
    else:
        verdict, title = "unknown", "签名有效，但不是存档的检验报告"
        lines = ["文件由本平台的检验机构签署且没有改动，但不是检验报告，或报告已不在存档中，请向签署机构询问。"]
    return {"verdict": verdict, "title": title, "lines": [*lines, *sm2], "digest": digest, "report": None}
