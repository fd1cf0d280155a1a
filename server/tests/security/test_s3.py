"""The client of S3 stores: signed as AWS wrote it down, steady against faults, and nothing other than what was put."""

import errno
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.files import Attachment
from tejian.kit.files import blobs as files
from tejian.kit.files import s3
from tejian.kit.files.s3 import Bucket, S3Error, place_of
from tejian.kit.ground.user import User
from tests.conftest import Caller
from tests.s3 import BUCKET, Store, failing, serving

EXAMPLE = s3.Place(
    "examplebucket", access="AKIAIOSFODNN7" + "EXAMPLE", secret="wJalrXUtnFEMI/K7MDENG/bPxRfiCY" + "EXAMPLEKEY"
)
AT = datetime(2013, 5, 24, tzinfo=UTC)
FORM = {"type": "99", "owner": "equipment"}


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setattr(s3, "WAITS", (0.01, 0.01, 0.01))
    with serving() as kept:
        yield kept


@pytest.mark.parametrize(
    ("method", "path", "query", "headers", "signature"),
    [
        ("GET", "/test.txt", {}, {"range": "bytes=0-9"},
         "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
        ("PUT", "/test%24file.text", {},
         {"date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY",
          "x-amz-content-sha256": "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072"},
         "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"),
        ("GET", "/", {"lifecycle": ""}, {}, "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
        ("GET", "/", {"prefix": "J", "max-keys": "2"}, {},
         "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
    ],
)  # fmt: skip
def test_a_request_is_signed_as_in_the_examples_of_aws(
    method: str, path: str, query: dict[str, str], headers: dict[str, str], signature: str
) -> None:
    """Amazon S3 API Reference, «Signature Calculations for the Authorization Header»."""
    given = {"x-amz-content-sha256": s3.NOTHING, **headers}
    said = s3.signed(method, "examplebucket.s3.amazonaws.com", path, s3.query_of(query), given, EXAMPLE, AT)
    assert said.endswith(f"Signature={signature}") and "20130524/us-east-1/s3/aws4_request" in said


def test_what_was_put_is_read_listed_copied_and_deleted(store: Store) -> None:
    bucket, other = Bucket(store.place("a/")), Bucket(store.place("b/"))
    names = [f"报告 {n:02}+~.pdf" for n in range(s3_pages())]
    for name in names:
        bucket.put(name, name.encode())
    other.put("mine", BytesIO(b"x"))
    assert [one.name for one in bucket.names()] == names and [one.name for one in other.names()] == ["mine"]
    assert next((one.name, one.size) for one in bucket.names("报告 0")) == (names[0], len(names[0].encode()))
    assert bucket.get(names[3]) == names[3].encode() and bucket.get("mine") is None and bucket.digest("mine") is None
    bucket.copy(names[0], "copy")
    bucket.delete(names[0])
    bucket.delete(names[0])
    assert bucket.get("copy") == names[0].encode() and bucket.get(names[0]) is None
    with pytest.raises(S3Error, match="NoSuchKey"):
        bucket.copy("never", "x")


def s3_pages() -> int:
    """More names than three answers hold."""
    return 3 * 7 + 1


@pytest.mark.parametrize("how", ["503", "500", "cut before", "cut after"])
def test_a_fault_that_passes_is_not_noticed(store: Store, how: str) -> None:
    store.fault = failing("PUT", "x", how, times=3)
    Bucket(store.place()).put("x", b"content")
    assert store.asked == ["PUT x"] * 4 and store.objects["x"][0] == b"content"


@pytest.mark.parametrize("how", ["503", "cut before", "cut"])
def test_an_answer_that_was_cut_off_is_asked_for_again(store: Store, how: str) -> None:
    bucket = Bucket(store.place())
    bucket.put("x", b"0123456789" * 100_000)
    store.fault = failing("GET", "x", how, times=2)
    assert bucket.get("x") == b"0123456789" * 100_000


def test_a_fault_that_stays_is_said(store: Store) -> None:
    bucket = Bucket(store.place())
    store.fault = failing("PUT GET HEAD DELETE", "", "503")
    for ask in (lambda: bucket.put("x", b"x"), lambda: bucket.get("x"), lambda: bucket.digest("x"), list_of(bucket)):
        with pytest.raises(S3Error, match="503"):
            ask()
    with pytest.raises(S3Error, match="不能连接 S3"):
        Bucket(replace(store.place(), endpoint="http://127.0.0.1:1")).get("x")
    assert store.objects == {}


def list_of(bucket: Bucket) -> Any:
    return lambda: list(bucket.names())


def test_what_is_not_what_was_put_is_not_given(store: Store) -> None:
    bucket = Bucket(store.place())
    bucket.put("x", b"content")
    store.fault = failing("GET", "x", "other")
    with pytest.raises(S3Error, match="与存入时的摘要不一致"):
        bucket.get("x")


def test_a_full_bucket_and_wrong_keys_are_told_apart(store: Store) -> None:
    bucket = Bucket(store.place())
    store.room = 3
    with pytest.raises(S3Error) as full:
        bucket.put("x", b"content")
    assert full.value.errno == errno.ENOSPC
    with pytest.raises(S3Error, match="403 SignatureDoesNotMatch") as wrong:
        Bucket(replace(store.place(), secret="another")).put("x", b"y")
    assert wrong.value.errno != errno.ENOSPC and "another" not in str(wrong.value)
    assert store.objects == {}


def test_the_address_says_bucket_prefix_and_host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "one")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "two")
    place = place_of("s3://keeping/a/b/", "https://{bucket}.oss.example.cn", "cn-1")
    assert (place.bucket, place.prefix, place.access, place.secret) == ("keeping", "a/b/", "one", "two")
    assert "two" not in repr(place)
    within, before = Bucket(place), Bucket(replace(place, endpoint="https://minio.example.cn:9000"))
    assert (within.host, within.root, within.secure) == ("keeping.oss.example.cn", "/", True)
    assert (before.host, before.root) == ("minio.example.cn:9000", f"/{BUCKET}/")
    for wrong in (replace(place, endpoint="minio.example.cn"), replace(place, access=""), replace(place, bucket="")):
        with pytest.raises(S3Error):
            Bucket(wrong)


@pytest.mark.parametrize(
    ("fault", "room", "status", "code", "words"),
    [
        ("", 3, 507, "STORE_FULL", "附件存储空间已满，没有保存，请联系系统管理员"),
        ("503", None, 503, "STORE_AWAY", "附件存储暂时无法访问，请稍后重试"),
        ("cut before", None, 503, "STORE_AWAY", "附件存储暂时无法访问，请稍后重试"),
    ],
)
def test_an_attachment_that_the_bucket_does_not_take_is_not_stored(
    call: Caller, db: Any, everything: User, store: Store, monkeypatch: pytest.MonkeyPatch,
    fault: str, room: int | None, status: int, code: str, words: str,
) -> None:  # fmt: skip
    monkeypatch.setattr(files, "_store", files.S3Store(store.place("files/")))
    device = db.scalars(sa.select(Equipment.id).limit(1)).one()
    before = db.scalar(sa.select(sa.func.count()).select_from(Attachment))
    sent = {"file": ("a.pdf", b"%PDF-1.4 content", "application/pdf")}

    def upload() -> Any:
        return call("/api/equipment-documents/attachments", _as=everything, _files=sent, attrefsysid=device, **FORM)

    store.fault, store.room = failing("PUT", "", fault) if fault else store.fault, room
    answer = upload()
    assert (answer.status_code, answer.json()["errorCode"], answer.json()["errorMsg"]) == (status, code, words)
    assert store.objects == {} and db.scalar(sa.select(sa.func.count()).select_from(Attachment)) == before
    store.fault, store.room = failing("", "", ""), None
    kept = upload().json()
    assert kept["isSuccess"], kept
    assert [one[0] for one in store.objects.values()] == [b"%PDF-1.4 content"]
    assert files.read_checked(Path(store.names()[0]).name) == b"%PDF-1.4 content"
