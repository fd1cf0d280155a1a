"""Calls of dictionaries, divisions, parameters, number rules and notices."""

from tejian.kit.database.numbering import NumberRule
from tejian.kit.forms.form import ManyIds, OneId, asks
from tejian.kit.records.crud import Hooks, Rights, crud
from tejian.kit.web.edge import Area
from tejian.system import permissions as p
from tejian.system.models.organisations import AreaNode
from tejian.system.models.settings import DictItem, Notice, Param

from . import dicts, notices, parameters
from .screens import never

area = Area()


DICT = Rights(p.DICT_QUERY, p.DICT_SAVE)
crud(area, DictItem, dicts.DICT_FORM, DICT, Hooks(dicts.before_save, dicts.after_save, dicts.before_delete))
crud(area, AreaNode, dicts.AREA_FORM, DICT, Hooks(dicts.before_area_save, dicts.after_save, dicts.before_area_delete))
crud(
    area,
    Param,
    parameters.PARAM_FORM,
    Rights(p.PARAM_QUERY, p.PARAM_SAVE),
    Hooks(parameters.before_param_save, parameters.after_param_save, never("系统参数随平台提供，不能删除")),
)
crud(
    area,
    NumberRule,
    parameters.NUMBER_FORM,
    Rights(p.NUMBER_SAVE),
    Hooks(parameters.before_number_save, before_delete=never("编号规则随业务提供，不能删除")),
)
NOTICES = Hooks(notices.before_save, before_delete=notices.before_delete)
crud(area, Notice, notices.NOTICE_FORM, Rights(p.NOTICE_SAVE), NOTICES)


@area.call("/api/system/number/preview", may=p.NUMBER_SAVE, form=asks(pattern="格式", reset="重置"), reads=True)
def preview_number(db, me, form) -> parameters.Sample:
    return parameters.preview(form.pattern, form.reset)


@area.call("/api/system/notice/publish", may=p.NOTICE_SAVE, form=ManyIds, changes=Notice)
def publish_notice(db, me, form):
    notices.publish(db, me, form.ids)


@area.call("/api/system/notice/withdraw", may=p.NOTICE_SAVE, form=ManyIds, changes=Notice)
def withdraw_notice(db, me, form):
    notices.withdraw(db, me, form.ids)


@area.call("/api/notice/getDetail", may=p.NOTICE_QUERY, form=OneId, reads=True)
def notice_detail(db, me, form) -> notices.NoticeText:
    return notices.detail(db, me, form.id)
