"""双随机: what was published fixes the draw, anybody repeats it, and one changed row is found."""

import io
import json
import subprocess
import sys
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, update

from tejian import data
from tejian.archives.models.files import Attachment
from tejian.kit.files import blobs
from tejian.kit.ground import clock
from tejian.supervision.draws.order import in_order
from tejian.supervision.models.checks import SupervisionCheck
from tejian.supervision.models.draws import Draw, DrawSubject
from tests.inspection.conftest import Office, office

from .draws import API, VALUE, drafted, draw_of, drawn, published, taken, with_lifts

__all__ = ["office"]


def packages(office: Office, row: Draw, folder: Path) -> list[Path]:
    """The packages of a draw, unpacked, in the order in which they were made."""
    files = select(Attachment).where(Attachment.attrefsysid == row.id).order_by(Attachment.id)
    out = []
    for n, one in enumerate(office.db.scalars(files)):
        where = folder / str(n)
        with zipfile.ZipFile(io.BytesIO(blobs.read_checked(one.key))) as content:
            content.extractall(where)
        out.append(where)
    return out


def verify(folder: Path) -> tuple[int, str]:
    """What the verifier of a package says, run by a bare Python."""
    said = subprocess.run(
        [sys.executable, "-I", str(folder / "verify.py"), str(folder)], capture_output=True, check=False, timeout=60
    )
    assert not said.stderr, said.stderr.decode()
    return said.returncode, said.stdout.decode().strip()


def test_the_secret_is_not_told_before_it_is_used(office: Office, tmp_path: Path) -> None:
    row = published(office)
    [before] = packages(office, row, tmp_path)
    assert sorted(one.name for one in before.iterdir()) == ["draw.json", "frame.csv"]
    told = json.loads((before / "draw.json").read_text("utf-8"))
    assert told["digest"] == row.digest and "secret" not in told
    page = json.dumps(office.good("jianguan", f"{API}/record", id=row.id))
    assert row.secret and row.secret not in page
    assert row.secret not in json.dumps(office.good("jianguan", f"{API}/load", id=row.id))
    office.good("jianguan", f"{API}/draw", id=row.id, publicvalue=VALUE)
    assert row.secret in json.dumps(office.good("jianguan", f"{API}/record", id=row.id))


def another_value(office: Office, row: Draw) -> str:
    """A public value that draws other units: among so few, some values draw the same ones."""
    S = DrawSubject
    low = list(office.db.scalars(select(S.key).where(S.draw_id == row.id, S.kind == "U", S.stratum == "L")))
    was = in_order(f"{row.secret}|{VALUE}", "L", low)[:2]
    values = (f"{n:02d}" for n in range(100))
    return next(one for one in values if in_order(f"{row.secret}|{one}", "L", low)[:2] != was)


def test_a_draw_is_repeated_by_the_verifier_and_one_changed_row_is_found(office: Office, tmp_path: Path) -> None:
    row = drawn(office)
    assert [(one.stratum, one.place) for one in taken(office, row)] == [("H", 1), ("L", 1), ("L", 2)]
    folder = packages(office, row, tmp_path)[-1]
    assert verify(folder) == (0, "核对无误：3家，由密钥和公开随机值可以重复得到")
    frame, told = folder / "frame.csv", folder / "draw.json"
    whole, said = frame.read_text("utf-8"), told.read_text("utf-8")
    lines = whole.splitlines(keepends=True)
    frame.write_text("".join(lines[:-1]), "utf-8")
    assert verify(folder)[0] == 1 and "名单摘要" in verify(folder)[1]
    frame.write_text(whole, "utf-8")
    told.write_text(said.replace(VALUE, another_value(office, row)), "utf-8")
    assert verify(folder)[0] == 1 and "抽中的单位" in verify(folder)[1]
    told.write_text(said.replace(row.secret, row.secret[::-1]), "utf-8")
    assert "密钥摘要" in verify(folder)[1]
    assert len(data.words("draw_verify").splitlines()) <= 60


def test_the_score_of_a_unit_is_explained(office: Office) -> None:
    units = with_lifts(office)
    row = published(office)
    S = DrawSubject
    frame = {one.key: one for one in office.db.scalars(select(S).where(S.draw_id == row.id, S.kind == "U"))}
    high = [one for one in frame.values() if one.stratum == "H"]
    assert [(one.score, one.scored) for one in high] == [(8, "超期未检1×3分；不合格在用1×5分")]
    assert set(frame) == {one.id for one in units} and row.units == len(units)


