"""What is watched: each check says how a thing is, in a sentence for the administrator. Limits are parameters."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from cryptography import x509
from sqlalchemy import select, text
from sqlalchemy.orm import Session

from tejian import data, settings
from tejian.kit.database import replica, steady
from tejian.kit.ground import clock
from tejian.kit.seals import seal_files, signing, sm2_files
from tejian.system.models.organisations import Org
from tejian.system.settings.api import number
from tejian.watch.chain import api as chain
from tejian.watch.models.health import ATTENTION, BAD, GOOD, Operation

Said = tuple[str, str]  # state and sentence
Checked = Callable[[Session], Said | None]  # nothing: this installation has no such thing


@dataclass(frozen=True)
class Check:
    code: str
    title: str
    fn: Checked


CHECKS: list[Check] = []


def check(code: str, title: str) -> Callable[[Checked], Checked]:
    def add(fn: Checked) -> Checked:
        CHECKS.append(Check(code, title, fn))
        return fn

    return add


def age(seconds: float) -> str:
    hours = seconds / 3600
    return f"{seconds / 60:.0f} 分钟" if hours < 2 else f"{hours:.0f} 小时" if hours < 72 else f"{hours / 24:.0f} 天"


def _last(db: Session, kind: str, hours: int, noun: str) -> Said | None:
    if hours == 0:
        return None
    row = db.scalars(select(Operation).where(Operation.kind == kind).order_by(Operation.at.desc()).limit(1)).first()
    if row is None:
        return ATTENTION, f"还没有{noun}"
    gone = (clock.now() - row.at).total_seconds()
    if not row.good:
        return BAD, f"{age(gone)}前的{noun}没有成功：{row.detail}"
    return (BAD if gone > hours * 3600 else GOOD), f"{age(gone)}前{noun}，{row.detail}"


@check("backup", "备份")
def backup(db: Session) -> Said | None:
    return _last(db, "backup", number(db, "health.backup_hours", 26), "备份")


@check("drill", "恢复演练")
def drill(db: Session) -> Said | None:
    return _last(db, "drill", number(db, "health.drill_days", 100) * 24, "恢复演练")


@check("holes", "依赖漏洞")
def holes(db: Session) -> Said | None:
    """What `./run holes` said of the packages last: by the advisories that somebody carried in."""
    days = number(db, "health.holes_days", 60)
    row = db.scalars(select(Operation).where(Operation.kind == "holes").order_by(Operation.at.desc()).limit(1)).first()
    if not days:
        return None
    if row is None:
        return ATTENTION, "还没有核对过，请下载漏洞通告后执行 ./run holes"
    gone = (clock.now() - row.at).total_seconds()
    if not row.good:
        return BAD, f"{age(gone)}前核对，有已知漏洞的依赖包：{row.detail}"
    return (ATTENTION if gone > days * 86400 else GOOD), f"{age(gone)}前核对，没有命中，{row.detail}"


RELEASED = (2, 5, 8, 11)  # months of whose second Thursday PostgreSQL plans its minor releases
OLDEST = 15  # the major that the platform asks for


def server_version(db: Session) -> str:
    return str(db.scalar(text("show server_version"))).split()[0]


@check("database", "数据库版本")
def database_version(db: Session) -> Said:
    """The version that runs; of the embedded one also how many planned releases came after it."""
    runs = server_version(db)
    if int(runs.split(".")[0]) < OLDEST:
        return BAD, f"PostgreSQL {runs} 太旧，须 {OLDEST} 以上"
    row = next((one for one in data.rows("embedded") if one["name"] == "postgresql" and one["version"] == runs), None)
    if row is None:
        return GOOD, f"PostgreSQL {runs}，由数据库管理员维护"
    since = date.fromisoformat(row["released"])
    later = [one for one in _releases(since, clock.today()) if one > since]
    words = f"PostgreSQL {runs}（内置，{since} 发布）"
    if len(later) < 2:
        return GOOD, words
    return (
        ATTENTION,
        f"{words}之后官方已按季发布 {len(later)} 次，请升级平台，或改用自行维护的 PostgreSQL（docs/deploy.md）",
    )


def _releases(first: date, last: date) -> list[date]:
    """The planned days of minor releases."""
    months = [date(year, month, 1) for year in range(first.year, last.year + 1) for month in RELEASED]
    days = [one + timedelta(days=(3 - one.weekday()) % 7 + 7) for one in months]
    return [one for one in days if first <= one <= last]


ARCHIVER = text(
    "select last_failed_time > coalesce(last_archived_time, '-infinity') as failing, last_failed_time as failed,"
    " last_archived_time as handed, greatest(last_archived_time, pg_postmaster_start_time()) as since"
    " from pg_stat_archiver"
)


@check("archive", "日志归档")
def archive(db: Session) -> Said | None:
    """How old the newest piece of the log and the newest base copy are; nothing where no archive was begun."""
    if db.scalars(select(Operation.id).where(Operation.kind == "archive").limit(1)).first() is None:
        return None
    row = db.execute(ARCHIVER).one()
    if row.failing:
        since = f"，最新一段是 {age(_gone(row.handed))}前的" if row.handed else ""
        return BAD, f"数据库 {age(_gone(row.failed))}前没有能交出日志{since}，请检查归档目录或存储桶"
    base = _last(db, "archive", number(db, "health.backup_hours", 26), "基础备份") or (GOOD, "")
    newest = f"最新一段日志 {age(_gone(row.handed))}前" if row.handed else "还没有交出日志"
    late = _gone(row.since) > number(db, "health.archive_minutes", 15) * 60
    return (BAD if late else base[0]), "；".join(filter(None, (base[1], newest)))


def _gone(since: datetime) -> float:
    return (clock.now() - since).total_seconds()


@check("queue", "任务队列")
def queue(db: Session) -> Said:
    """Jobs that should have begun. One that is asked for later does not wait."""
    statement = text(
        "select count(*) n, extract(epoch from now() - min(coalesce(j.scheduled_at, e.at))) age"
        " from procrastinate_jobs j left join procrastinate_events e on e.job_id = j.id and e.type = 'deferred'"
        " where j.status = 'todo' and coalesce(j.scheduled_at, now()) <= now()"
    )
    row = db.execute(statement).one()
    waits = float(row.age or 0)
    late = waits > number(db, "health.queue_minutes", 15) * 60
    return (BAD if late else GOOD), f"{row.n} 个等待，最久 {age(waits)}" if row.n else "没有等待的任务"


@check("failed", "失败的任务")
def failed(db: Session) -> Said:
    """What gave up after all tries in the last day."""
    asked = text(
        "select j.task_name, count(*) n from procrastinate_events e join procrastinate_jobs j on j.id = e.job_id"
        " where e.type = 'failed' and j.status = 'failed' and e.at > now() - interval '1 day'"
        " group by 1 order by 2 desc"
    )
    rows = db.execute(asked).all()
    names = "、".join(f"{r.task_name} {r.n} 个" for r in rows[:5])
    return (BAD, f"一天内失败：{names}") if rows else (GOOD, "一天内没有失败的任务")


@check("disk", "磁盘空间")
def disk(db: Session) -> Said:
    here = settings.current()
    places = {p for p in (here.data_dir, here.files_dir) if p is not None and p.exists()}
    least = number(db, "health.disk_percent", 10)
    shares = {p: shutil.disk_usage(p) for p in places}
    share, free = min(((u.free * 100 / u.total, u.free) for u in shares.values()), default=(100.0, 0))
    return (BAD if share < least else GOOD), f"剩余 {share:.0f}%（{free / 1e9:.1f} GB）"


@check("replica", "只读副本")
def lag(db: Session) -> Said | None:
    behind = replica.lag()
    if behind is None:
        return None
    most = number(db, "replica.most_lag_seconds", 30)
    return (BAD, "没有回答") if behind < 0 else (BAD if behind > most else GOOD, f"落后 {behind:.0f} 秒")


def certificates() -> dict[Path, datetime]:
    """Until when the signing certificates of the institutes are valid."""
    paths = [*(one.cert for one in _seals()), *sm2_files.installed(settings.current().data_dir / "seal")]
    return {p: x509.load_pem_x509_certificate(p.read_bytes()).not_valid_after_utc for p in paths}


def _seals() -> list[signing.Certificates]:
    return seal_files.installed(settings.current().data_dir / "seal")


@check("certificate", "签章证书")
def certificate(db: Session) -> Said | None:
    ends = certificates()
    if not ends:
        return None
    path, end = min(ends.items(), key=lambda one: one[1])
    days = (end - clock.now().astimezone(UTC)).days
    state = BAD if days < 0 else ATTENTION if days < number(db, "health.certificate_days", 30) else GOOD
    when = f"{end.astimezone(clock.SHANGHAI):%Y-%m-%d}"
    named = f"{path.parent.parent.name} 的国密" if path.name == sm2_files.CERT else f"{path.parent.name} 的"
    return state, f"{named}证书{'已于' if days < 0 else '有效至'} {when}{' 过期' if days < 0 else ''}"


@check("licence", "核准证")
def licence(db: Session) -> Said | None:
    """Until when the institutes may inspect at all (Special Equipment Safety Law, article 50)."""
    wanted = select(Org.name, Org.licence_to).where(Org.enabled, Org.kind == "institute", Org.licence_no != "")
    held = db.execute(wanted.order_by(Org.licence_to, Org.code)).all()
    if not held:
        return None
    name, end = held[0]  # those without a day come last
    if end is None:
        return ATTENTION, f"{name}没有写明核准证有效期"
    days = (end - clock.today()).days
    state = BAD if days < 0 else ATTENTION if days < number(db, "health.licence_days", 180) else GOOD
    return state, f"{name}的核准证{'已于' if days < 0 else '有效至'} {end}{' 过期' if days < 0 else ''}"


def revocations() -> dict[Path, list[x509.CertificateRevocationList]]:
    """By certificate of an institute, the lists of its authority: signatures carry them, and they grow old."""
    return {seal.cert: [x509.load_der_x509_crl(one) for one in seal.revoked] for seal in _seals()}


@check("revoked", "证书吊销列表")
def revoked(db: Session) -> Said | None:
    known = revocations()
    if not known:
        return None
    now, ends = clock.now().astimezone(UTC), []
    for path, lists in known.items():
        own = x509.load_pem_x509_certificate(path.read_bytes()).serial_number
        if any(one.get_revoked_certificate_by_serial_number(own) for one in lists):
            return BAD, f"{path.parent.name} 的签章证书已被吊销，请立即停用并更换"
        if not lists:
            return ATTENTION, f"{path.parent.name} 没有吊销列表，签章不能证明证书当时有效"
        ends += [(one.next_update_utc, path.parent.name) for one in lists if one.next_update_utc]
    end, name = min(ends, default=(None, ""))
    if end is None:
        return GOOD, "没有写明下次更新时间"
    when = f"{end.astimezone(clock.SHANGHAI):%Y-%m-%d}"
    if end < now:
        return BAD, f"{name} 的吊销列表应于 {when} 更新，请从发证机构取得新的列表"
    return GOOD, f"下次更新 {when}"


@check("clock", "时钟")
def time_of_day(db: Session) -> Said:
    why = steady.wrong(db)
    return (BAD, f"{why}，签名已停止") if why else (GOOD, "与数据库一致，没有跳动")


@check("chain", "日志封存链")
def seal(db: Session) -> Said:
    row, waits = chain.newest(db), chain.waiting(db)
    if row is None:
        return ATTENTION, f"还没有核查，{waits} 行待封存"
    gone = (clock.now() - row.begun).total_seconds()
    sentence = f"{age(gone)}前核查{row.result}，{waits} 行待封存"
    return (BAD if row.found or gone > 2 * 86400 else GOOD), sentence
