"""A run of a plan: what changed, or all, becomes messages, page by page; a stopped run goes on from its place."""

from collections.abc import Collection, Sequence

from sqlalchemy import ColumnElement, select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import Session

from tejian.exchange.mappings import api as mappings
from tejian.exchange.models import INCREMENTAL, PULL, SENDING
from tejian.exchange.models import ExchangeMessage as Message
from tejian.exchange.models import ExchangePartner as Partner
from tejian.exchange.models import ExchangePlan as Plan
from tejian.exchange.models import ExchangeRun as Run
from tejian.kit.database import jobs
from tejian.kit.database.db import new_id
from tejian.kit.database.jobs import job
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused

from . import timing

WAITING, DONE, FAILED, IGNORED = "0", "1", "2", "3"  # C742
PAGE = 500
PAGES = 20  # of one job; the next one goes on


def lock_of(plan_id: str) -> str:
    """Jobs of a plan run one after the other."""
    return f"exchange:{plan_id}"


def hindrance(db: Session, plan: Plan, partner: Partner) -> str:
    """Why nothing may be pushed by a plan now; '' when it may."""
    if not partner.enabled:
        return f"传输用户{partner.name}已停用"
    if partner.enddate < clock.today():
        return f"{partner.name}的授权已于{partner.enddate}到期"
    if partner.way == PULL:
        return f"{partner.name}不接收推送"
    if plan.entity not in partner.entities.split(","):
        return f"没有授权向{partner.name}传输{mappings.NAMES[plan.entity]}数据"
    if mappings.published(db, partner.id, plan.entity) is None:
        return f"{partner.name}的{mappings.NAMES[plan.entity]}还没有已发布的字段映射"
    return ""


def start(db: Session, plan: Plan, kind: str = SENDING) -> Run:
    """A new run with its job. Refused while the one before goes on."""
    going = select(Run.id).where(Run.plan_id == plan.id, Run.kind == kind, Run.ended.is_(None)).limit(1)
    if db.scalar(going):
        raise Refused(f"{plan.name}上一次执行还没有结束")
    now = clock.now()
    run = Run(id=new_id(), plan_id=plan.id, kind=kind, begun=now)
    if kind == SENDING:
        run.cursor = plan.cursor if plan.mode == INCREMENTAL else ""
        plan.lastrun, plan.nextrun = now, timing.next_run(now, plan.every, plan.dailyat)
    db.add(run)
    db.flush()
    enqueue(db, run)
    return run


def run_of(db: Session, run_id: str) -> Run:
    """The run of a job, locked."""
    return db.scalars(select(Run).where(Run.id == run_id).with_for_update()).one()


def sides_of(db: Session, plan_id: str) -> tuple[Plan, Partner]:
    """A plan and whom it sends to."""
    query = select(Plan, Partner).join(Partner, Partner.id == Plan.partner_id).where(Plan.id == plan_id)
    plan, partner = db.execute(query).one()
    return plan, partner


def enqueue(db: Session, run: Run) -> None:
    """The job of a run, or of what is left of it."""
    name = "exchange.collect" if run.kind == SENDING else "exchange.reconcile"
    jobs.enqueue(db, name, lock=lock_of(run.plan_id), run_id=run.id)


def scope_of(plan: Plan, partner: Partner) -> list[ColumnElement[bool]]:
    """The objects that a plan is about: within what was granted, what its filter leaves."""
    entity = mappings.ENTITIES[plan.entity]
    return [entity.seen_by(partner.orgid, partner.areacode), *entity.within(plan.areacode, plan.equclass)]


@job("exchange.collect", retry=5)
def collect(db: Session, run_id: str) -> None:
    """Some pages of a run, each in a transaction of its own."""
    for _ in range(PAGES):
        with jobs.new_session() as own:
            if _page(own, run_id):
                return
    with jobs.new_session() as own:
        enqueue(own, run_of(own, run_id))


def _page(db: Session, run_id: str) -> bool:
    """One page of messages; whether the run is over.

    Nothing is sent of what is unchanged in the partner's words, waits as it is, or was gone before it was ever sent.
    """
    run = run_of(db, run_id)
    if run.ended:
        return True
    plan, partner = sides_of(db, run.plan_id)
    edition = mappings.published(db, partner.id, plan.entity)
    run.error = hindrance(db, plan, partner)
    if run.error or edition is None:
        run.ended = clock.now()
        return True
    entity = mappings.ENTITIES[plan.entity]
    objects, run.cursor = mappings.page(db, entity, edition, scope_of(plan, partner), run.cursor, PAGE)
    keys = [one.key for one in objects]
    known = digests(db, plan.id, keys, (WAITING, DONE, FAILED))
    same = known if plan.mode == INCREMENTAL else digests(db, plan.id, keys, (WAITING, FAILED))
    fresh = [one for one in objects if same.get(one.key) != one.digest and not (one.gone and one.key not in known)]
    db.add_all(message_of(run, plan, partner, edition.number, one) for one in fresh)
    run.total, run.made = run.total + len(objects), run.made + len(fresh)
    if len(objects) < PAGE:
        run.ended, plan.cursor = clock.now(), run.cursor
        jobs.enqueue(db, "exchange.deliver", lock=lock_of(plan.id), plan_id=plan.id)
    return run.ended is not None


def digests(db: Session, plan_id: str, keys: Sequence[str], states: Collection[str]) -> dict[str, str]:
    """The digest of what a plan sent last of each object, of messages in these states."""
    m = Message
    query = select(m.objectkey, m.digest).where(m.plan_id == plan_id, m.objectkey.in_(keys), m.state.in_(states))
    rows = db.execute(query.ext(distinct_on(m.objectkey)).order_by(m.objectkey, m.id.desc())).all()
    return {row.objectkey: row.digest for row in rows}


def message_of(run: Run, plan: Plan, partner: Partner, edition: int, one: mappings.Told) -> Message:
    """A message that waits; one that lacks what the partner demands waits for a person."""
    return Message(
        id=new_id(),
        direction="push",
        partner_id=partner.id,
        plan_id=plan.id,
        run_id=run.id,
        entity=plan.entity,
        objectkey=one.key,
        number=one.number,
        title=one.title,
        orgid=partner.orgid,
        areacode=partner.areacode,
        edition=edition,
        content={"deleted": one.gone, "data": one.content},
        digest=one.digest,
        state=FAILED if one.why else WAITING,
        error=one.why,
    )
