"""Calls of dictionaries, divisions, parameters, number rules and notices."""

from tejian.kit.crud import crud
from tejian.kit.edge import Area
from tejian.kit.forms import ManyIds, OneId, asks
from tejian.kit.numbering import NumberRule
from tejian.system import permissions as p
from tejian.system.organisations.models import AreaNode

from . import dicts, notices, parameters
from .models import DictItem, Notice, Param
from .screens import never

area = Area()


def _record(base, model, form, read, save, screen, delete, after=None):
    """Load, save and delete of one kind of record."""
    crud(
        area,
        f"/api/system/{base}",
        model,
        form,
        may_read=read,
        may_save=save,
        may_delete=save,
        before_save=screen,
        after_save=after,
        before_delete=delete,
    )


_record(
    "dict",
    DictItem,
    dicts.DICT_FORM,
    p.DICT_QUERY,
    p.DICT_SAVE,
    dicts.before_save,
    dicts.before_delete,
    dicts.after_save,
)
_record(
    "area",
    AreaNode,
    dicts.AREA_FORM,
    p.DICT_QUERY,
    p.DICT_SAVE,
    dicts.before_area_save,
    dicts.before_area_delete,
    dicts.after_save,
)
_record(
    "param",
    Param,
    parameters.PARAM_FORM,
    p.PARAM_QUERY,
    p.PARAM_SAVE,
    parameters.before_param_save,
    never("系统参数随平台提供，不能删除"),
    parameters.after_param_save,
)
_record(
    "number",
    NumberRule,
    parameters.NUMBER_FORM,
    p.NUMBER_SAVE,
    p.NUMBER_SAVE,
    parameters.before_number_save,
    never("编号规则随业务提供，不能删除"),
)
_record(
    "notice",
    Notice,
    notices.NOTICE_FORM,
    p.NOTICE_SAVE,
    p.NOTICE_SAVE,
    notices.before_save,
    notices.before_delete,
)


@area.call("/api/system/number/preview", may=p.NUMBER_SAVE, form=asks(pattern="格式", reset="重置"), reads=True)
def preview_number(db, me, form):
    return parameters.preview(form.pattern, form.reset)


@area.call("/api/system/notice/publish", may=p.NOTICE_SAVE, form=ManyIds)
def publish_notice(db, me, form):
    notices.publish(db, me, form.ids)


@area.call("/api/system/notice/withdraw", may=p.NOTICE_SAVE, form=ManyIds)
def withdraw_notice(db, me, form):
    notices.withdraw(db, me, form.ids)


@area.call("/api/notice/getDetail", may=p.NOTICE_QUERY, form=OneId, reads=True)
def notice_detail(db, me, form):
    return notices.detail(db, me, form.id)
