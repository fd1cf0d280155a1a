"""What an installation may choose: read once per process from the environment and from `<data>/settings.toml`.

The environment wins over the file. Every name is TEJIAN_ + the field in capitals, except DATABASE_URL.
"""

import os
import re
import secrets
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOOPBACK = {"127.0.0.1", "::1", "localhost"}


class WrongSetting(ValueError):
    """A setting that cannot be meant; the text names it."""


@dataclass(frozen=True)
class Settings:
    """All settings with their defaults."""

    data: str = ""  # the data folder; empty: var/ in the project, or in TEJIAN_HOME
    database_url: str = ""  # PostgreSQL 15 or newer; empty: the embedded one in the data folder
    owner_url: str = ""  # the role that owns the tables and migrates them; empty: the same as database_url
    replica_url: str = ""  # a streaming replica that answers statistics and exports; empty: the database does
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 2
    threads: int = 4  # request threads of one worker
    base_url: str = ""  # the address written into QR codes and links; never taken from a request
    trusted_proxy: str = ""  # addresses whose X-Forwarded-For is believed, comma separated
    files: str = ""  # empty: <data>/files; or s3://bucket/prefix
    s3_endpoint: str = ""  # https://host[:port]; with {bucket} in it, where the bucket is part of the host's name
    s3_region: str = "us-east-1"  # what most stores other than that of AWS expect
    heads: str = ""  # folder of the signed heads of the chain over the logs; empty: <data>/heads
    keys: str = ""  # the file of the keys of encrypted columns; empty: <data>/column.keys
    demo: bool = True  # load the demo city into an empty database
    demo_seed: int = 0  # another city, drawn by other lots
    sso_url: str = ""  # CAS 3.0 server, for example https://cas.example.org/cas; empty: off
    outgoing: str = ""  # hosts and networks that the server may call, comma separated (kit/ground/outgoing.py)
    map_tiles: str = ""  # pictures below a map, https://host/…{z}…{x}…{y}…; empty: names of divisions alone
    metrics_token: str = ""  # who sends it may read /metrics from elsewhere; empty: this machine alone
    log: str = ""  # json or text; empty: text on a terminal, else json
    web_dist: str = str(ROOT / "web" / "dist")

    @property
    def data_dir(self) -> Path:
        home = os.environ.get("TEJIAN_HOME") or str(ROOT)
        return Path(self.data or Path(home) / "var").absolute()

    @property
    def files_dir(self) -> Path | None:
        """The folder of attachments, or None when they live in an S3 store."""
        if self.files.startswith("s3://"):
            return None
        return Path(self.files).absolute() if self.files else self.data_dir / "files"

    @property
    def demo_plan(self) -> Path:
        """What of the demo city is still to come; gone when all of it is there."""
        return self.data_dir / "demo" / "plan.json"

    @property
    def heads_dir(self) -> Path:
        return Path(self.heads).absolute() if self.heads else self.data_dir / "heads"

    @property
    def keys_file(self) -> Path:
        return Path(self.keys).absolute() if self.keys else self.data_dir / "column.keys"

    @property
    def public_url(self) -> str:
        return (self.base_url or f"http://127.0.0.1:{self.port}").rstrip("/")

    @property
    def loopback_only(self) -> bool:
        return self.host in LOOPBACK

    @property
    def secret_file(self) -> Path:
        return self.data_dir / "secret.key"

    def secret(self) -> bytes:
        """32 bytes that sign and encrypt for this installation; made on first use, readable by its owner only."""
        try:
            return bytes.fromhex(self.secret_file.read_text().strip())
        except FileNotFoundError:
            write_private(self.secret_file, secrets.token_hex(32), once=True)
            return bytes.fromhex(self.secret_file.read_text().strip())

    def with_(self, **changes: object) -> "Settings":
        return checked(replace(self, **changes))  # type: ignore[arg-type]

    def as_environment(self) -> dict[str, str]:
        """The same settings for a child process."""
        return {_env_name(f.name): _as_text(getattr(self, f.name)) for f in fields(self)}


