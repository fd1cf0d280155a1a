"""Accounts, roles, sessions and staff qualifications."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import BigInteger, Date, DateTime, ForeignKey, Index, LargeBinary, String, Text, or_, true
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.database.db import Base, Record
from tejian.kit.database.phones import phone
from tejian.kit.database.sealed import blind_of, sealed
from tejian.kit.ground.user import User
from tejian.system.models.organisations import in_scope


class Role(Record, Base):
    """A role: permission codes and a data scope."""

    __tablename__ = "sys_role"
    audited = "02"
    named = "角色"
    code: Mapped[str] = mapped_column(String(32), unique=True, info={"label": "角色编码"})
    name: Mapped[str] = mapped_column(String(64), info={"label": "角色名称"})
    scope: Mapped[str] = mapped_column(String(8), default="own", info={"label": "数据范围"})
    permissions: Mapped[list[str]] = mapped_column(ARRAY(String), default=list, info={"label": "权限"})
    remark: Mapped[str] = mapped_column(String(256), default="", info={"label": "说明"})

    @staticmethod
    def visible(_me: User) -> Any:
        return true()


class SysUser(Record, Base):
    """An account. The password is kept as an argon2id hash only and is never sent out."""

    __tablename__ = "sys_user"
    audited = "02"
    named = "用户"
    called = "name"
    login: Mapped[str] = mapped_column(String(64), unique=True, info={"label": "登录名"})
    name: Mapped[str] = mapped_column(String(64), info={"label": "姓名"})
    password_hash: Mapped[str] = mapped_column(
        String(128), default="", info={"label": "密码", "secret": True, "credential": True}
    )
    password_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "密码设置时间"})
    pin_hash: Mapped[str] = mapped_column(
        String(128), default="", info={"label": "签名口令", "secret": True, "credential": True}
    )
    totp_secret: Mapped[str] = sealed(
        "sys_user.totp_secret", default="", info={"label": "手机验证码密钥", "secret": True, "credential": True}
    )
    totp_step: Mapped[int] = mapped_column(default=0, info={"label": "最近使用的验证码", "secret": True, "quiet": True})
    totp_recovery: Mapped[list[str]] = mapped_column(
        ARRAY(String(64)), default=list, info={"label": "恢复码", "secret": True, "credential": True}
    )
    must_change: Mapped[bool] = mapped_column(default=False, info={"label": "须修改密码"})
    vouched: Mapped[bool] = mapped_column(
        default=False, server_default="false", info={"label": "密码经两人确认"}
    )  # that its owner set the password; else a trusted right ends it (accounts/trust.py)
    org_id: Mapped[str] = mapped_column(String(32), default="", index=True, info={"label": "机构", "refers": "sys_org"})
    dept_id: Mapped[str] = mapped_column(
        String(32), default="", index=True, info={"label": "部门", "refers": "sys_org"}
    )
    unit_id: Mapped[str] = mapped_column(
        String(32), default="", info={"label": "所属企业", "refers": "unit", "merges": "企业账号"}
    )
    areacode: Mapped[str] = mapped_column(String(12), default="", info={"label": "管辖区划"})
    industry_type: Mapped[str] = mapped_column(String(4), default="", info={"label": "行业类型"})
    mobile: Mapped[str] = phone("sys_user.mobile", "手机")
    mobile_blind: Mapped[str] = blind_of("sys_user.mobile")
    email: Mapped[str] = mapped_column(String(128), default="", info={"label": "邮箱"})
    avatar: Mapped[str] = mapped_column(String(64), default="", info={"label": "头像"})
    signature: Mapped[str] = mapped_column(String(64), default="", info={"label": "电子签名", "content": True})
    role_ids: Mapped[list[str]] = mapped_column(ARRAY(String(32)), default=list, info={"label": "角色"})
    group_ids: Mapped[list[str]] = mapped_column(
        ARRAY(String(32)), default=list, server_default="{}", info={"label": "用户组"}
    )
    scope: Mapped[str] = mapped_column(
        String(8), default="", server_default="", info={"label": "数据范围"}
    )  # of this person; empty: that of the roles
    enabled: Mapped[bool] = mapped_column(default=True, info={"label": "启用"})
    last_login: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True), info={"label": "最近登录", "quiet": True}
    )
    demo: Mapped[bool] = mapped_column(
        default=False, info={"label": "演示账号"}
    )  # still has the published demo password
    __table_args__ = (Index("ix_sys_user_role_ids", "role_ids", postgresql_using="gin"),)

    @property
    def names(self) -> list[str]:
        """The keys by which work may be given to the account, as those of the kit's User."""
        return [key for key in (self.id, self.dept_id, *self.role_ids, *self.group_ids) if key]

    @staticmethod
    def visible(me: User) -> Any:
        if "system:user:query" in me.permissions and me.scope == "all":
            return true()
        return or_(SysUser.id == me.id, in_scope(me, own=SysUser.id, dept=SysUser.dept_id, org=SysUser.org_id))


