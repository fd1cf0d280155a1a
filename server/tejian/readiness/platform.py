"""What the installation needs whatever the institute: services, address, rules, archives, who changes states."""

from collections.abc import Iterator

from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session

from tejian import settings
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.archives.permissions import STATE_CHANGE
from tejian.kit.ground import clock
from tejian.system.accounts.api import who_may
from tejian.system.organisations.api import arranged
from tejian.system.rules.api import unconfirmed
from tejian.system.settings.api import value
from tejian.watch.models.health import BAD, HealthState

from .lines import Line, line

SIMULATED = "simulator"
SERVICES = {
    "seal.stamp_url": ("可信时间", "报告上的时间由内置演示服务给出，没有法律效力"),
    "sms.provider": ("短信", "短信由模拟器接收，不会发到手机"),
    "charge.platform": ("在线支付", "支付平台为模拟，不是演示的安装不能用它登记收款"),
    "charge.invoice_platform": ("电子票据", "开票平台为模拟，票据没有效力，不是演示的安装不能用它开票"),
    "exchange.platform": ("省平台", "省平台为模拟，数据没有送出"),
}
INVOICES, BUILTIN = "charge.invoice_platform", "builtin"
OF_MONEY = ("charge.platform", INVOICES)  # a simulated one of these is no weakness: no money comes, nothing is issued
OWN_NUMBERS = "票据由本平台取号，只是收据，不是财政电子票据或发票；须另在财政、税务的平台开具"
CALENDAR = "/sysmng/calendarMng"
PARAMETERS, HEALTH = "/sysmng/systemParameter", "/sysmng/health"
RULES, IMPORTS = "/sysmng/ruleConfirm", "/bsArchives/equipment/allEquipentQuery"


def lines(db: Session) -> Iterator[Line]:
    """All lines of the installation."""
    for parameter, (title, missing) in SERVICES.items():
        simulated = value(db, parameter) == SIMULATED
        weak = parameter not in OF_MONEY
        yield line(title, missing if simulated else "", "已接正式服务或停用", PARAMETERS, weak=weak)
    if value(db, INVOICES) == BUILTIN:
        yield line("财政票据与发票", OWN_NUMBERS, "", PARAMETERS, weak=True)
    address = settings.current().base_url
    yield line("访问地址", "" if address else "没有设置 TEJIAN_BASE_URL，二维码里的地址只有本机能打开", address)
    year = clock.today().year
    lacking = [y for y in (year, year + 1) if not arranged(db, y)]
    years = "、".join(f"{y}年" for y in lacking)
    unknown = f"{years}的放假调休还没有录入，办理期限按周末和已录入的假日计算；国务院通知发布后请录入"
    yield line("工作日历", unknown if lacking else "", f"{year}、{year + 1}年的放假调休已录入", CALENDAR, weak=True)
    bad = db.scalar(select(func.count()).select_from(HealthState).where(HealthState.state == BAD))
    yield line("运行状况", f"{bad} 项异常" if bad else "", "没有异常", HEALTH, weak=True)
    open_rules = unconfirmed(db)
    yield line(
        "规则确认", f"{open_rules} 条还没有由责任工程师与出处核对" if open_rules else "", "已核对", RULES, weak=True
    )
    yield line(
        "设备状态",
        ""
        if who_may(db, STATE_CHANGE)
        else "没有人能办理设备启用、停用、注销：新录入的设备不能成为在用，不能申报定期检验",
        "有人办理设备的启用、停用、注销",
        "/sysmng/roleManage",
    )
    for model, noun in ((Unit, "单位"), (Equipment, "设备")):
        some = db.scalar(select(exists().where(model.id.is_not(None))))
        yield line(f"{noun}档案", "" if some else f"还没有{noun}，可用 Excel 导入", f"已有{noun}", IMPORTS, weak=True)