def _env_name(field: str) -> str:
    return "DATABASE_URL" if field == "database_url" else "TEJIAN_" + field.upper()


def _as_text(value: object) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def _parsed(name: str, text: object, default: object) -> object:
    try:
        if isinstance(default, bool):
            return {"1": True, "true": True, "0": False, "false": False}[str(text).lower()]
        if isinstance(default, int):
            return int(str(text))
    except (KeyError, ValueError):
        raise WrongSetting(f"设置 {name} 的值 {text!r} 无效 / setting {name} cannot be {text!r}") from None
    return str(text)


def checked(settings: Settings) -> Settings:
    for name, low, high in (("port", 0, 65535), ("workers", 1, 64), ("threads", 1, 64)):
        if not low <= getattr(settings, name) <= high:
            raise WrongSetting(f"设置 {name} 应在 {low} 与 {high} 之间 / {name} must lie between {low} and {high}")
    return replace(
        settings,
        database_url=_postgres_url("DATABASE_URL", settings.database_url),
        owner_url=_postgres_url("TEJIAN_OWNER_URL", settings.owner_url),
        replica_url=_postgres_url("TEJIAN_REPLICA_URL", settings.replica_url),
        map_tiles=_tiles(settings.map_tiles),
    )


def _tiles(address: str) -> str:
    """The address of pictures of the ground, with the places of their number; what is none would stay white."""
    names = all(one in address for one in ("{x}", "{y}", "{z}"))
    if address and not (names and re.match(r"https://[\w.-]+(:\d+)?/", address)):
        raise WrongSetting(
            "TEJIAN_MAP_TILES 应为 https:// 开头、含 {x}、{y}、{z} 的地址 / must be an https address with {x}, {y}, {z}"
        )
    return address


def _postgres_url(name: str, url: str) -> str:
    """The address as libpq reads it; SQLAlchemy's and Heroku's spellings are accepted."""
    scheme, found, rest = url.partition("://")
    if not url:
        return ""
    if not found or scheme not in ("postgresql", "postgresql+psycopg", "postgres"):
        raise WrongSetting(f"{name} 应以 postgresql:// 开头 / {name} must start with postgresql://")
    return f"postgresql://{rest}"


def load(env: Mapping[str, str] | None = None) -> Settings:
    """Settings from an environment (the process's own by default) and the file of its data folder."""
    env = os.environ if env is None else env
    first = Settings(data=env.get("TEJIAN_DATA", ""))
    file = first.data_dir / "settings.toml"
    try:
        stored = tomllib.loads(file.read_text()) if file.exists() else {}
    except (OSError, tomllib.TOMLDecodeError) as wrong:
        raise WrongSetting(f"不能读取 {file}：{wrong} / cannot read {file}: {wrong}") from None
    unknown = stored.keys() - {f.name for f in fields(Settings)}
    if unknown:
        raise WrongSetting(f"{file} 含有未知设置 {sorted(unknown)} / unknown settings in {file}")
    values: dict[str, object] = {}
    for f in fields(Settings):
        given = env.get(_env_name(f.name)) or stored.get(f.name)
        if given not in (None, ""):
            values[f.name] = _parsed(f.name, given, f.default)
    return checked(Settings(**values))  # type: ignore[arg-type]


@cache
def current() -> Settings:
    """The settings of this process."""
    return load()


def write_private(path: Path, text: str, *, once: bool = False) -> None:
    """Write a file only its owner can read. `once` leaves an existing file alone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
        if os.geteuid() == 0:  # root working in somebody's folder must not lock that person out
            os.fchown(out.fileno(), path.parent.stat().st_uid, path.parent.stat().st_gid)
    try:
        if once:
            os.link(part, path)
        else:
            os.replace(part, path)
            return
    except FileExistsError:
        pass
    part.unlink()
