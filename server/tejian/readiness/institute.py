"""What an institute needs: its own particulars, its seal, people for each step, inspectors and instruments by class."""

from collections.abc import Iterator, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging.charges.api import CHARGE
from tejian.inspection.flow.api import BUSINESS, DECLARATION, given_steps, is_given_to
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import SeisortRule, is_qualified
from tejian.instruments.models import USABLE, Instrument
from tejian.kit.ground import clock
from tejian.kit.process.steps import Move, Process
from tejian.kit.seals import signing
from tejian.system.models.organisations import Org
from tejian.system.settings.api import value as parameter

from .lines import Line, line
from .staff import Member, members, names

FLOW_PAGE = "/sysmng/flow"
ORGS, USERS, QUALS = "/sysmng/orgManage", "/sysmng/userManage", "/sysmng/userManage/staffQual"
TOOLS = "/instrumentMng/instrumentEqu"
PARTICULARS = {
    "report_code": "报告机构码",
    "licence_no": "核准证号",
    "areacode": "所在区划",
    "address": "地址",
    "tel": "联系电话",
}
FLOWS = (DECLARATION, BUSINESS, CHARGE)
PERIODIC = "02"
TOGETHER = 2  # an inspection is made by two (the guard `two_inspectors`)
JUDGES = {"verify": "报告确认", "audit": "报告审核", "approve": "报告批准"}


def lines(db: Session, org: Org, words: dict[str, dict[str, str]]) -> Iterator[Line]:
    """All lines of one institute."""
    staff = members(db, org)
    yield particulars(org)
    yield seal(db, org)
    yield from sm2_seal(db, org)
    yield accounts(staff)
    yield from steps(staff)
    yield from given(db, staff)
    covered, word = classes(db, org), words["C602"] | words["C601"]
    yield line(
        "检验部门",
        "" if covered else "没有部门或检验站写明承担的设备种类，申报不能分到部门",
        "、".join(word.get(one, one) for one in covered),
        ORGS,
    )
    held = types_held(db, org)
    for one in covered:
        rules = [rule for rule in records.seisorts(db) if rule.equclass == one and rule.allowed and not rule.lacks]
        if rules:
            name = word.get(one, one)
            yield inspectors(db, staff, rules, name)
            yield instruments(db, held, rules, name)


def particulars(org: Org) -> Line:
    """What is printed on every report of the institute."""
    lacking = "、".join(label for field, label in PARTICULARS.items() if not getattr(org, field))
    return line("机构资料", f"缺{lacking}，报告上会空着" if lacking else "", "报告上的机构资料齐全", ORGS)


def seal(db: Session, org: Org) -> Line:
    """A report is sealed with the certificate of a licensed authority; a demonstration one proves nothing."""
    why = records.demonstration(db, org)
    if not why and signing.is_demonstration(records.seal_folder(org) / signing.CERT):
        why = "现为演示证书，签出的报告没有法律效力（系统参数“演示证书、演示时间也可以签章”允许试用）"
    how = f"；由运维人员执行 ./run seal {org.code} 证书.p12" if "证书" in why else ""
    return line("签章证书", f"{why}{how}", "由认证机构签发")


def sm2_seal(db: Session, org: Org) -> Iterator[Line]:
    """Where reports are signed with SM2 too, the certificate of that signature."""
    way = parameter(db, records.SM2_WAY)
    if way:
        why = records.sm2_demonstration(db, org)
        if not why and signing.is_demonstration(records.sm2_certificate(org)):
            why = "现为演示证书，国密签名没有法律效力（系统参数“演示证书、演示时间也可以签章”允许试用）"
        how = f"；由运维人员执行 ./run seal {org.code} 证书.pem --sm2" if "证书" in why else ""
        yield line("国密签名", f"{why}{how}", "由认证机构签发")


def accounts(staff: Sequence[Member]) -> Line:
    """Who has an account and cannot work with it."""
    idle, without = [p for p in staff if not p.entered], [p for p in staff if not p.rights]
    parts = [f"{names(idle)}还没有设置密码"] if idle else []
    parts += [f"{names(without)}还没有角色"] if without else []
    missing = "；".join(parts) if staff else "还没有人员账户"
    return line("人员账户", missing, f"{len(staff)} 人", USERS, weak=bool(staff))


def _handlers(process: Process) -> Iterator[tuple[str, Sequence[Move]]]:
    """Each step that a subject must pass, with the moves that lead on from it."""
    for step in process.steps:
        onward = [m for m in process.moves if step.code in m.frm and not m.needs_reason and not m.follows]
        onward = [m for m in onward if not m.anyone and m.to]
        if onward and not step.optional:
            yield step.name, onward


