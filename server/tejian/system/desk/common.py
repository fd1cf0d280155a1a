"""What many screens ask of the system area: info, dictionaries, offices, people, history, client errors."""

from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from typing import Any

from pydantic import AliasChoices, ConfigDict, Field
from sqlalchemy import delete, func, or_, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit.catalogue.screens import require_screen
from tejian.kit.database import audit, phones
from tejian.kit.database.db import Base
from tejian.kit.forms.columns import in_words
from tejian.kit.forms.form import Form
from tejian.kit.ground import clock
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.errors import BadInput, NoPermission, Refused
from tejian.kit.ground.ports import Ports
from tejian.kit.ground.user import User
from tejian.kit.web.edge import Answer, Caller
from tejian.system.accounts import api as login
from tejian.system.models.accounts import StaffQual, SysUser, UserSession
from tejian.system.models.organisations import Org
from tejian.system.models.rules import FlowConf
from tejian.system.models.settings import ClientError
from tejian.system.permissions import AUDIT_QUERY
from tejian.system.settings import api as dictionaries
from tejian.system.settings.api import PRODUCT, VERSION, VERSION_DATE, bump, flag, value

from .arrival import Arrival, progress


class Version(TypedDict):
    product: str
    version: str
    date: str


class LoginConfig(TypedDict):
    """What the login page must know; `ssoForced`: single sign-on is the only way in."""

    sso: bool
    ssoUrl: str
    ssoForced: bool
    captcha: str
    product: str
    version: str
    support: str
    passwordEncoding: str
    tokenStoreType: str
    arriving: Arrival | None  # the demonstration data that is still to come


class Operator(TypedDict):
    operatorCode: str


class Office(TypedDict):
    """A department or station."""

    id: str
    name: str
    code: str
    parentId: str
    type: str
    classes: str
    value: str
    label: str


class ParentOffice(TypedDict):
    id: str
    name: str
    code: str
    type: str


class Qualification(TypedDict):
    item: str
    itemName: str
    certno: str
    validto: str
    status: str


class Person(TypedDict):
    id: str
    name: str
    departId: str
    departName: str
    mobile: str
    quals: list[Qualification]


class FlowStep(TypedDict):
    """A step as the flow configuration has it."""

    process: str
    version: int
    step: str
    name: str
    used: bool
    limitDays: int | None
    scope: str
    source: str


class FieldChange(TypedDict):
    prop: str
    label: str
    old: Any
    new: Any


class HistoryEntry(TypedDict):
    """A change: `cause` is the business that made it, `since` the day from which it holds, 起始 for always."""

    at: datetime
    userName: str
    requestNo: str
    action: str
    cause: str
    since: date | str | None
    fields: list[FieldChange]


def version() -> Version:
    return {"product": PRODUCT, "version": VERSION, "date": VERSION_DATE}


def login_config(db: Session) -> LoginConfig:
    """What the login page must know before anybody is logged in."""
    base = login.sso_base(db)
    service = value(db, "sso.service")
    return {
        "sso": bool(base),
        "ssoUrl": f"{base.rstrip('/')}/login?service={service}" if base else "",
        "ssoForced": bool(base) and flag(db, "sso.forced"),
        "captcha": value(db, "login.captcha", "after_failures"),
        "product": PRODUCT,
        "version": VERSION,
        "support": value(db, "support.text"),
        "passwordEncoding": value(db, "login.encoding", "base64"),
        "tokenStoreType": value(db, "login.token_store", "2"),
        "arriving": progress(),
    }


def login_key(db: Session) -> dict[str, str]:
    return {"sm2": value(db, "login.sm2_public")}


def end_session(db: Session, me: User) -> None:
    db.execute(delete(UserSession).where(UserSession.id == me.session_id))
    audit.security_event(db, "退出", me.login)


def my_info(db: Session, me: User) -> login.UserInfo:
    user = db.scalars(select(SysUser).where(SysUser.id == me.id)).one()
    return {**login.user_info(db, user), "held": me.held}


def all_dictionaries(db: Session, me: User, seen: str) -> Answer[dict[str, list[dictionaries.DictEntry]] | None]:
    """Every dictionary, or nothing when the client already has this version."""
    top = {"idList": [], "version": str(me.dict_version)}
    if seen == str(me.dict_version):
        return Answer(None, top)
    ids, by_type = dictionaries.all_types(db, me.dict_version)
    return Answer(by_type, {**top, "idList": ids})


class DictForm(Form):
    """An entry of a dictionary, or what stands below one."""

    type: str = Field("", title="字典类型", max_length=32)
    value: str = Field("", title="字典值", max_length=64)
    parent: str = Field("", title="上级", max_length=64, validation_alias=AliasChoices("parentValue", "parentId"))


class PeopleForm(Form):
    """Which colleagues are looked for."""

    name: str = Field("", title="姓名", max_length=40)
    org_id: str = Field("", alias="orgId", title="部门", max_length=32)
    type: str = Field("", title="类型", max_length=16)


