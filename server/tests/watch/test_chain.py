"""The chain over the logs and the issued reports tells what anybody did to them, the owner of the database too."""

import hashlib
import json
import shutil
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from tejian.kit.database import jobs
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.system.desk.api import arrival
from tejian.system.permissions import AUDIT_QUERY
from tejian.watch.chain import checking, heads, sealing, verify_chain
from tejian.watch.chain.api import export
from tejian.watch.models.chain import ChainBlock, ChainCheck, ChainPending
from tejian.watch.permissions import CHECK
from tests.conftest import Real

AUDITOR = User(id="a", name="审计", scope="all", permissions=frozenset({AUDIT_QUERY, CHECK}))


@pytest.fixture(autouse=True)
def heads_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "heads"
    monkeypatch.setattr(heads, "folder", lambda: folder)
    return folder


def login(real: Real, name: str = "nobody") -> None:
    """Leave a line in the security log, as a browser does."""
    assert not real.call.login(name, "wrong")["isSuccess"]


def owner(real: Real, *statements: str) -> None:
    """What the owner of the database does to it."""
    with psycopg.connect(real.urls.owner, autocommit=True) as db:
        for one in statements:
            db.execute(one)  # type: ignore[call-overload]


def night(real: Real) -> ChainCheck:
    jobs.run("chain.night", {})
    return newest(real)


def newest(real: Real) -> ChainCheck:
    with real.new_session() as db:
        return db.scalars(sa.select(ChainCheck).order_by(ChainCheck.begun.desc())).first()  # type: ignore[return-value]


def last_line(real: Real) -> int:
    with real.new_session() as db:
        found: int = db.scalar(sa.text("select max(id) from security_log"))
        return found


def test_every_row_is_bound_and_nothing_is_found(real: Real, heads_folder: Path) -> None:
    login(real)
    row = night(real)
    assert (row.result, row.findings) == ("完好", [])
    with real.new_session() as db:
        counts = [db.scalar(sa.select(sa.func.count()).select_from(table)) for table in sealing.sealed()]
        assert row.rows == sum(counts) and counts[0] > 0
        assert not db.scalars(sa.select(ChainPending)).all()
    assert len(list(heads_folder.iterdir())) == 1
    assert night(real).heads == 1


CHANGES = {
    "changed": ("update security_log set detail = '无事' where id = {id}", "安全日志：{id} 的内容已被改动"),
    "taken away": ("delete from security_log where id = {id}", "安全日志：{id} 已被删除"),
    "slipped in": (
        "insert into security_log_{year} select (s).* from (select jsonb_populate_record(l,"
        " jsonb_build_object('id', 999999999)) s from security_log l where id = {id}) x",
        "安全日志：999999999 没有封存",
    ),
    "block changed": (
        "update chain_block set rows = replace(rows, '{id} ', '{id}0 ') where chain = 'security_log'",
        "封存记录已被改动",
    ),
    "block exchanged": (
        "update chain_block a set previous = b.digest from chain_block b"
        " where a.chain = 'audit_log' and a.no = 3 and b.chain = 'audit_log' and b.no = 1",
        "审计日志：第 3 块不接在前一块之后",
    ),
    "block taken away": ("delete from chain_block where chain = 'audit_log' and no = 1", "审计日志：第 1 块起缺失"),
}


