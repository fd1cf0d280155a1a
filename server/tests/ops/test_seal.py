"""`./run seal`: the operator installs what the authority sent."""

import os
import subprocess
import sys
from pathlib import Path

from sqlalchemy import text

from tests import database
from tests.authority import PASSWORD, Authority
from tests.conftest import Real
from tests.sm2_authority import Sm2Authority


def run(real: Real, *words: str, password: str = PASSWORD) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, **database.environment(real.urls, real.data), "TEJIAN_SEAL_PASSWORD": password}
    command = [sys.executable, "-m", "tejian.cli", "seal", *words]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


def test_a_certificate_is_installed_or_refused_with_a_sentence(real: Real, tmp_path: Path) -> None:
    file, folder = tmp_path / "seal.p12", real.data / "seal" / "330200-TJ"
    file.write_bytes(Authority().seal("宁波特检"))
    wrong = run(real, "330200-TJ", str(file), password="another")
    assert (wrong.returncode, wrong.stdout, folder.exists()) == (1, "", False)
    assert wrong.stderr.strip().endswith("证书文件打不开：不是 PKCS#12（.p12、.pfx）文件，或密码不对")
    good = run(real, "330200-TJ", str(file))
    assert good.returncode == 0, good.stderr
    assert good.stdout.startswith("宁波特检检验专用章，某某电子认证有限公司签发，有效至")
    assert (folder / "institution.pem").is_file()
    with real.new_session() as db:
        lines = db.execute(text("select kind, target, result from security_log where kind = '更换签章证书'")).all()
    assert [tuple(one) for one in lines] == [("更换签章证书", "宁波市特种设备检验研究院", "成功")]


def test_a_certificate_of_sm2_is_installed_beside_it(real: Real, tmp_path: Path) -> None:
    file, folder = tmp_path / "sm2.pem", real.data / "seal" / "330200-TJ" / "sm2"
    file.write_bytes(Sm2Authority().seal("宁波特检", days=-1))
    wrong = run(real, "330200-TJ", str(file), "--sm2")
    assert (wrong.returncode, wrong.stdout, folder.exists()) == (1, "", False)
    assert "证书不在有效期内" in wrong.stderr
    file.write_bytes(Sm2Authority().seal("宁波特检"))
    nowhere = run(real, "NOBODY", str(file), "--sm2")
    assert (nowhere.returncode, folder.exists()) == (1, False)
    assert "没有编码为NOBODY的检验机构，现有：330200-TJ" in nowhere.stderr
    good = run(real, "330200-TJ", str(file), "--sm2")
    assert good.returncode == 0, good.stderr
    assert good.stdout.startswith("宁波特检国密专用章，某某电子认证有限公司 国密 CA签发，有效至")
    assert sorted(one.name for one in folder.iterdir()) == ["sm2.key", "sm2.pem", "sm2_ca.pem"]
    with real.new_session() as db:
        lines = db.execute(text("select target from security_log where kind = '更换国密签章证书'")).scalars().all()
    assert list(lines) == ["宁波市特种设备检验研究院"]
