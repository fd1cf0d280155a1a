"""Eight people who write over HTTP until they are told to stop, and remember what they were told.

A wish is one write under one Idempotency-Key. Without an answer, or with one that says "later" (503, 409 in work), it
is sent again under the same key, as the client does; so every wish is acknowledged once, refused, or in doubt at the
end.
"""

import base64
import http.client
import json
import random
import socket
import struct
import threading
import time
import urllib.parse
from dataclasses import dataclass, field
from typing import Any

from tejian.demo.accounts import PASSWORD, PIN
from tejian.demo.journey import Journey, Person, Refusal, flat

PATIENCE = 40.0  # seconds for one wish
RESET = struct.pack("ii", 1, 0)
LATER = "正在"  # what another request holds: sent again, as the person would
PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


@dataclass
class Wish:
    """One write: from its first try to what became of it."""

    kind: str
    name: str
    begun: float
    ended: float = 0.0
    tries: int = 0
    fate: str = "doubt"  # saved, refused, doubt
    words: str = ""


@dataclass
class Ledger:
    """What all writers were told."""

    wishes: list[Wish] = field(default_factory=list)
    reads: list[tuple[float, float, str]] = field(default_factory=list)  # begun, ended, what went wrong
    ending: threading.Event = field(default_factory=threading.Event)
    losing: float = 0.0  # the part of the requests whose connection is reset before the answer is read

    def within(self, begin: float, end: float) -> list[Wish]:
        return [w for w in list(self.wishes) if w.begun < end and (w.ended or time.monotonic()) > begin]


class Client:
    """One kept connection with a session; a broken one is opened anew."""

    def __init__(self, port: int, login: str, ledger: Ledger, seed: int):
        self.port, self.ledger, self.chance = port, ledger, random.Random(seed)
        self.cookie = self.sid = ""
        self.link: http.client.HTTPConnection | None = None
        user, word = (base64.b64encode(t.encode()).decode() for t in (login, PASSWORD))
        answer = self.ask("/a/login", {"username": user, "password": word, "loginType": "1"})[1]
        self.sid = answer["sessionid"]

    def ask(self, path: str, form: dict[str, Any], key: str = "", file: bytes | None = None) -> tuple[int, Any]:
        """Status and answer of one request; OSError or HTTPException when there is none."""
        try:
            return self._ask(path, form, key, file)
        except (OSError, http.client.HTTPException):
            if self.link is not None:
                self.link.close()
            self.link = None
            raise

    def _ask(self, path: str, form: dict[str, Any], key: str, file: bytes | None) -> tuple[int, Any]:
        if self.link is None:
            self.link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=12)
        head = {"Content-Type": "application/x-www-form-urlencoded"}
        body = urllib.parse.urlencode(flat(form)).encode()
        if file is not None:
            head["Content-Type"] = "multipart/form-data; boundary=faulty"
            body = _parts(form, file)
        head |= {"Cookie": self.cookie} if self.cookie else {}
        head |= {"Idempotency-Key": key} if key else {}
        self.link.request("POST", f"{path}?__sid={urllib.parse.quote(self.sid)}", body, head)
        if key and self.chance.random() < self.ledger.losing:
            time.sleep(self.chance.random() / 20)
            assert self.link.sock is not None
            self.link.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            raise ConnectionResetError("by ourselves")
        answer = self.link.getresponse()
        content = answer.read()
        if cookie := answer.getheader("set-cookie"):
            self.cookie = cookie.split(";")[0]
        return answer.status, json.loads(content)

    def wish(self, kind: str, name: str, path: str, form: dict[str, Any], file: bytes | None = None) -> Any:
        """Carry a wish to its end; the answer when it is saved."""
        one = Wish(kind, name, time.monotonic())
        self.ledger.wishes.append(one)
        key = f"faulty-{name}"
        while time.monotonic() - one.begun < PATIENCE:
            one.tries += 1
            try:
                status, answer = self.ask(path, form, key, file)
            except (OSError, http.client.HTTPException, ValueError) as wrong:
                one.words = f"{type(wrong).__name__}"
                if file is not None:
                    break  # files go without a key, so nobody sends them twice unseen
                time.sleep(0.05)
                continue
            one.words = answer.get("errorMsg") or ""
            if answer.get("isSuccess"):
                one.fate, one.ended = "saved", time.monotonic()
                return answer
            if status != 503 and not (status == 409 and LATER in one.words):
                one.fate = "refused"
                break
            time.sleep(0.05)
        one.ended = time.monotonic()
        return None


