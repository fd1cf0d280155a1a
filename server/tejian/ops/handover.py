"""Hands one piece of the database's log to the bucket, or brings one back: PostgreSQL runs it, as its own account.

    python -I handover.pyz put PATH NAME    0 only when the piece lies in the bucket; until then PostgreSQL keeps it,
                                            counts the failure (of more than 125 it would not) and tries again
    python -I handover.pyz get NAME PATH    1 when there is no such piece; 200 when it cannot be had: recovery stops
    python -I handover.pyz check            whether this account reaches the bucket

Where the bucket is stands in bucket.json beside it. It is packed with tejian.kit.files.s3 alone (archive_bucket): the
account of the database need not be able to read the platform.
"""

import gzip
import json
import sys
from pathlib import Path

from tejian.kit.files.s3 import Bucket, Place, S3Error

PATIENT = (0.2, 1.0, 3.0, 10.0, 30.0)  # a recovery that stops begins anew, so it waits longer
NOT_DONE, STOP = 1, 200


def put(bucket: Bucket, path: str, name: str) -> int:
    content = Path(path).read_bytes()
    stored = bucket.get(f"wal/{name}")
    if stored is not None and gzip.decompress(stored) != content:
        print(f"{name} lies in the bucket with another content", file=sys.stderr)
        return NOT_DONE
    if stored is None:
        bucket.put(f"wal/{name}", gzip.compress(content, 1))
    return 0


def get(bucket: Bucket, name: str, path: str) -> int:
    stored = bucket.get(f"wal/{name}")
    if stored is None:
        return NOT_DONE
    Path(path).write_bytes(gzip.decompress(stored))
    return 0


def check(bucket: Bucket, _first: str, _second: str) -> int:
    """Written, read and deleted once."""
    bucket.put("check", b"check")
    good = bucket.get("check") == b"check"
    bucket.delete("check")
    return 0 if good else NOT_DONE


def main(folder: Path, work: str, first: str = "", second: str = "") -> int:
    place = Place(**json.loads((folder / "bucket.json").read_text()))
    try:
        bucket = Bucket(place, PATIENT if work == "get" else None)
        return {"put": put, "get": get, "check": check}[work](bucket, first, second)
    except S3Error as wrong:
        print(wrong.strerror, file=sys.stderr)
        (folder / "trouble").write_text(str(wrong.strerror))
        return STOP if work == "get" else NOT_DONE


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[0]).parent, *sys.argv[1:]))
