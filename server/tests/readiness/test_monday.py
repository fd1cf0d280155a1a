"""An institute is installed on Monday and inspects a lift on Tuesday: from an empty organisation to the released
report, each step by the person who does it, through the calls of the screens."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw

from tejian.archives.common.identifiers import make_equipment_code, make_uscc
from tejian.demo import journey
from tejian.inspection.records import api as records
from tejian.kit.ground import clock
from tests.authority import PASSWORD as PASSWORD_OF_FILE
from tests.authority import Authority
from tests.system.conftest import Browser, coded

PASSWORD, PIN = "Yongjiang#2027", "730914"
USER, ORG = "/api/system/user", "/api/system/org"
# login, name, office, roles
STAFF = (
    ("zhangsl", "张受理", "YW", ("业务受理员",)),
    ("lidd", "李调度", "YW", ("任务调度员",)),
    ("wangjy", "王检验", "JD", ("检验员",)),
    ("zhaojy", "赵检验", "JD", ("检验员", "校核人")),
    ("qiansh", "钱审核", "ZL", ("审核人", "分项审核人")),
    ("sunpz", "孙批准", "ZL", ("授权签字人",)),
    ("zhousf", "周收费", "YW", ("收费员",)),
    ("wucw", "吴财务", "YW", ("财务审核",)),
    ("zhengda", "郑档案", "ZL", ("档案员", "打印员", "仪器管理员")),
    ("fengyw", "冯科长", "YW", ("业务科长",)),
)
HELD = {"wangjy": "TS", "zhaojy": "DT-1", "qiansh": "TS", "sunpz": "TS"}
# how the roles of the journey are called here
WHO = {
    "shouli": "zhangsl",
    "diaodu": "lidd",
    "jianyan1": "wangjy",
    "jianyan2": "zhaojy",
    "jiaohe": "zhaojy",
    "fenxiang": "qiansh",
    "shenhe": "qiansh",
    "pizhun": "sunpz",
    "dayin": "zhengda",
    "dangan": "zhengda",
    "yewu": "fengyw",
}


def picture() -> bytes:
    image = Image.new("RGB", (200, 96), "white")
    ImageDraw.Draw(image).line((20, 60, 180, 30), fill="black", width=5)
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


class Desk:
    """A person of the new institute as the journey knows one."""

    slowest = 0.0

    def __init__(self, own: Browser, name: str):
        self.own, self.name = own, name

    def leave(self) -> None:
        """The test ends."""

    def post(self, path: str, **form: Any) -> dict[str, Any]:
        sent = {name.replace(".", "__"): value for name, value in journey.flat(form)} if form else {}
        repeated = {name: value for name, value in form.items() if isinstance(value, list) and value}
        sent |= {name: value for name, value in repeated.items() if not isinstance(value[0], dict)}
        return {"data": self.own.good(path, **sent)}


class Tuesday(journey.Journey):
    """The journey of the installation check with the people of this institute."""

    inspector, second = "王检验", "赵检验"

    def __init__(self, desks: dict[str, Desk], unit: str):
        super().__init__("", lambda _line: None)
        self.desks, self.unit = desks, unit

    def as_(self, login: str) -> Any:
        return self.desks[WHO[login]]

    def a_lift(self, p: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        form = {"unitsysid": self.unit, "seisort": "02", "testsort": "0211"}
        (device,) = p.post("/api/appmain/findUnitEquipment", **form)["data"]
        assert not device["why"]
        (unit,) = p.post("/api/common/getUnitList", name="杭州测试物业有限公司")["data"]
        return device, unit

    def take_report(self, p: Any) -> Any:
        answer = p.own.call.get("/api/appbuss/reportFile", id=self.item)
        assert answer.content.startswith(b"%PDF-")
        self.reportno = p.post("/api/appbuss/getItem", id=self.item)["data"]["report"]["reportno"]


class Monday:
    """The two administrators and what they make of nothing."""

    def __init__(self, browser: Callable[..., Browser]):
        self.browser = browser
        self.admin, self.keeper = browser("sysadmin"), browser("secadmin")
        self.roles = {one["label"]: one["value"] for one in self.keeper.good("/api/system/role/options")}
        self.people: dict[str, str] = {}

    def missing(self, institute: str) -> dict[str, str]:
        """What the page of readiness says is missing for an institute, by title."""
        groups = {one["title"]: one for one in self.admin.good("/api/system/readiness")}
        lines = [one for one in groups[institute]["lines"] if one["state"] == "no"]
        assert len(lines) == groups[institute]["missing"]
        return {one["title"]: one["text"] for one in lines}

    def org(self, code: str, name: str, kind: str, **more: Any) -> str:
        form = {"code": code, "name": name, "kind": kind, "enabled": "1", "areacode": "330102", **more}
        return str(self.admin.good(f"{ORG}/save", **form)["id"])

    def hired(self, login: str, name: str, dept: str, roles: tuple[str, ...], **more: str) -> Browser:
        """An account as its administrators and its owner make it together."""
        form = {"login": login, "name": name, "dept_id": dept, "industry_type": "22", **more}
        key = self.people[login] = self.admin.good(f"{USER}/create", **form)["id"]
        version = self.keeper.good(f"{USER}/load", id=key)["version"]
        self.keeper.good(f"{USER}/grant", id=key, version=version, role_ids=[self.roles[one] for one in roles])
        own = self.browser()
        link = own.good("/a/resetRequest", username=coded(login))
        version = self.admin.good(f"{USER}/load", id=key)["version"]
        self.admin.good(f"{USER}/resetPassword", id=key, version=version, check=link["check"])
        for change in self.keeper.good("/api/system/protection/findList", step="WAIT")["list"]:  # of who may sign
            self.agree(change["id"])
        own.good("/a/resetPassword", token=link["token"], newPassword=coded(PASSWORD))
        assert own.login(login, PASSWORD)["isSuccess"]
        own.good("/api/user/setPin", pin=PIN, password=coded(PASSWORD))
        return own

    def agreed(self, key: str, value: str) -> None:
        """A parameter that protects: the security administrator asks, the auditor agrees."""
        (row,) = self.keeper.good("/api/system/param/findList", label=key)["list"]
        form = {"id": row["id"], "version": str(row["version"]), "value": value, "reason": "正式使用"}
        change = self.keeper.good("/api/system/protection/askParam", **form)["id"]
        self.agree(change)

    def agree(self, change: str) -> None:
        auditor = self.browser("audadmin")
        auditor.good("/api/user/sign", pin="2026")
        auditor.good("/api/system/protection/agree", id=change)

    def qualified(self, login: str, item: str) -> None:
        key = self.people[login]
        form = {"user_id": key, "item": item, "certno": f"{item}-{login}", "status": "有效", "validto": "2099-12-31"}
        self.admin.good("/api/system/staff/save", **form)
        version = str(self.admin.good(f"{USER}/load", id=key)["version"])
        sent = {"id": key, "version": version, "_files": {"file": ("签名.png", picture(), "image/png")}}
        self.admin.good(f"{USER}/signature", **sent)


def equipped(keeper: Browser, today: str) -> None:
    """One box with every type of instrument that the dictionary knows."""
    types = keeper.good("/api/common/dict/findDictList", type="YQLX")
    for n, one in enumerate(types):
        form = {"instno": f"HZ{n:03}", "name": one["label"], "insttype": one["value"], "boxno": "1 号", "status": "0"}
        form |= {"cycle": "12", "lastcal": today, "method": "01", "certno": f"JZ{n}"}
        keeper.good("/api/instrument/archives/save", **form)


def test_a_new_institute_inspects_a_lift_the_day_after(browser, db, monkeypatch) -> None:
    monkeypatch.setattr(journey, "PIN", PIN)
    institute, monday, today = "杭州测试特种设备检验院", Monday(browser), clock.today().isoformat()
    top = monday.org("HZTJ", institute, "institute")
    begun = monday.missing(institute)
    assert begun["机构资料"] == "缺报告机构码、核准证号、地址、联系电话，报告上会空着"
    assert begun["人员账户"] == "还没有人员账户"
    assert begun["检验部门"] == "没有部门或检验站写明承担的设备种类，申报不能分到部门"
    assert begun["检验业务环节"].endswith("报告发放没有人能办")

    version = monday.admin.good(f"{ORG}/load", id=top)["version"]
    papers = {"report_code": "HZ", "licence_no": "TS7110099-2028", "address": "解放路 1 号", "tel": "0571-88886666"}
    monday.admin.good(f"{ORG}/save", id=top, version=version, **papers)
    offices = {
        "YW": monday.org("HZTJ-YW", "业务受理科", "office", parent_id=top),
        "JD": monday.org("HZTJ-JD", "机电检验部", "dept", parent_id=top, classes="3000"),
        "ZL": monday.org("HZTJ-ZL", "技术质量科", "office", parent_id=top),
    }
    people = {
        login: monday.hired(login, name, offices[office], roles, mobile=f"1385710{n:04}")
        for n, (login, name, office, roles) in enumerate(STAFF)
    }
    begun = monday.missing(institute)
    assert set(begun) == {"签章证书", "电梯检验人员"}
    assert begun["电梯检验人员"].startswith("定期检验要两名检验员（TS或DT-1），现有 0 名；报告确认没有持相应资格的人；")
    for login, item in HELD.items():
        monday.qualified(login, item)
    equipped(people["zhengda"], today)
    monday.agreed("seal.demonstration", "0")  # as an installation without the demo city is
    assert monday.missing(institute) == {
        "签章证书": f"{institute}的签章证书还是演示证书，签出的报告没有法律效力，不能签发；"
        "请先安装认证机构签发的证书；由运维人员执行 ./run seal HZTJ 证书.p12"
    }
    records.install(db, "HZTJ", Authority().seal(institute), PASSWORD_OF_FILE, b"")
    assert monday.missing(institute) == {
        "签章证书": "时间戳仍由演示服务给出，没有法律效力，不能签发；请安全管理员设定可信时间戳服务的地址，没有的留空"
    }
    monday.agreed("seal.stamp_url", "")
    assert monday.missing(institute) == {}

    bureau = monday.org("HZSJ", "上城区市场监督管理局", "bureau")
    section = monday.org("HZSJ-1", "特种设备科", "office", parent_id=bureau)
    area = {"industry_type": "21", "areacode": "330102"}
    supervisor = monday.hired("fengjg", "冯监管", section, ("监管人员",), **area)

    counter = people["zhangsl"]
    unit = {"areacode": "330102", "address": "某路 2 号", "contact": "王芳", "tel": "13805748888", "usertype": "03"}
    user = counter.good(
        "/api/unitbasic/save", name="杭州测试物业有限公司", code=make_uscc(77001, "330100"), unittype="01", **unit
    )
    maker = counter.good(
        "/api/unitbasic/save", name="杭州测试电梯公司", code=make_uscc(77002, "330100"), unittype="02", **unit
    )
    lift = {"equclass": "3000", "equclacode": "3110", "equname": "客梯", "prono": "26T90001", "model": "MAX-V"}
    lift |= {"equcode": make_equipment_code("3110", "33901", 2025, 9001), "porgaosysid": maker["id"]}
    lift |= {"prodate": "2025-03-01", "useorgsysid": user["id"], "areacode": "330102", "useplace": "解放路 3 号"}
    lift |= {"elefloornumber": "18", "elestadenumber": "18", "eledoornumber": "18", "ratedload": "1000"}
    lift |= {"runvelocity": "1.75", "regdate": "2025-05-20", "insinspdate": "2025-05-10"}
    device = people["zhengda"].good("/api/eqdbase/eqdBasic/addEqm", **lift)
    started = {"ids": device["id"], "version": device["version"], "act": "restart", "day": "2025-06-01"}
    supervisor.good("/api/eqdbase/eqdBasic/changeState", **started)

    desks = {login: Desk(own, next(name for one, name, *_ in STAFF if one == login)) for login, own in people.items()}
    tuesday = Tuesday(desks, user["id"])
    tuesday.walk()
    assert tuesday.reportno.startswith("HZ")
    report = people["zhangsl"].good("/api/appbuss/getItem", id=tuesday.item)["report"]
    proof = browser().good("/api/public/verifyReport", reportno=report["reportno"], code=report["verifycode"])
    assert (proof["valid"], proof["digest"]) == (True, report["key"])
    lift = counter.good("/api/eqd3000tpm/eqd3000tpm/getDetailBy3000", id=device["id"])["head"]
    assert (lift["insreportno"], lift["insresultName"]) == (tuesday.reportno, "合格")
