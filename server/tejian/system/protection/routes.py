"""Calls of the changes of what protects."""

from tejian.kit.process.moves import register
from tejian.kit.web.edge import Area
from tejian.system import permissions as p
from tejian.system.accounts import api as accounts
from tejian.system.models.accounts import SysUser

from . import process

area = Area(process.BASE)


# `asked` keeps the request out of the store of remembered answers: it may hold a secret.
@area.call(
    "/askParam",
    may=p.PROTECTION_ASK,
    form=process.PARAM_FORM,
    caller=True,
    blind="a request; agreeing compares with the value it was asked on",
)
def ask_param(db, me, form, caller):
    return process.ask_param(db, me, form)


@Area().call("/api/system/user/resetPassword", may=p.USER_SAVE, form=accounts.RESET_FORM, changes=SysUser)
def reset_password(db, me, form):
    return process.reset(db, me, form)


register(Area(), process.PROTECTION)