TWIN = (
    "insert into security_log{part} select (s).* from (select jsonb_populate_record(l,"
    " jsonb_build_object('at', at + interval '1 second', 'detail', '替换')) s from security_log l where id = {id}) x"
)
CHANGES |= {
    "twin of a sealed id": (TWIN.replace("{part}", ""), "安全日志：{id} 封存了两次"),
    "twin past the trigger": (TWIN.replace("{part}", "_{year}"), "安全日志：{id} 有两行"),
    "counted": (TWIN.replace("{part}", "_{year}"), "行，数目不符"),
    "back-dated": (
        "insert into security_log (at, kind, user_id, user_name, ip, target, detail, result, request_no) values"
        " (now() - interval '3 days', 'x', '', '', '', '', '', '', '')",
        "时间不符",
    ),
    "dated ahead": (
        "insert into security_log (at, kind, user_id, user_name, ip, target, detail, result, request_no) values"
        " (now() + interval '3 days', 'x', '', '', '', '', '', '', '')",
        "时间不符",
    ),
    "tail cut": (
        "delete from security_log where id in (select split_part(line, ' ', 1)::bigint from chain_block b,"
        " string_to_table(b.rows, chr(10)) line where chain = 'security_log' and no ="
        " (select max(no) from chain_block where chain = 'security_log'));"
        " delete from chain_block where chain = 'security_log' and no ="
        " (select max(no) from chain_block where chain = 'security_log')",
        "已不存在",
    ),
    "two blocks in another order": (
        "update chain_block set no = no + 1000 where chain = 'audit_log' and no in (2, 3);"
        " update chain_block set no = 1005 - no + 1000 - 1000 where chain = 'audit_log' and no > 1000",
        "不接在前一块之后",
    ),
}


@pytest.mark.parametrize("case", CHANGES)
def test_what_the_owner_of_the_database_did_is_named(case: str, real: Real) -> None:
    login(real)
    assert night(real).found == 0
    does, said = CHANGES[case]
    told = {"id": last_line(real), "year": clock.today().year}
    owner(real, does.format(**told))
    row = night(real)
    assert row.result == "有问题"
    assert any(said.format(**told) in one for one in row.findings), row.findings


def test_a_report_is_bound_by_what_never_changes(real: Real) -> None:
    columns = sealing.columns_of(next(t for t in sealing.sealed() if t.name == "report"))
    assert {"key", "content", "reportno", "issuedat"} <= set(columns)
    assert not {"state", "version", "updatetime", "updateby"} & set(columns)


def test_a_signature_of_a_report_that_was_exchanged_is_told(real: Real) -> None:
    """The SM2 signatures are a chain of their own, bound from the transaction that makes them."""
    owner(
        real,
        "alter table report_sm2 drop constraint fk_report_sm2_report_id_report",
        "insert into report_sm2 (id, report_id, container, sm3, signer, issuer, serial, signedat, version, createtime,"
        " createby, updatetime, updateby) values ('s1', 'r1', 'MIIB', 'ab', '某院', '某认证', '1F', now(), 1, now(),"
        " 'u', now(), '某')",
    )
    assert night(real).result == "完好"
    owner(real, "update report_sm2 set container = 'MIIC' where id = 's1'")
    assert night(real).findings == ["报告的国密签名：s1 的内容已被改动（第 1 块）"]


def test_the_heads_tell_when_the_chain_was_made_anew(real: Real) -> None:
    """Whoever owns the database can take everything back to the beginning and bind it again."""
    login(real)
    night(real)
    owner(
        real,
        f"delete from security_log where id = {last_line(real)}",
        "delete from chain_block",
        "insert into chain_pending select 'security_log', id::text from security_log",
        "insert into chain_pending select 'audit_log', id::text from audit_log",
        "insert into chain_pending select 'flow_log', id::text from flow_log",
        "insert into chain_pending select 'report', id::text from report",
    )
    row = night(real)
    assert any(one.startswith("链头 ") and "整体改写" in one for one in row.findings), row.findings


def test_a_head_that_was_rewritten_is_told(real: Real, heads_folder: Path) -> None:
    login(real)
    night(real)
    (file,) = heads_folder.iterdir()
    head = json.loads(file.read_text())
    head["chains"]["security_log"]["digest"] = "0" * 64
    file.write_text(json.dumps(head))
    assert any("签名不符" in one for one in night(real).findings)
    file.write_text("no json")
    assert any("签名不符" in one for one in night(real).findings)


def test_a_head_stays_as_it_was_first_written(real: Real, heads_folder: Path) -> None:
    night(real)
    (file,) = heads_folder.iterdir()
    first = file.read_text()
    login(real)
    night(real)
    assert file.read_text() == first
    with clock.at(clock.now() + timedelta(days=1)):
        night(real)
    assert len(list(heads_folder.iterdir())) == 2