def steps(staff: Sequence[Member]) -> Iterator[Line]:
    """Each process with the steps that nobody can handle, and what its signatures lack."""
    for process in FLOWS:
        alone, signers = [], dict[str, Member]()
        for step, moves in _handlers(process):
            able = [p for p in staff if any(m.may in p.rights for m in moves)]
            if not able:
                alone.append(step)
            signers |= {p.name: p for p in able if any(m.signed and m.may in p.rights for m in moves)}
        parts = [f"{'、'.join(alone)}没有人能办"] if alone else []
        mute = [p for p in signers.values() if not p.pin]
        parts += [f"{names(mute)}还没有设置签名口令（由本人在右上角设置）"] if mute else []
        yield line(f"{process.title}环节", "；".join(parts), "各环节都有人办理", USERS)


def given(db: Session, staff: Sequence[Member]) -> Iterator[Line]:
    """The steps that the flow configuration gives to somebody: whether anybody of the institute can handle them."""
    rights = {code: m.may for p in (DECLARATION, BUSINESS) for code in p.by_code if (m := p.forward_of(code))}
    rows = given_steps(db)
    idle = [
        one.name for one in rows if not any(rights[one.step] in p.rights and is_given_to(one, p.keys) for p in staff)
    ]
    if rows:
        missing = f"指定的办理人中没有人能办{'、'.join(dict.fromkeys(idle))}" if idle else ""
        yield line("流程配置", missing, "指定了办理人的环节都有人办理", FLOW_PAGE)


def classes(db: Session, org: Org) -> list[str]:
    """The classes of equipment that departments and stations of the institute inspect."""
    rows = db.scalars(select(Org.classes).where(Org.org_id == org.id, Org.enabled, Org.kind.in_(("dept", "station"))))
    return sorted({one for row in rows for one in row.split(",") if one})


def inspectors(db: Session, staff: Sequence[Member], rules: Sequence[SeisortRule], name: str) -> Line:
    """Two inspectors for the periodic inspection, and one qualified person more for each who judges the report."""
    covers = records.covers(db)

    def able(rule: SeisortRule, right: str) -> list[Member]:
        return [p for p in staff if right in p.rights and is_qualified(rule, p.held, covers)]

    enters = next(m.may for m in BUSINESS.moves if m.name == "enter")
    by_sort = {
        rule.seisort_label: max((able(r, enters) for r in rules if r.seisort == rule.seisort), key=len)
        for rule in rules
    }
    regular = next((rule for rule in rules if rule.seisort == PERIODIC), rules[0])
    parts = []
    if len(able(regular, enters)) < TOGETHER:
        needed = "或".join(regular.qualifications)
        parts.append(f"{regular.seisort_label}要两名检验员（{needed}），现有 {len(able(regular, enters))} 名")
    for move, step in JUDGES.items():
        if not able(regular, next(m.may for m in BUSINESS.moves if m.name == move)):
            parts.append(f"{step}没有持相应资格的人")
    bare = {p.name: p for people in by_sort.values() for p in people if not p.picture}
    if bare:
        parts.append(f"{names(list(bare.values()))}没有电子签名")
    good = "，".join(f"{sort} {len(people)} 人" for sort, people in by_sort.items())
    return line(f"{name}检验人员", "；".join(parts), good, QUALS)


def types_held(db: Session, org: Org) -> set[str]:
    """The types of the instruments that may be used today."""
    valid = Instrument.nextcal.is_(None) | (Instrument.nextcal >= clock.today())
    rows = select(Instrument.insttype).where(Instrument.org_id == org.id, Instrument.status.in_(USABLE), valid)
    return set(db.scalars(rows))


def instruments(db: Session, held: set[str], rules: Sequence[SeisortRule], name: str) -> Line:
    """The types that measured items of the periodic inspection of a class presuppose."""
    templates = {one for rule in rules if rule.seisort == PERIODIC for one in rule.item_templates}
    lacking = dict[str, None]()
    for key, needs in records.instrument_needs(db).items():
        if key.split(":")[0] in templates:
            lacking |= {need["type"].split("×")[0]: None for need in needs if not held & set(need["any"])}
    words = list(lacking)
    more = f" 等 {len(words)} 种" if len(words) > 6 else ""
    missing = f"缺{'、'.join(words[:6])}{more}（检定有效、在库或已领用的）" if words else ""
    return line(f"{name}检验仪器", missing, "定期检验所需的仪器齐全", TOOLS, weak=True)
