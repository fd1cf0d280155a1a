"""Under whose account the web workers and the job worker work when root starts the platform.

They take what strangers send and read files that people bring: none of it needs root. They work as the account that
the embedded database works as already (postgres or nobody), or as the owner of the data folder.
"""

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tejian.settings import Settings

from . import postgres
from .pgbinaries import Account, account_for, is_root

log = logging.getLogger(__name__)

# Printed by the probe: what the account cannot reach. The programs are tried by loading them.
PROBE = """
import os, sys
try:
    import uvicorn, sqlalchemy, tejian.cli
except (ImportError, OSError):
    print(sys.executable); sys.exit()
for one in sys.argv[1:]:
    how, path = one.split(":", 1)
    if not os.access(path, sum({"r": os.R_OK, "w": os.W_OK, "x": os.X_OK}[letter] for letter in how)):
        print(path); break
"""


def working_account(settings: Settings) -> Account | None:
    """The account of the processes that serve, the data folder given to it; None for whoever starts them.

    Root stays root, and says why, where that account could not reach the programs or the data.
    """
    data = settings.data_dir
    if not is_root():
        return None
    account = account_for(data)
    assert account is not None
    if missing := _not_reached(account, [f"x:{data.parent}"]):
        _stay(account, missing)
        return None
    _give(data, account)
    socket = Path(postgres.known(data).socket) if postgres.status(data).state != "absent" else None
    used = {data: "rwx", socket: "x", settings.files_dir: "rwx", settings.heads_dir: "rwx", settings.keys_file: "r"}
    if missing := _not_reached(account, [f"{how}:{path}" for path, how in used.items() if path and path.exists()]):
        _stay(account, missing)
        return None
    return account


def _stay(account: Account, missing: str) -> None:
    log.warning(
        "网页与任务进程以 root 运行：%s 不能使用 %s；请把程序和数据放在它可读的目录，或以普通账户启动 / "
        "the workers run as root, since %s cannot reach %s",
        *(account.name, missing, account.name, missing),
    )


def hand_over(data: Path) -> None:
    """Give what root has just written into the data folder to the account that owns it, if another does."""
    if is_root() and (owner := Account.owner_of(data)):
        _give(data, owner)


def _give(data: Path, account: Account) -> None:
    for path in _own(data):
        os.lchown(path, account.uid, account.gid)


def _own(data: Path) -> Iterator[Path]:
    """What root left in the folder, the folder itself last: a walk that was cut short begins again.

    Contents of attachments are many, and none is changed later: they are walked once, while their folder is root's.
    """
    for path in data.iterdir():
        if path.name == "files" and path.lstat().st_uid:
            continue
        inner = path.rglob("*") if path.is_dir() and not path.is_symlink() else ()
        yield from (one for one in (*inner, path) if not one.lstat().st_uid)
    if not data.stat().st_uid:
        yield data


def _not_reached(account: Account, wanted: list[str]) -> str:
    """What the account cannot use: the programs, or one of the paths (`rw:path`); '' when it can use all."""
    try:
        done = subprocess.run(
            [sys.executable, "-c", PROBE, *wanted],
            user=account.uid,
            group=account.gid,
            extra_groups=[],
            cwd="/",
            capture_output=True,
            text=True,
            check=False,
        )
    except PermissionError:
        return sys.executable
    return done.stdout.strip() or ("" if done.returncode == 0 else sys.executable)