def test_the_newest_head_is_named_for_paper(real: Real, heads_folder: Path) -> None:
    assert heads.newest() == ""
    jobs.run("chain.seal", {})
    (hour,) = (heads_folder / "hours").iterdir()
    assert heads.newest() == f"{hour.name} {hashlib.sha256(hour.read_bytes()).hexdigest()}"
    night(real)
    (file,) = heads_folder.glob("*.json")
    assert heads.newest() == f"{file.name} {hashlib.sha256(file.read_bytes()).hexdigest()}"


def test_a_tail_that_is_cut_before_the_first_night_is_told(real: Real, heads_folder: Path) -> None:
    """The head of the hour is signed as soon as everything is bound, on the first day too."""
    jobs.run("chain.seal", {})
    (first,) = (heads_folder / "hours").iterdir()
    login(real)
    with clock.at(clock.now() + timedelta(hours=1)):
        jobs.run("chain.seal", {})
        jobs.run("chain.seal", {})
        assert len(list((heads_folder / "hours").iterdir())) == 2 and not list(heads_folder.glob("*.json"))
    for statement in CHANGES["tail cut"][0].split(";"):
        owner(real, statement)
    row = night(real)
    assert any(one.startswith("链头 ") and "已不存在" in one for one in row.findings), row.findings
    assert json.loads(first.read_text())["chains"]["security_log"]["no"] >= 0


def test_what_was_there_before_the_first_head_may_be_old(real: Real) -> None:
    """A migrated log is bound as it was found; from the first head on a row is as old as its block."""
    assert night(real).findings == []
    owner(real, CHANGES["back-dated"][0])
    assert sum("时间不符" in one for one in night(real).findings) == 1


