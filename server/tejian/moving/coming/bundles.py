"""Archives (.zip) that somebody brings: judged before anything is unpacked, read one document after another."""

import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from zipfile import zlib  # type: ignore[attr-defined]

from tejian.kit.ground.errors import BadInput

ENTRIES_MOST = 200_000
ONE_MOST = 20 << 20  # bytes of one document, as of an attachment
TABLE_MOST = 200 << 20
WHOLE_MOST = 4 << 30
RATIO, ALWAYS = 100, 64 << 20  # unpacked to packed; a small archive may be as tight as it likes
BOMB = "压缩包解压后比文件大得异常，已停止读取"
BROKEN = "压缩包已损坏，或有密码，无法读取"
MANIFEST = "清单.json"  # of a package that was carried out
UTF8 = 0x800  # the flag of a name that says its encoding


@dataclass(frozen=True)
class Entry:
    """A document in an archive; `stem` is its name without folder and ending: the number by which it is matched."""

    name: str
    shown: str
    stem: str
    size: int


def _entry(info: zipfile.ZipInfo) -> Entry:
    shown = info.filename
    if not info.flag_bits & UTF8:  # Windows writes names in its own encoding
        try:
            shown = info.filename.encode("cp437").decode("gb18030")
        except UnicodeError:
            pass
    last = shown.replace("\\", "/").rpartition("/")[2]
    return Entry(info.filename, last[:200], last.rpartition(".")[0][:64].strip(), info.file_size)


def entries(path: Path) -> list[Entry]:
    """The documents of an archive, in its order. Raises BadInput for one that would burst, or is none."""
    try:
        with zipfile.ZipFile(path) as archive:
            infos = [one for one in archive.infolist() if not one.is_dir()]
    except (zipfile.BadZipFile, NotImplementedError, OSError, ValueError):
        raise BadInput(BROKEN) from None
    if len(infos) > ENTRIES_MOST:
        raise BadInput(f"压缩包里超过{ENTRIES_MOST}个文件，请分成几个")
    whole, packed = sum(one.file_size for one in infos), sum(one.compress_size for one in infos)
    if whole > min(WHOLE_MOST, ALWAYS + RATIO * packed) or packed > path.stat().st_size:
        raise BadInput(BOMB)
    if any(one.flag_bits & 1 for one in infos):
        raise BadInput("压缩包有密码，请解密后再上传")
    if not infos:
        raise BadInput("压缩包是空的")
    own = any(one.filename == MANIFEST for one in infos)
    return [
        _entry(one)
        for one in infos
        if not one.filename.startswith("__MACOSX/") and not (own and "/" not in one.filename)
    ]


def tables_of(path: Path) -> list[tuple[str, str]]:
    """The tables of a package that a platform like this one has carried out: name and kind; none for other archives."""
    try:
        with zipfile.ZipFile(path) as archive:
            if MANIFEST not in archive.namelist() or archive.getinfo(MANIFEST).file_size > ONE_MOST:
                return []
            telling = json.loads(archive.read(MANIFEST))
            return [(str(one["name"]), str(one["kind"])) for one in telling["files"] if one.get("kind")]
    except (zipfile.BadZipFile, ValueError, KeyError, TypeError, RuntimeError, zlib.error):
        raise BadInput(BROKEN) from None


class Bundle:
    """An open archive."""

    def __init__(self, path: Path):
        self.archive = zipfile.ZipFile(path)

    def __enter__(self) -> "Bundle":
        return self

    def __exit__(self, *_wrong: object) -> None:
        self.archive.close()

    def blocks(self, name: str, most: int = ONE_MOST) -> Iterator[bytes]:
        """The content of a document; no more of it than it may have, whatever the archive says of it."""
        size = 0
        try:
            with self.archive.open(name) as part:
                while block := part.read(1 << 18):
                    size += len(block)
                    if size > most:
                        raise BadInput(f"文件过大，最多{most >> 20} MB")
                    yield block
        except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, OSError, KeyError):
            raise BadInput(BROKEN) from None

    def read(self, name: str) -> bytes:
        return b"".join(self.blocks(name))
