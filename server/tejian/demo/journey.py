"""The health check of an installation: one lift from declaration to release over HTTP, each step as its own account.

Prints a line a step (step, account, milliseconds), leaves the report PDF under the data folder, and stops with the
server's sentence at the first refusal.
"""

import base64
import http.cookiejar
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from tejian import settings
from tejian.golden.api import absent, can_be, ordinary, sample_tables, values_of
from tejian.kit.ground import clock

from .accounts import PASSWORD, PIN

ANSWER = "安装自检：已核实，情况属实"  # to what the checks of the report ask about
SUBMIT, SIGN, VERIFY, AUDIT, APPROVE, ARREARS = (
    f"/api/appbuss/{name}"
    for name in ("submitRecord", "signRecord", "verifyReport", "auditReport", "approveReport", "allowArrears")
)
OWING = "/api/arrears/findList"  # units that are late: their reports do not go out on credit
OPENED = (AUDIT, APPROVE)  # whose page is opened first
SIGNED = (SUBMIT, SIGN, VERIFY, AUDIT, APPROVE, ARREARS)  # what the signing PIN is asked for


class Refusal(RuntimeError):
    """The server said no; the text is its sentence."""


class Person:
    """One logged-in account."""

    def __init__(self, base: str, login: str):
        self.base, self.login, self.sid = base.rstrip("/"), login, ""
        jar = http.cookiejar.CookieJar()
        self.web = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        self.slowest = 0.0
        answer = self.post("/a/login", username=_coded(login), password=_coded(PASSWORD), loginType="1")
        self.sid = answer["sessionid"]
        self.name = answer["user"]["name"]

    def ask(self, path: str, form: dict[str, Any] | None, query: dict[str, str] | None = None) -> bytes:
        """One request; the bytes of its answer. Raises Refusal with the server's sentence."""
        query_text = urllib.parse.urlencode({**(query or {}), "__sid": self.sid})
        body = urllib.parse.urlencode(flat(form)).encode() if form is not None else None
        start = time.perf_counter()
        try:
            with self.web.open(f"{self.base}{path}?{query_text}", body, timeout=30) as answer:
                content: bytes = answer.read()
        except urllib.error.HTTPError as wrong:
            content = wrong.read()
        except urllib.error.URLError as wrong:
            raise Refusal(f"无法连接 {self.base}：{wrong.reason}") from None
        self.slowest = max(self.slowest, time.perf_counter() - start)
        if content[:1] == b"{":
            envelope = json.loads(content)
            if not envelope.get("isSuccess"):
                raise Refusal(envelope.get("errorMsg") or "没有说明")
        return content

    def post(self, path: str, **form: Any) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.ask(path, form))
        return answer

    def get(self, path: str, **query: str) -> Any:
        return json.loads(self.ask(path, None, query))["data"]

    def leave(self) -> None:
        self.post("/a/Logout")


def _coded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def flat(form: dict[str, Any], head: str = "") -> list[tuple[str, str]]:
    """Nested values as dotted names; lists of plain values as repeated names."""
    out: list[tuple[str, str]] = []
    for key, value in form.items():
        name = f"{head}{key}"
        if isinstance(value, dict):
            out += flat(value, f"{name}.")
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for n, one in enumerate(value):
                out += flat(one, f"{name}.{n}.")
        elif isinstance(value, list):
            out += [(name, str(v)) for v in value]
        elif value is not None:
            out.append((name, str(value)))
    return out


