"""The commands behind ./run. Imports are made where they are needed: a start must not wait for what it does not use."""

import argparse
import gc
import getpass
import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from . import settings as settings_module
from .ops.logs import open_log
from .settings import Settings, WrongSetting

EPILOG = """\
环境变量 / environment: DATABASE_URL (PostgreSQL 15+), TEJIAN_OWNER_URL, TEJIAN_HOST, TEJIAN_BASE_URL, TEJIAN_HOME …
见 / see server/tejian/settings.py
"""


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="./run",
        description="特种设备检验监管平台",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--data", metavar="DIR", help="数据目录，默认 var/ / data folder")
    commands = top.add_subparsers(dest="command", required=True, metavar="命令")

    def add(name: str, text: str) -> argparse.ArgumentParser:
        if not text:  # for the supervisor, not listed
            return commands.add_parser(name, parents=[common])
        return commands.add_parser(name, parents=[common], help=text, description=text)

    serving = add("serve", "启动（默认命令） / start the platform (the default)")
    serving.add_argument("--port", type=int, help="端口，默认 8000")
    serving.add_argument("--host", help="监听地址，默认 127.0.0.1")
    serving.add_argument("--workers", type=int, help="网页进程数，默认 2")
    serving.add_argument("--empty", action="store_true", help="不装载演示数据 / without the demo city")
    add("migrate", "更新数据表 / bring the tables up to date").add_argument("--to", default="head", help="目标版本")
    add("makemigration", "开发：生成迁移 / write a migration from the models").add_argument("text")
    add("accounts", "列出演示账户 / list the demo accounts")
    journey = add("journey", "走一遍主要业务 / walk the main business once")
    journey.add_argument("--url", help="平台地址，默认 http://127.0.0.1:8000")
    golden = add("golden", "用已知答案的案例核对规则与流程 / run cases with known answers")
    golden.add_argument("file", type=Path)
    golden.add_argument("--engine", action="store_true", help="只问规则，不走流程 / the rules only")
    add("backup", "备份到文件 / save everything into one file").add_argument("file", type=Path)
    restoring = add("restore", "恢复到空数据目录 / restore into an empty data folder")
    restoring.add_argument("file", help="备份文件；与 --at 同用时为归档目录或 s3://桶/前缀")
    restoring.add_argument(
        "--at", metavar="TIME", help="恢复到这一时刻，如 '2026-11-20 10:30:00'（./run archive 的归档）"
    )
    restoring.add_argument("--keys", type=Path, help="列密钥文件，默认备份文件名加 .keys / the keys of its columns")
    moving = add("move", "改用机构自备的数据库：复制、核对、切换 / to a PostgreSQL of your own: copy, check, switch")
    moving.add_argument("file", type=Path, help="只属主可读的文件，写 database_url 与 owner_url，如 settings.toml")
    drilling = add("drill", "恢复演练：在旁边恢复最近的备份并核对 / restore the newest backup beside and check it")
    drilling.add_argument("file", type=Path, nargs="?", help="备份文件，默认最近一次的备份")
    drilling.add_argument("--journey", action="store_true", help="另走一遍主要业务（演示数据） / walk the business too")
    sealing = add("seal", "安装检验机构的签章证书 / install the certificate that seals the reports of an institute")
    sealing.add_argument("code", help="检验机构编码")
    sealing.add_argument(
        "file", type=Path, help="认证机构签发的证书与私钥（PKCS#12，.p12 或 .pfx；--sm2 时为 PEM，私钥可在签名服务处）"
    )
    sealing.add_argument(
        "--sm2", action="store_true", help="国密签名用的 SM2 证书 / the certificate of the SM2 signature"
    )
    sealing.add_argument("--authority", type=Path, help="发证机构的证书（PEM），证书文件里没有时给出")
    add("chain", "导出日志封存链，供 verify_chain.py 核查 / export the chain over the logs").add_argument(
        "folder", type=Path
    )
    add("replica", "内嵌数据库的只读副本 / run a read replica of the embedded database").add_argument(
        "folder", type=Path
    )
    add(
        "archive", "归档：基础备份与连续日志，供恢复到任一时刻 / base copy and log archive of the embedded database"
    ).add_argument("target", help="目录或 s3://桶/前缀 / a folder, or a place in a bucket")
    add("rekey", "换用新的列密钥并重新加密 / a new key for encrypted columns, and everything sealed under it")
    add("openapi", "打印接口说明 / print the description of all calls (OpenAPI 3.1)").add_argument(
        "file", type=Path, nargs="?", help="写到文件，默认打印"
    )
    add("sbom", "软件物料清单（CycloneDX 1.6） / what the platform is made of, from its lock files").add_argument(
        "file", type=Path
    )
    add("holes", "按带进来的漏洞通告核对依赖包 / known holes of the packages, by advisories of osv.dev").add_argument(
        "files", type=Path, nargs="+", help="OSV 格式的 JSON，或 osv.dev 的 PyPI、npm 数据包（zip）"
    )
    add("prepare", "")
    add("worker", "")
    add("arrive", "")
    add("web", "").add_argument("--fd", type=int, required=True)
    return top