def test_the_next_of_the_stratum_replaces_one_with_a_reason(office: Office, tmp_path: Path) -> None:
    row = drawn(office)
    low = [one for one in taken(office, row) if one.stratum == "L"]
    S = DrawSubject
    keys = list(office.db.scalars(select(S.key).where(S.draw_id == row.id, S.kind == "U", S.stratum == "L")))
    order = in_order(f"{row.secret}|{VALUE}", "L", keys)
    assert [one.key for one in low] == order[:2]
    assert {one["value"] for one in office.good("jianguan", f"{API}/picked", id=row.id)} >= {one.id for one in low}
    office.good("jianguan", f"{API}/replace", id=row.id, which=low[0].id, reason="单位已停业，现场无人")
    office.db.expire_all()
    assert [one.key for one in taken(office, row) if one.stratum == "L"] == [order[1], order[2]]
    [out] = taken(office, row, "2")
    assert (out.key, out.why) == (order[0], "单位已停业，现场无人")
    assert verify(packages(office, row, tmp_path)[-1])[0] == 0
    high = next(one for one in taken(office, row) if one.stratum == "H")
    said = office.refused("jianguan", f"{API}/replace", id=row.id, which=high.id, reason="单位已停业")
    assert said == "高风险已没有可以替换的单位"


def test_who_is_recused_does_not_check_the_unit(office: Office, tmp_path: Path) -> None:
    units = with_lifts(office)
    first, second = office.user("jianguan").id, office.user("jianguan2").id
    away = [{"officer_id": first, "unitsysid": units[1].id, "why": "近亲属在该单位任职"}]
    row = published(office, recusals=away)
    said = "有1家单位回避以后不足两名检查人员"
    assert office.refused("jianguan", f"{API}/draw", id=row.id, publicvalue=VALUE) == said
    assert {first, second} == set(
        office.db.scalars(select(DrawSubject.key).where(DrawSubject.draw_id == row.id, DrawSubject.kind == "O"))
    )


def test_drawn_units_become_planned_checks_of_two_officers(office: Office) -> None:
    row, day = drawn(office), str(clock.today() + timedelta(days=6))
    office.good("jianguan", f"{API}/plan", id=row.id, planday=day)
    mine = select(SupervisionCheck).where(SupervisionCheck.purpose.contains(row.drawno))
    made = {one.unitsysid: one for one in office.db.scalars(mine)}
    assert set(made) == {one.key for one in taken(office, row)}
    for one in taken(office, row):
        check = made[one.key]
        assert (check.step, check.checktype, str(check.planday)) == ("JH", "02", day)
        assert (check.officer_id, check.second_id) == (one.first_id, one.second_id)


def test_a_frame_that_was_changed_after_publishing_is_not_drawn_from(office: Office) -> None:
    row = published(office)
    office.db.execute(update(DrawSubject).where(DrawSubject.draw_id == row.id).values(score=99))
    office.db.commit()
    said = "名单与公布时的摘要不一致，不能抽取"
    assert office.refused("jianguan", f"{API}/draw", id=row.id, publicvalue=VALUE) == said
    assert draw_of(office, row.id).step == "GB" and not taken(office, row)
    said = office.refused("jianguan", f"{API}/save", id=row.id, highs="2")
    assert said == f"{row.drawno}已公布，不能再修改"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"publicday": str(clock.today())}, f"公开随机值的日期{clock.today()}应在公布以后，公布时谁也不能知道"),
        ({"highs": 5}, "高风险只有1家，不能抽5家"),
        ({"highs": 0, "lows": 0}, "请填写至少一层的抽查家数"),
    ],
)
def test_a_draw_that_cannot_be_is_not_published(office: Office, more: dict[str, str], said: str) -> None:
    row = drafted(office, **more)
    assert office.refused("jianguan", f"{API}/publish", id=row.id) == said
    row = draw_of(office, row.id)
    assert (row.step, row.digest, row.drawno) == ("CG", "", "")


def test_a_draw_of_another_area_is_refused(office: Office) -> None:
    with pytest.raises(AssertionError, match="不在您的管辖区域内"):
        drafted(office, areacode="330100")