class Journey:
    """The steps in order; each is timed and printed."""

    inspector, second = "陈立峰", "林志远"  # who leads it, and who signs the record beside him

    def __init__(self, url: str, say: Callable[[str], None] = print):
        self.url, self.say = url, say
        self.people: dict[str, Person] = {}
        self.slowest = 0.0
        self.main = self.item = self.reportno = ""
        self.seisn = self.appno = ""
        self.signing: set[int] = set()  # people who have typed their PIN

    def as_(self, login: str) -> Person:
        if login not in self.people:
            self.people[login] = Person(self.url, login)
        return self.people[login]

    def step(self, label: str, login: str, work: Callable[[Person], Any]) -> Any:
        start = time.perf_counter()
        person = self.as_(login)
        done = work(person)
        spent = (time.perf_counter() - start) * 1000
        self.slowest = max(self.slowest, person.slowest)
        self.say(f"{label:　<8}  {person.name}（{login}）  {spent:7.0f} 毫秒")
        return done

    def walk(self) -> Path:
        """Everything from the declaration to the released report; gives where the PDF was left."""
        device, unit = self.step("选择设备", "shouli", self.a_lift)
        self.step("申报登记", "shouli", lambda p: self.declare(p, device, unit))
        self.step("业务受理", "shouli", self.accept)
        self.step("任务安排", "diaodu", self.arrange)
        self.step("任务确认", "jianyan1", self.confirm)
        self.step("报告生成", "jianyan1", lambda p: self.move(p, "/api/appbuss/buildReport"))
        self.step("报告录入", "jianyan1", self.enter)
        self.step("参检签名", "jianyan2", self.cosign)
        self.step("报告确认", "jiaohe", lambda p: self.move(p, VERIFY))
        self.step("报告审核", "shenhe", lambda p: self.move(p, AUDIT, opinion="同意"))
        self.step("报告批准", "pizhun", self.approve)
        self.step("报告打印", "dayin", lambda p: self.move(p, "/api/appbuss/saveReportPrintInfo", copies=2))
        docs = {"archivedocs": "01,02,04", "archivebox": "A-01", "archivepages": 18}
        self.step("报告归档", "dangan", lambda p: self.move(p, "/api/appbuss/archiveReport", **docs))
        reason = "安装自检：收费登记尚未启用"
        self.step("欠费批准", "yewu", lambda p: self.allow_arrears(p, reason))
        out = {"releaseway": "03", "receiver": "安装自检"}
        self.step("报告发放", "shouli", lambda p: self.move(p, "/api/appbuss/releaseReport", **out))
        path: Path = self.step("取得报告", "shouli", self.take_report)
        for person in self.people.values():
            person.leave()
        return path

    def move(self, p: Person, path: str, **form: Any) -> Any:
        """A move of the item on the version that its page shows, and on what the page of a decision has shown."""
        if path in SIGNED:
            self.sign(p)
        if path in OPENED:
            form["seen"] = self.opened(p)
        version = p.post("/api/appbuss/getItem", id=self.item)["data"]["head"]["version"]
        return p.post(path, ids=self.item, version=version, **form)

    def sign(self, person: Person) -> None:
        """The PIN of a person, once for a while."""
        if id(person) not in self.signing:
            person.post("/api/user/sign", pin=PIN)
            self.signing.add(id(person))

    def opened(self, person: Person) -> str:
        """What the page proves to have shown."""
        return str(person.post("/api/appbuss/getAudit", id=self.item)["data"]["seen"])

    def cosign(self, person: Person) -> Any:
        """The second inspector reads the record and signs it."""
        person.post("/api/appbuss/open", id=self.item, seen=self.opened(person))
        return self.move(person, SIGN)

    def approve(self, person: Person) -> Any:
        return self.move(person, APPROVE, opinion="同意签发")

    def allow_arrears(self, person: Person, reason: str) -> Any:
        return self.move(person, ARREARS, reason=reason)

    def a_lift(self, p: Person) -> tuple[dict[str, Any], dict[str, Any]]:
        """A lift in use that is due and has no open business, of a unit that is not late with what it owes."""
        late = {r["payunitsysid"] for r in self.as_("yewu").get(OWING, pageSize="200", pageNo="1")["list"]}
        path = "/api/eqd3000tpm/eqd3000tpm/findListBy3000"
        begin = clock.today() - timedelta(days=60)
        query = {"equclacode": "3110", "equstatus": "1", "pageSize": "60", "ninspdateStart": begin.isoformat()}
        for page in range(1, 11):
            rows = p.get(path, pageNo=str(page), **query)["list"]
            wanted = {r["id"]: r for r in rows}
            for unit_id in dict.fromkeys(r["useorgsysid"] for r in rows if r["useorgsysid"] not in late):
                form = {"unitsysid": unit_id, "seisort": "02", "testsort": "0211"}
                for device in p.post("/api/appmain/findUnitEquipment", **form)["data"]:
                    row = wanted.get(device["equdatasysid"])
                    if row and not device["why"]:
                        units = p.post("/api/common/getUnitList", name=row["useorgname"])["data"]
                        return device, next(u for u in units if u["id"] == unit_id)
        raise Refusal("没有可以申报的电梯")

    def declare(self, p: Person, device: dict[str, Any], unit: dict[str, Any]) -> None:
        form = {
            "seisort": "02",
            "testsort": "0211",
            "unitsysid": unit["id"],
            "inscontactname": unit["contact"] or "值班",
            "INSCONTACTTEL": unit["tel"] or "13805740000",
            "reportget": "03",
            "earlyreason": "安装自检" if device["early"] else "",
            "equipment": [{"equdatasysid": device["equdatasysid"]}],
        }
        saved = p.post("/api/appmain/saveAppMain", **form)["data"]["main"]
        self.main, self.appno = saved["id"], saved["appno"]
        p.post("/api/appmain/submitAppMain", ids=self.main, version=saved["version"])

    def accept(self, p: Person) -> None:
        version = p.post("/api/appmain/getDetailAppMain", id=self.main)["data"]["main"]["version"]
        done = p.post("/api/appmain/submitAppMainAccept", ids=self.main, version=version)["data"]
        self.seisn = done["seisns"][0]
        found = p.post("/api/appmain/getDetailAppMain", id=self.main)["data"]
        self.item = found["equipment"][0]["business"]["id"]

    def arrange(self, p: Person) -> None:
        detail = p.post("/api/appmain/taskSchedDetail", ids=self.item)["data"]
        able = [x for x in detail["people"] if not x["why"]]
        first = next(x for x in able if x["name"] == self.inspector)
        second = next(x for x in able if x["name"] == self.second)
        good = [i["id"] for i in detail["instruments"] if not i["expired"] and i["boxno"] == "1 号"]
        form = {"scinspector": first["id"], "inspectors": second["id"], "instruments": good}
        today = clock.today()
        form |= {"plandate": today.isoformat(), "timeslot": "上午", "confirmHoliday": "1"}
        self.move(p, "/api/appmain/taskSchedCommit", **form)

    def confirm(self, p: Person) -> None:
        p.post("/api/appbuss/open", id=self.item)
        form = {"contacted": "物业值班", "siteconditions": "具备检验条件", "safetybriefed": "1"}
        self.move(p, "/api/appmain/taskConfirmCommit", **form)

    def enter(self, p: Person) -> None:
        """The 43 items: everything conforms, with measured values inside their limits."""
        screen = p.post("/api/appbuss/getItem", id=self.item)["data"]
        rows = []
        for item in screen["items"]:
            if item["result"]:
                continue
            rows.append({"seq": item["seq"], "r": conforming(screen, item), "v": measured(item)})
        climate = {one["code"]: value for one in screen["sites"] if (value := middle(one))}
        form = {"inspdate": clock.today().isoformat(), "conditions": climate, "results": rows}
        form["version"] = screen["version"]
        saved = p.post("/api/appbuss/saveRecord", id=self.item, **form)["data"]
        if wrong := absent(saved, rows):
            more = {"version": saved["version"], "results": wrong}
            saved = p.post("/api/appbuss/saveRecord", id=self.item, **more)["data"]
        screen = p.post("/api/appbuss/getItem", id=self.item)["data"]
        head = {"id": self.item, "version": saved["version"]}
        if tables := sample_tables(screen, saved["least"], values_of(screen["items"])):
            head["version"] = p.post("/api/appbuss/saveRecord", **head, tables=tables)["data"]["version"]
        head["instruments"] = [one["id"] for one in saved["tools"]["proposed"]]
        saved = p.post("/api/appbuss/saveRecord", **head, conclusion=saved["proposal"]["code"])["data"]
        head["version"] = saved["version"]
        self.sign(p)
        p.post(SUBMIT, **head, reasons=reasons_for(saved["findings"]))

    def take_report(self, p: Person) -> Path:
        content = p.ask("/api/appbuss/reportFile", None, {"id": self.item})
        if not content.startswith(b"%PDF-"):
            raise Refusal("报告文件不是PDF")
        item = p.post("/api/appbuss/getItem", id=self.item)["data"]
        report = item["report"]
        proof = Person.post(p, "/api/public/verifyReport", reportno=report["reportno"], code=report["verifycode"])
        if not proof["data"]["valid"] or proof["data"]["digest"] != report["key"]:
            raise Refusal("报告查验不通过")
        self.reportno = report["reportno"]
        folder = settings.current().data_dir / "journey"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.reportno}.pdf"
        path.write_bytes(content)
        return path