def settings_of(given: argparse.Namespace) -> Settings:
    env = dict(os.environ)
    if given.data:
        env["TEJIAN_DATA"] = str(Path(given.data).absolute())
    changes = {k: v for k in ("port", "host", "workers") if (v := getattr(given, k, None)) is not None}
    if getattr(given, "empty", False):
        changes["demo"] = False
    return settings_module.load(env).with_(**changes)


def serve(settings: Settings, _given: argparse.Namespace) -> int:
    from .ops import server

    return server.serve(settings)


def web(settings: Settings, given: argparse.Namespace) -> int:
    from .ops import server

    server.web(settings, given.fd)
    return 0


def worker(settings: Settings, _given: argparse.Namespace) -> int:
    from .ops import server

    server.worker(settings)
    return 0


def arrive(settings: Settings, _given: argparse.Namespace) -> int:
    from .ops import children
    from .ops import prepare as preparing

    children.end_with_parent()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # unwinds, so that its own processes end too
    preparing.arrive()
    return 0


def prepare(settings: Settings, _given: argparse.Namespace) -> int:
    from .ops import children
    from .ops import prepare as preparing

    children.end_with_parent()
    return preparing.main(settings)


def migrate(settings: Settings, given: argparse.Namespace) -> int:
    from .ops import connected, database

    with connected.to_database(settings) as reachable:
        database.migrate(reachable.owner_url, connected.role_of(reachable.database_url), given.to)
        print(database.current(reachable.database_url))
    return 0


def makemigration(settings: Settings, given: argparse.Namespace) -> int:
    import tempfile

    from .ops import database, postgres

    # Compared with an empty database brought up to date, so that a developer's own data folder does not matter.
    with tempfile.TemporaryDirectory(prefix="tejian-") as folder:
        data = Path(folder)
        try:
            postgres.ensure_running(data, durable=False)
            print(database.make_migration(postgres.urls(data).owner, given.text))
        finally:
            postgres.remove(data)
    return 0


def accounts(settings: Settings, _given: argparse.Namespace) -> int:
    from .ops import connected, prepare, server

    with connected.to_database(settings) as reachable:
        logins = prepare.demo_logins(reachable)
        print("\n".join(server.account_lines(prepare.facts(logins))) or "没有演示账户 / no demo accounts")
    return 0


def journey(settings: Settings, given: argparse.Namespace) -> int:
    from tejian.demo.journey import run
    from tejian.ops.own import own_server

    if given.url:
        return run(given.url)
    with own_server(settings) as url:
        return run(url)


def golden(settings: Settings, given: argparse.Namespace) -> int:
    from .ops import prepare

    with prepare.rules_only(settings):
        from tejian.golden.run import run
        from tejian.main import prepare_process

        return run(given.file, engine=given.engine, ready=prepare_process)


def backup(settings: Settings, given: argparse.Namespace) -> int:
    from .ops import backup as saving

    print(saving.backup(settings, given.file))
    return 0


def restore(settings: Settings, given: argparse.Namespace) -> int:
    from .ops import archive as archiving
    from .ops import backup as saving

    if given.at:
        print(archiving.restore(settings, given.file, _moment(given.at), given.keys))
    else:
        print(saving.restore(settings, Path(given.file), given.keys))
    return 0


def move(settings: Settings, given: argparse.Namespace) -> int:
    import tomllib

    from .ops import moving

    to = tomllib.loads(given.file.read_text())
    print(moving.move(settings, to["database_url"], to["owner_url"]))
    return 0


def _moment(text: str) -> datetime:
    """A moment as it is typed, in the time of the business when it says no other."""
    from tejian.kit.ground.clock import SHANGHAI

    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise WrongSetting(f"时间 {text} 应写作 2026-11-20 10:30:00 / cannot read the time") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=SHANGHAI)


def archive(settings: Settings, given: argparse.Namespace) -> int:
    from .ops import archive as archiving

    print(archiving.archive(settings, given.target))
    return 0


def drill(settings: Settings, given: argparse.Namespace) -> int:
    from .ops import drill as drilling

    report, good = drilling.drill(settings, given.file, given.journey)
    print(report)
    return 0 if good else 1