class ErrorForm(Form):
    """What a browser tells of an error of its own; cut to size, never refused."""

    model_config = ConfigDict(str_max_length=None, str_strip_whitespace=False)

    type: Any = ""
    code: Any = ""
    message: Any = ""
    url: Any = ""


def dict_list(db: Session, me: User, form: DictForm) -> list[dictionaries.DictEntry]:
    """Entries of a declared type. Only known types: the caller names no table and no condition."""
    if form.type not in dictionaries.all_types(db, me.dict_version)[1]:
        raise BadInput("字典类型不存在")
    return dictionaries.of_type(db, me.dict_version, form.type, form.parent or None)


def monitor_departments(db: Session, me: User, form: DictForm) -> list[dictionaries.DictEntry]:
    """The departments of supervision as entries of a dictionary: all, those below one (key or code), or one.

    The contract reads a dictionary of them by a call of its own; which type it names is not said, so any is answered.
    """
    bureaus = select(Org.id).where(Org.kind == "bureau")  # an institute has offices too
    query = select(Org).where(or_(Org.kind == "bureau", Org.parent_id.in_(bureaus)), Org.enabled)
    if form.parent:
        above = select(Org.id).where(or_(Org.id == form.parent, Org.code == form.parent))
        query = query.where(Org.parent_id.in_(above))
    if form.value:
        query = query.where(or_(Org.id == form.value, Org.code == form.value))
    return [
        {
            "id": one.id,
            "type": form.type,
            "value": one.id,
            "label": one.name,
            "parentValue": one.parent_id,
            "parentId": one.parent_id,
        }
        for one in db.scalars(query.order_by(Org.sort, Org.code))
    ]


def dict_item(db: Session, me: User, form: DictForm) -> dictionaries.DictEntry | None:
    found = dictionaries.of_type(db, me.dict_version, form.type, value=form.value)
    return found[0] if found else None


def parent_dict_item(db: Session, me: User, form: DictForm) -> dictionaries.DictEntry | None:
    """The entry above an entry of the same type."""
    item = dict_item(db, me, form)
    if not item or not item["parentValue"]:
        return None
    found = dictionaries.of_type(db, me.dict_version, item["type"], value=item["parentValue"])
    return found[0] if found else None


def offices(db: Session, org_id: str, kind: str) -> list[Office]:
    """Departments and stations of an organisation."""
    query = select(Org).where(or_(Org.org_id == org_id, Org.id == org_id), Org.enabled)
    if kind:
        query = query.where(Org.kind == kind)
    rows = db.scalars(query.order_by(Org.sort, Org.code))
    return [
        {
            "id": o.id,
            "name": o.name,
            "code": o.code,
            "parentId": o.parent_id,
            "type": o.kind,
            "classes": o.classes,
            "value": o.id,
            "label": o.name,
        }
        for o in rows
    ]


def parent_of(db: Session, org_id: str) -> ParentOffice | None:
    child = db.scalars(select(Org).where(Org.id == org_id)).first()
    row = db.scalars(select(Org).where(Org.id == child.parent_id)).first() if child else None
    return {"id": row.id, "name": row.name, "code": row.code, "type": row.kind} if row else None


def business_users(db: Session, me: User, form: PeopleForm) -> list[Person]:
    """People of the user's organisation with their qualifications; `type` = inspector leaves only qualified ones."""
    if not me.org_id:  # an enterprise account has no colleagues here
        return []
    query = select(SysUser).where(SysUser.org_id == me.org_id, SysUser.enabled)
    if form.name:
        query = query.where(SysUser.name.contains(form.name, autoescape=True))
    if form.org_id:
        query = query.where(SysUser.dept_id == form.org_id)
    if form.type == "inspector":
        query = query.where(SysUser.id.in_(select(StaffQual.user_id)))
    users = db.scalars(query.order_by(SysUser.login).limit(300)).all()
    known = words(db, me.dict_version).get("C623", {})
    quals: dict[str, list[Qualification]] = {}
    for q in db.scalars(select(StaffQual).where(StaffQual.user_id.in_([u.id for u in users]))):
        quals.setdefault(q.user_id, []).append(
            {
                "item": q.item,
                "itemName": known.get(q.item, q.item),
                "certno": q.certno,
                "validto": q.validto.isoformat(),
                "status": q.status,
            }
        )
    names = {o.id: o.name for o in db.scalars(select(Org).where(Org.id.in_({u.dept_id for u in users})))}
    return [
        {
            "id": u.id,
            "name": u.name,
            "departId": u.dept_id,
            "departName": names.get(u.dept_id, ""),
            "mobile": phones.hidden(u.mobile),
            "quals": quals.get(u.id, []),
        }
        for u in users
    ]


