"""Who is asking, as far as the kit needs to know."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class User:
    """The logged-in person of one request. `scope` is the widest data scope of the roles."""

    id: str
    name: str
    login: str = ""
    org_id: str = ""
    dept_id: str = ""
    unit_id: str = ""
    area: str = ""
    scope: str = "own"
    permissions: frozenset[str] = field(default_factory=frozenset)
    roles: tuple[str, ...] = ()
    session_id: str = ""
    dict_version: int = 0
    ip: str = ""
    part: str = ""  # only this part of what the user may see, where it is asked for part by part

    def may(self, code: str) -> bool:
        return code in self.permissions


SYSTEM = User(id="system", name="系统", scope="all")