def seal(settings: Settings, given: argparse.Namespace) -> int:
    from .ops import connected

    content = given.file.read_bytes()
    authority = given.authority.read_bytes() if given.authority else b""
    password = "" if given.sm2 else os.environ.get("TEJIAN_SEAL_PASSWORD")
    password = getpass.getpass("证书文件的密码：") if password is None else password
    with connected.to_database(settings) as reachable:
        os.environ.update(reachable.as_environment())
        settings_module.current.cache_clear()
        from tejian.inspection.records import api as records
        from tejian.kit.database import db
        from tejian.kit.seals import seal_files
        from tejian.main import prepare_process

        prepare_process()
        try:
            with db.new_session.begin() as session:
                if given.sm2:
                    print(records.install_sm2(session, given.code, content, authority))
                else:
                    print(records.install(session, given.code, content, password, authority))
        except seal_files.WrongSeal as fault:
            print(fault, file=sys.stderr)
            return 1
    return 0


def chain(settings: Settings, given: argparse.Namespace) -> int:
    from .ops import connected

    with connected.to_database(settings) as reachable:
        os.environ.update(reachable.as_environment())
        settings_module.current.cache_clear()
        from tejian.kit.database import db
        from tejian.main import prepare_process
        from tejian.watch.chain import api, verify_chain

        prepare_process()
        with db.new_session.begin() as session:
            counts = api.export(session, given.folder)
        shutil.copy(verify_chain.__file__, given.folder)
        print("\n".join(f"{name} {count}" for name, count in counts.items()))
        heads, key = settings.heads_dir, api.public_key()
        print(f"python {given.folder}/verify_chain.py {given.folder} --heads {heads} --key {key}")
    return 0


def sbom(_settings: Settings, given: argparse.Namespace) -> int:
    from .ops import supply

    found = supply.packages()
    given.file.write_text(json.dumps(supply.bill(found), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"{given.file}：{len(found)} 个依赖包")
    return 0


def holes(settings: Settings, given: argparse.Namespace) -> int:
    from .ops import supply

    try:
        result = supply.holes(settings, given.files)
    except supply.NoAdvisories as fault:
        print(fault, file=sys.stderr)
        return 2
    for hole in result.holes:
        print(hole.sentence)
    hits = f"{len(result.holes)} 处命中" if result.holes else "没有命中"
    print(f"漏洞数据至{result.until}，{result.read} 条通告：{hits}")
    return 1 if result.holes else 0


def rekey(settings: Settings, _given: argparse.Namespace) -> int:
    from .ops import connected

    with connected.to_database(settings) as reachable:
        os.environ.update(reachable.as_environment())
        settings_module.current.cache_clear()
        from tejian.kit.database import db, sealed
        from tejian.main import prepare_process

        prepare_process()
        number = sealed.rotate()
        with db.new_session() as session:
            # Twice: what was begun under the old key while the file changed is there by the second time.
            count = sum(sealed.reseal(session, print, session.commit) for _ in range(2))
        sealed.forget_old()
        print(f"第 {number} 号列密钥启用，重新加密 {count} 行 / done；请另行备份 {settings.keys_file}")
    return 0


def openapi(_settings: Settings, given: argparse.Namespace) -> int:
    from tejian import areas
    from tejian.system.desk.description import described

    areas.load()
    text = described()
    if given.file is None:
        sys.stdout.buffer.write(text + b"\n")
    else:
        given.file.write_bytes(text)
    return 0


def replica(settings: Settings, given: argparse.Namespace) -> int:
    from .ops import replica as replicating

    return replicating.run(settings, given.folder)


_SERVING = (serve, web, worker, prepare, arrive)
_KEEPING = (migrate, makemigration, accounts, journey, golden, backup, restore, move, chain, drill)
_ALL = (*_SERVING, *_KEEPING, replica, openapi, rekey, archive, seal, sbom, holes)
COMMANDS: dict[str, Callable[[Settings, argparse.Namespace], int]] = {f.__name__: f for f in _ALL}
CHILDREN = {f.__name__ for f in (web, worker, arrive)}  # started by `serve`
LOADING = {f.__name__ for f in (web, worker, prepare, arrive, seal, golden)}  # those that load the whole platform


def main(argv: list[str] | None = None) -> int:
    given = parser().parse_args(argv)
    try:
        settings = settings_of(given)
        open_log(settings.log)
        if given.command in LOADING:
            gc.disable()  # it would look at what is loaded time and again, a third of the start; main enables it
        code = COMMANDS[given.command](settings, given)
        if given.command not in CHILDREN and settings.data_dir.exists():
            from .ops.account import hand_over

            hand_over(settings.data_dir)  # what root has written there is for those who serve
        return code
    except KeyboardInterrupt:
        return 130
    except (WrongSetting, RuntimeError) as wrong:
        # Sentences for whoever started it; anything else is a defect and shows its trace.
        if type(wrong) is RuntimeError:
            raise
        print(wrong, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
