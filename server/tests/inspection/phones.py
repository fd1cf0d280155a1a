"""Phones of inspectors as tests use them: each keeps its own sequence, as the app does."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from tejian.kit.database.db import new_id
from tejian.kit.ground import clock

from .conftest import Office

CALL = "/api/pda"


@dataclass
class Phone:
    """A phone of an account at the institute."""

    office: Office
    login: str
    device: str
    seq: int = 0
    skew: int = 0  # seconds that its clock is ahead
    sent: list[dict[str, Any]] = field(default_factory=list)

    def post(self, path: str, **form: Any) -> Any:
        """The whole answer as JSON with its HTTP status under `status`."""
        office = self.office
        body = {"device": self.device, "name": f"{self.login}的手机", "app": "1.0.0", "clock": self.now()} | form
        office.call.user = office.user(self.login)
        if office.call.db is not None:
            office.call.db.commit()
        try:
            answer = office.call.client.post(f"{CALL}/{path}", json=body)
        finally:
            office.call.user = None
        office.db.expire_all()
        return answer.json() | {"status": answer.status_code}

    def good(self, path: str, **form: Any) -> Any:
        said = self.post(path, **form)
        assert said["isSuccess"], said["errorMsg"]
        return said["data"]

    def refused(self, path: str, **form: Any) -> str:
        said = self.post(path, **form)
        assert not said["isSuccess"]
        assert said["status"] < 500, said
        return str(said["errorMsg"])

    def now(self) -> str:
        return (clock.now() + timedelta(seconds=self.skew)).isoformat()

    def op(self, record: str, path: str, value: Any, base: Any = None, **more: Any) -> dict[str, Any]:
        """The next operation of this phone."""
        self.seq += 1
        own = {"id": new_id(), "seq": self.seq, "record": record, "path": path, "base": base, "value": value}
        made = own | {"baseVersion": 1, "at": self.now(), "offset": self.skew} | more
        self.sent.append(made)
        return made

    def send(self, *ops: dict[str, Any]) -> list[dict[str, Any]]:
        answers: list[dict[str, Any]] = self.good("ops", ops=list(ops))["answers"]
        return answers

    def write(self, record: str, path: str, value: Any, base: Any = None, **more: Any) -> dict[str, Any]:
        """One operation, sent at once: what became of it."""
        return self.send(self.op(record, path, value, base, **more))[0]


def phones(office: Office) -> tuple[Phone, Phone]:
    """Those of the main inspector and of the one beside him."""
    return Phone(office, "jianyan1", "phone-of-main-1"), Phone(office, "jianyan2", "phone-of-other-2")