def test_no_head_is_signed_while_a_demo_city_arrives(
    real: Real, heads_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What arrives is of earlier days: it stands below the first head, not above it."""
    monkeypatch.setattr(checking, "is_demonstration", lambda db: True)
    arrival.begin([{"seed": 1}])
    jobs.run("chain.seal", {})
    with clock.at(clock.now() - timedelta(days=40)):
        login(real)
    jobs.run("chain.seal", {})
    assert not list(heads_folder.rglob("*.json"))
    arrival.end()
    with real.new_session() as db, db.begin():
        checking.read_first(db, User(id="audadmin", name="审计员"))
    row = newest(real)
    assert (row.result, row.findings, row.heads) == ("完好", [], 1)


def test_only_a_demonstration_waits_with_its_heads(
    real: Real, heads_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "is_demonstration", lambda db: False)
    arrival.begin([{"seed": 1}])
    jobs.run("chain.seal", {})
    assert len(list(heads_folder.rglob("*.json"))) == 1


def test_an_outage_of_the_sealing_makes_no_finding(real: Real) -> None:
    night(real)
    with clock.at(clock.now() + timedelta(days=1, hours=1)):
        login(real)
    with clock.at(clock.now() + timedelta(days=9)):
        jobs.run("chain.seal", {})
        assert night(real).findings == []


def test_who_writes_does_not_wait_and_nothing_late_is_missed(real: Real) -> None:
    """A transaction that began before the sealing and ends after it stands in a later block."""
    login(real)
    early = real.new_session()
    early.execute(
        sa.text(
            "insert into security_log (at, kind, user_id, user_name, ip, target, detail, result, request_no)"
            " values (now(), 'early', '', '', '', '', '', '', '')"
        )
    )
    login(real)
    jobs.run("chain.seal", {})
    with real.new_session() as db:
        assert not db.scalars(sa.select(ChainPending)).all()
        blocks = db.scalar(sa.select(sa.func.count()).select_from(ChainBlock))
    early.commit()
    row = night(real)
    assert (row.found, row.blocks) == (0, blocks + 1)


def test_many_rows_come_in_several_blocks(real: Real, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sealing, "ROWS", 1_000)
    for _ in range(3):
        login(real)
    row = night(real)
    assert row.found == 0 and row.blocks > row.rows / 1_000 > 10


def test_the_app_may_not_touch_a_block(real: Real) -> None:
    night(real)
    for statement in ("update chain_block set digest = ''", "delete from chain_block", "truncate chain_block"):
        with real.engine.begin() as db, pytest.raises(sa.exc.ProgrammingError, match="permission denied"):
            db.execute(sa.text(statement))


def stand_alone(*arguments: Any) -> "subprocess.CompletedProcess[str]":
    """The verifier as an auditor runs it: the one file, in a folder of its own, without the platform."""
    return subprocess.run(
        [sys.executable, "-I", *map(str, arguments)], capture_output=True, text=True, check=False, cwd="/"
    )


def test_the_one_file_finds_the_same(real: Real, tmp_path: Path, heads_folder: Path) -> None:
    login(real)
    night(real)
    file, out = tmp_path / "verify_chain.py", tmp_path / "out"
    shutil.copy(verify_chain.__file__, file)
    with real.new_session.begin() as db:
        export(db, out)
    given = (file, out, "--heads", heads_folder, "--key", heads.public_key())
    done = stand_alone(*given)
    assert done.returncode == 0 and "完好" in done.stdout and "1 份链头" in done.stdout, done.stdout + done.stderr
    assert stand_alone(*given[:-1], "00" * 32).returncode == 1
    lines = (out / "security_log.jsonl").read_text().splitlines()
    last = json.loads(lines[-1])
    (out / "security_log.jsonl").write_text("\n".join([*lines[:-1], json.dumps({**last, "ip": "10.0.0.9"})]))
    done = stand_alone(*given)
    assert done.returncode == 1 and f"安全日志：{last['id']} 的内容已被改动" in done.stdout
    (out / "security_log.jsonl").write_text("\n".join(lines[:-1]))
    assert f"安全日志：{last['id']} 已被删除" in stand_alone(*given).stdout
    (out / "chain_block.jsonl").unlink()
    assert stand_alone(*given).returncode == 2


def test_a_signature_is_checked_as_others_check_it() -> None:
    """RFC 8032 §7.1, test 2, and one bit of each part changed."""
    public = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
    signature = (
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    )
    assert verify_chain.verify(public, signature, b"\x72")
    assert not verify_chain.verify(public, signature, b"\x73")
    assert not verify_chain.verify(public, "93" + signature[2:], b"\x72")
    assert not verify_chain.verify("3c" + public[2:], signature, b"\x72")
    assert not verify_chain.verify(public, "", b"\x72") and not verify_chain.verify("zz", signature, b"\x72")


def test_the_auditor_asks_for_it_sees_it_and_is_told(real: Real) -> None:
    login(real)
    night(real)
    owner(real, f"update security_log set kind = 'x' where id = {last_line(real)}")
    auditor = real.call
    assert auditor.login("audadmin")["isSuccess"]
    assert auditor("/api/system/chain/begin").json()["isSuccess"]
    with real.new_session() as db:
        ((name, arguments),) = [(n, a) for n, a in jobs.waiting(db) if n == "chain.check"]
    jobs.run(name, arguments)
    row = auditor("/api/system/chain/findList").json()["data"]["list"][0]
    assert row["result"] == "有问题" and row["byname"] == "审计员" and row["wrong"] == "1"
    page = auditor("/api/system/chain/record", id=row["id"]).json()["data"]
    assert "的内容已被改动" in page["parts"][0]["rows"][0]["text"]
    told = auditor("/message/init").json()["data"]["unread"]
    assert [m["title"] for m in told if m["kind"] == "日志核查"] == ["日志封存链核查发现 1 处问题"]


def test_nobody_else_asks_or_sees(call: Any) -> None:
    for path in ("begin", "findList", "record"):
        other = User(id="u", name="某人", scope="all", permissions=frozenset({"system:log:query"}))
        assert call(f"/api/system/chain/{path}", _as=other, id="x").status_code == 403