def renew_caches(db: Session) -> None:
    for name in ("dict", "param", "rule"):
        bump(db, name)


def flow_configuration(db: Session) -> list[FlowStep]:
    """The version of each process that is in force: its steps, whether used, and their limits."""
    begun = or_(FlowConf.validfrom.is_(None), FlowConf.validfrom <= clock.today())
    newest = select(FlowConf.process, func.max(FlowConf.conf_version)).where(begun).group_by(FlowConf.process)
    current = {k: v for k, v in db.execute(newest)}  # noqa: C416
    rows = db.scalars(select(FlowConf).order_by(FlowConf.process, FlowConf.createtime, FlowConf.id))
    return [
        {
            "process": r.process,
            "version": r.conf_version,
            "step": r.step,
            "name": r.name,
            "used": r.used,
            "limitDays": r.limit_days,
            "scope": "".join((r.equclass, r.seisort and f"s{r.seisort}", r.testsort and f"t{r.testsort}")),
            "source": r.source,
        }
        for r in rows
        if current.get(r.process) == r.conf_version
    ]


def _labels(entity: str) -> dict[str, tuple[str, str]]:
    """Column → (label, dictionary) of a table; secret columns are left out."""
    table = Base.metadata.tables[entity]
    return {
        c.key: (str(c.info.get("label", c.key)), str(c.info.get("dict", "")))
        for c in table.columns
        if not c.info.get("secret")
    }


def audited_model(entity: str) -> Any:
    """The audited model behind a table name, or a refusal: only declared, audited tables can be asked for."""
    for mapper in Base.registry.mappers:
        if mapper.class_.__tablename__ == entity and getattr(mapper.class_, "audited", None):
            return mapper.class_
    raise BadInput("没有这类记录的变更历史")


# entity → (db, me) → {field: (label, dict)}, for document columns of higher areas; a field without a label is not told
FIELD_LABELS: Ports[Callable[[Session, User], Mapping[str, tuple[str, str]]]] = Ports("labels of document columns")


def _word(names: dict[str, str], value: Any) -> Any:
    """A stored value in words: the label of a code, a list as its words."""
    if isinstance(value, list):
        return "、".join(str(_word(names, one)) for one in value)
    return in_words(names, value) if isinstance(value, str) else value


def record_history(db: Session, me: User, entity: str, entity_id: str) -> list[HistoryEntry]:
    """Field by field what changed on a record the user may see."""
    model = audited_model(entity)
    if not me.may(AUDIT_QUERY):
        if not hasattr(model, "visible"):
            raise NoPermission()
        if db.scalar(select(model.id).where(model.id == entity_id, model.visible(me))) is None:
            raise NoPermission()
        require_screen(me, model)
    return record_entries(db, me, entity, entity_id)


def record_entries(db: Session, me: User, entity: str, entity_id: str) -> list[HistoryEntry]:
    """The changes of a record in words; the caller has made sure that the user may see it."""
    own = FIELD_LABELS[entity](db, me) if entity in FIELD_LABELS else {}
    labels = {**own, **_labels(entity), **own}  # in the order of the area's form
    known, personal = words(db, me.dict_version), phones.names(audited_model(entity))
    out: list[HistoryEntry] = []
    for row in audit.history(db, entity, entity_id):
        fields: list[FieldChange] = []
        for prop, (label, dict_type) in labels.items():
            if prop not in row.changes or prop == "id" or not label:
                continue
            old, new = (phones.hidden(v) if prop in personal else v for v in row.changes[prop])
            if old is None and new in (None, "", 0):  # a new record's empty fields and unset flags
                continue
            names = known.get(dict_type, {})
            fields.append({"prop": prop, "label": label, "old": _word(names, old), "new": _word(names, new)})
        out.append(
            {
                "at": row.at,
                "userName": row.user_name,
                "requestNo": row.request_no,
                "action": row.action,
                "cause": row.changes.get(audit.CAUSE, [None, ""])[1],
                "fields": fields,
                "since": row.since if row.since != audit.ALWAYS else "起始",
            }
        )
    return out


def save_client_error(db: Session, me: User, form: ErrorForm, caller: Caller) -> None:
    """Keep an error that a browser reports; at most 60 a minute from one address."""
    minute_ago = clock.now() - timedelta(minutes=1)
    recent = select(func.count()).where(ClientError.ip == caller.ip, ClientError.at > minute_ago)
    if (db.scalar(recent) or 0) >= 60:
        raise Refused("上报过于频繁", "TOO_MANY")
    kind = str(form.type)
    db.add(
        ClientError(
            at=clock.now(),
            type=kind if kind in ("ajax", "script") else "script",
            code=audit.one_line(str(form.code), 16),
            message=audit.one_line(str(form.message), 1000),
            url=audit.one_line(str(form.url), 500),
            user_name=me.name,
            ip=caller.ip,
            agent=caller.agent,
        )
    )