def _parts(form: dict[str, Any], file: bytes) -> bytes:
    """A multipart body with one picture."""
    out = [
        f'--faulty\r\nContent-Disposition: form-data; name="{n}"\r\n\r\n{v}\r\n' for n, v in form.items() if n != "name"
    ]
    head = f'--faulty\r\nContent-Disposition: form-data; name="file"; filename="{form["name"]}"\r\n'
    head += "Content-Type: image/png\r\n\r\n"
    return "".join([*out, head]).encode() + file + b"\r\n--faulty--\r\n"


def words(run: str, client: Client, number: int) -> None:
    """A word of a dictionary: a small write."""
    for k in range(1_000_000):
        if client.ledger.ending.wait(0.05):
            return
        name = f"{run}-w{number}-{k}"
        form = {"type": "C612", "value": name, "label": f"故障试验{k}", "sort": "9999", "enabled": "0"}
        client.wish("word", name, "/api/system/dict/save", form)


def declarations(run: str, client: Client, number: int, draft: dict[str, Any]) -> None:
    """A declaration, which takes a number of a series without gaps."""
    for k in range(1_000_000):
        if client.ledger.ending.wait(0.05):
            return
        name = f"{run}-d{number}-{k}"
        client.wish("declaration", name, "/api/appmain/saveAppMain", {**draft, "inscontactname": name})


def files(run: str, client: Client, number: int, record: str) -> None:
    """A small picture, and now and then a large one, beside a declaration."""
    for k in range(1_000_000):
        if client.ledger.ending.wait(0.1):
            return
        name = f"{run}-f{number}-{k}.png"
        content = PICTURE + name.encode() + (b"\0" * (3 << 20) if k % 5 == 0 else b"")
        form = {"attrefsysid": record, "type": "21", "name": name}
        client.wish("file", name, "/api/equipment-documents/attachments", form, content)


class Keyed(Person):
    """A person of the journey whose writes are wishes."""

    client: Client
    run = ""
    count = 0

    def post(self, path: str, **form: Any) -> dict[str, Any]:
        if not hasattr(self, "client"):
            return super().post(path, **form)
        Keyed.count += 1
        answer = self.client.wish("step", f"{self.run}-j-{Keyed.count}", path, form)
        if answer is None:
            raise Refusal(self.client.ledger.wishes[-1].words)
        return dict(answer)


class Journeys(Journey):
    """Lifts carried from the declaration to the release, each step a wish: numbers of items and of reports."""

    def __init__(self, url: str, run: str, ledger: Ledger, port: int, seed: int):
        super().__init__(url, lambda _line: None)
        self.run, self.ledger, self.port, self.seed = run, ledger, port, seed

    def as_(self, login: str) -> Person:
        if login not in self.people:
            person = Keyed(self.url, login)
            person.run, person.client = self.run, Client(self.port, login, self.ledger, self.seed)
            self.people[login] = person
        return self.people[login]

    def take_report(self, p: Person) -> Any:
        return None


def journeys(run: str, url: str, ledger: Ledger, port: int, seed: int, done: list[str]) -> None:
    """One journey after another; one that is refused on its way (the clock, the store) is left where it is."""
    people: dict[str, Person] = {}
    while not ledger.ending.is_set():
        one = Journeys(url, run, ledger, port, seed)
        one.people = people
        try:
            one.step("", "shouli", lambda p: p.post("/api/user/sign", pin=PIN) and None)
            device, unit = one.step("", "shouli", one.a_lift)
            one.declare(one.as_("shouli"), device, unit)
            one.accept(one.as_("shouli"))
            one.arrange(one.as_("diaodu"))
            one.confirm(one.as_("jianyan1"))
            one.move(one.as_("jianyan1"), "/api/appbuss/buildReport")
            one.enter(one.as_("jianyan1"))
            one.cosign(one.as_("jianyan2"))
            one.move(one.as_("jiaohe"), "/api/appbuss/verifyReport")
            one.move(one.as_("shenhe"), "/api/appbuss/auditReport", opinion="同意")
            one.approve(one.as_("pizhun"))
            done.append(one.seisn)
        except (Refusal, OSError, LookupError, http.client.HTTPException, StopIteration) as wrong:
            ledger.ending.wait(0.5)
            done.append(f"停在 {one.seisn or one.appno}：{wrong}"[:120])


def reader(client: Client) -> None:
    """Somebody who only looks at a list, all the time: what others wait for must not hold him up."""
    while not client.ledger.ending.wait(0.02):
        begun, words = time.monotonic(), ""
        try:
            status, answer = client.ask("/api/businesspro/appmain/findList", {"pageSize": "10"})
            words = "" if answer.get("isSuccess") else f"{status} {answer.get('errorMsg')}"
        except (OSError, http.client.HTTPException, ValueError) as wrong:
            words = type(wrong).__name__
        client.ledger.reads.append((begun, time.monotonic(), words))
