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
    groups: tuple[str, ...] = ()
    session_id: str = ""
    dict_version: int = 0
    ip: str = ""
    signed: bool = False  # a signature was confirmed in this session not long ago
    signed_way: str = ""  # by what: the signing PIN, the code of a phone, a security key
    held: str = ""  # the state of a session that must do something else first (kit.errors.HELD)

    def may(self, code: str) -> bool:
        return code in self.permissions

    @property
    def names(self) -> list[str]:
        """The keys by which work may be given to this person: the own one, that of the department, those of roles and
        of groups."""
        return [key for key in (self.id, self.dept_id, *self.roles, *self.groups) if key]


SYSTEM = User(id="system", name="系统", scope="all")