def reasons_for(findings: list[dict[str, Any]]) -> dict[str, str]:
    """A reason for every finding that asks for one and has none."""
    return {one["key"]: ANSWER for one in findings if one["key"] and not one["reason"]}


def conforming(screen: dict[str, Any], item: dict[str, Any]) -> str:
    """What an item is where all conforms: — where the device cannot have it."""
    return "—" if "√" in screen["impossible"].get(str(item["seq"]), {}) else "√"


def measured(item: dict[str, Any]) -> dict[str, str]:
    """Values of an item inside their limits; a measured item without limits gets some value."""
    values = {m["field"]: middle(m) for m in item["measures"]}
    found = {field: value for field, value in values.items() if value}
    return found or (
        {item["measures"][0]["field"]: f"{can_be(item['measures'][0]):f}"} if item["type"] == "measure" else {}
    )


def middle(measure: dict[str, Any]) -> str:
    """A value inside the limits of a measured field that can be at all; empty without limits."""
    value = ordinary(measure)
    return "" if value is None else f"{value:f}"


def run(url: str, say: Callable[[str], None] = print) -> int:
    """Walk the journey against a running server; 0, or 1 with the sentence that stopped it."""
    start = time.perf_counter()
    journey = Journey(url, say)
    try:
        path = journey.walk()
    except Refusal as refusal:
        journey.say(f"停止：{refusal}")
        return 1
    spent = time.perf_counter() - start
    slowest = journey.slowest * 1000
    journey.say(
        f"完成：{journey.appno} {journey.seisn} {journey.reportno}，{spent:.1f} 秒，最慢请求 {slowest:.0f} 毫秒"
    )
    journey.say(f"报告：{path}")
    return 0