class UserGroup(Record, Base):
    """People of one institute who take work up together, whatever their departments. Membership stands in the accounts:
    it lets nobody do what the roles do not allow."""

    __tablename__ = "sys_user_group"
    audited = "02"
    named = "用户组"
    called = "name"
    name: Mapped[str] = mapped_column(String(64), info={"label": "用户组"})
    org_id: Mapped[str] = mapped_column(String(32), info={"label": "机构", "refers": "sys_org"})
    equclass: Mapped[str] = mapped_column(String(64), default="", info={"label": "设备种类", "dict": "C601"})
    remark: Mapped[str] = mapped_column(String(256), default="", info={"label": "说明"})
    enabled: Mapped[bool] = mapped_column(default=True, info={"label": "启用"})
    __table_args__ = (Index("uq_sys_user_group_name", "org_id", "name", unique=True),)

    @staticmethod
    def visible(_me: User) -> Any:
        return true()


class PasswordHistory(Base):
    """Hashes of earlier passwords, so that they are not used again."""

    __tablename__ = "sys_password_history"
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("sys_user.id", ondelete="CASCADE"), index=True)
    password_hash: Mapped[str] = mapped_column(String(128))
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class PasswordLink(Base):
    """A link that may set a password once; of the link and its check number only hashes are kept."""

    __tablename__ = "sys_password_link"
    id: Mapped[str] = mapped_column(String(64), primary_key=True)  # sha256 of the token
    user_id: Mapped[str | None] = mapped_column(
        ForeignKey("sys_user.id", ondelete="CASCADE"), index=True
    )  # nobody: a name that there is not, which is answered alike
    check_hash: Mapped[str] = mapped_column(String(64))
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    expires: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    confirmed: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    by_two: Mapped[bool] = mapped_column(default=False, server_default="false")  # two persons have confirmed it


class UserSession(Base):
    """A login session. Keys are hashes: a copy of the table opens nothing."""

    __tablename__ = "sys_session"
    id: Mapped[str] = mapped_column(String(64), primary_key=True)  # sha256 of the cookie secret
    sid_hash: Mapped[str] = mapped_column(String(64))
    user_id: Mapped[str] = mapped_column(ForeignKey("sys_user.id", ondelete="CASCADE"), index=True)
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    last_used: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True)
    signed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))  # when a signature was confirmed
    signed_way: Mapped[str] = mapped_column(String(16), default="", server_default="")  # and by what
    factor_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))  # when the second factor was given
    challenge: Mapped[str] = mapped_column(Text, default="", server_default="")  # what a security key is to answer
    challenge_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    ip: Mapped[str] = mapped_column(String(64), default="")
    agent: Mapped[str] = mapped_column(String(200), default="")


class SecurityKey(Base):
    """A key (WebAuthn) that stands for the second factor of its owner: what it proves itself by, which is no secret."""

    __tablename__ = "sys_user_key"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("sys_user.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(32))
    credential: Mapped[bytes] = mapped_column(LargeBinary)
    counter: Mapped[int] = mapped_column(BigInteger)  # uses, as the key counts them; one that goes back was copied
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    used_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class Captcha(Base):
    """A picture that was handed out; used once, right or wrong."""

    __tablename__ = "sys_captcha"
    random_num: Mapped[str] = mapped_column(String(64), primary_key=True)
    text: Mapped[str] = mapped_column(String(8))
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True)


class SsoTicket(Base):
    """Single-sign-on tickets that were used: a ticket is good once."""

    __tablename__ = "sys_sso_ticket"
    ticket: Mapped[str] = mapped_column(String(64), primary_key=True)  # sha256
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class StaffQual(Record, Base):
    """An inspector's qualification (检验人员资格证): one row an item of C623."""

    __tablename__ = "sys_staff_qual"
    audited = "02"
    named = "人员资格"
    user_id: Mapped[str] = mapped_column(ForeignKey("sys_user.id"), index=True, info={"label": "人员"})
    item: Mapped[str] = mapped_column(String(16), info={"label": "资格项目", "dict": "C623"})
    certno: Mapped[str] = mapped_column(String(64), info={"label": "证书编号"})
    issuedate: Mapped[date | None] = mapped_column(Date, info={"label": "发证日期"})
    validto: Mapped[date] = mapped_column(Date, info={"label": "有效期至"})
    status: Mapped[str] = mapped_column(String(8), default="有效", info={"label": "状态"})
    remark: Mapped[str] = mapped_column(Text, default="", info={"label": "备注"})

    @staticmethod
    def visible(_me: User) -> Any:
        return true()
