"""Calls of the management screens: a list, and load, save and delete of each; what cannot be declared stands below."""

from tejian.kit.crud import crud
from tejian.kit.edge import Area
from tejian.kit.numbering import NumberRule

from . import (
    admin_calendar,
    admin_dicts,
    admin_flow,
    admin_logs,
    admin_menu,
    admin_notices,
    admin_orgs,
    admin_params,
    admin_roles,
    admin_rules,
    admin_staff,
    admin_users,
)
from . import permissions as p
from .admin_common import never
from .models import Org, Role, StaffQual
from .reference import AreaNode, CalendarDay, DictItem, MenuNode, Notice, Param
from .rulestore import TABLES

area = Area()


def _list(view):
    @area.call(view.url, may=view.permission, reads=True)
    def page(db, me, form):
        return view.page(db, me, form)


for _view in (
    admin_orgs.org_list,
    admin_users.user_list,
    admin_staff.qual_list,
    admin_roles.role_list,
    admin_dicts.dict_list,
    admin_dicts.area_list,
    admin_params.param_list,
    admin_params.number_list,
    admin_calendar.calendar_list,
    admin_flow.flow_list,
    admin_flow.step_list,
    admin_rules.ended_list,
    admin_menu.menu_list,
    admin_notices.manage_list,
    admin_notices.public_list,
    admin_logs.security_list,
    admin_logs.audit_list,
    admin_logs.error_list,
    admin_logs.session_list,
):
    _list(_view)


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


_record("org", Org, admin_orgs.ORG_FORM, p.ORG_QUERY, p.ORG_SAVE, admin_orgs.before_save, admin_orgs.before_delete)
_record(
    "role", Role, admin_roles.ROLE_FORM, p.ROLE_QUERY, p.ROLE_SAVE, admin_roles.before_save, admin_roles.before_delete
)
_record("staff", StaffQual, admin_staff.QUAL_FORM, p.STAFF_QUERY, p.STAFF_SAVE, admin_staff.before_save, None)
_record(
    "dict",
    DictItem,
    admin_dicts.DICT_FORM,
    p.DICT_QUERY,
    p.DICT_SAVE,
    admin_dicts.before_save,
    admin_dicts.before_delete,
    admin_dicts.after_save,
)
_record(
    "area",
    AreaNode,
    admin_dicts.AREA_FORM,
    p.DICT_QUERY,
    p.DICT_SAVE,
    admin_dicts.before_area_save,
    admin_dicts.before_area_delete,
    admin_dicts.after_save,
)
_record(
    "param",
    Param,
    admin_params.PARAM_FORM,
    p.PARAM_QUERY,
    p.PARAM_SAVE,
    admin_params.before_param_save,
    never("系统参数随平台提供，不能删除"),
    admin_params.after_param_save,
)
_record(
    "number",
    NumberRule,
    admin_params.NUMBER_FORM,
    p.NUMBER_SAVE,
    p.NUMBER_SAVE,
    admin_params.before_number_save,
    never("编号规则随业务提供，不能删除"),
)
_record(
    "calendar",
    CalendarDay,
    admin_calendar.CALENDAR_FORM,
    p.CALENDAR_SAVE,
    p.CALENDAR_SAVE,
    admin_calendar.before_save,
    None,
)
_record(
    "menu", MenuNode, admin_menu.MENU_FORM, p.MENU_SAVE, p.MENU_SAVE, admin_menu.before_save, admin_menu.before_delete
)
_record(
    "notice",
    Notice,
    admin_notices.NOTICE_FORM,
    p.NOTICE_SAVE,
    p.NOTICE_SAVE,
    admin_notices.before_save,
    admin_notices.before_delete,
)


# -- organisations, accounts, roles -------------------------------------------------------------------------------


@area.call("/api/system/org/tree", any_user=True, reads=True)
def org_tree(db, me, form):
    return admin_orgs.tree(db)


@area.call("/api/system/user/load", may=p.USER_QUERY, reads=True)
def load_user(db, me, form):
    return admin_users.load(db, me, str(form.get("id", "")))


# `asked` keeps the answer out of the store of remembered answers: it holds a password.
@area.call("/api/system/user/create", may=p.USER_SAVE, asked=True)
def create_user(db, me, form, asked):
    return admin_users.create(db, me, form)


@area.call("/api/system/user/resetPassword", may=p.USER_SAVE, asked=True)
def reset_password(db, me, form, asked):
    return admin_users.reset_password(db, me, form)


@area.call("/api/system/user/save", may=p.USER_SAVE)
def save_user(db, me, form):
    return admin_users.save(db, me, form)


@area.call("/api/system/user/grant", may=p.USER_ROLE)
def grant_roles(db, me, form):
    return admin_users.grant(db, me, form)


@area.call("/api/system/user/disable", may=p.USER_SAVE)
def disable_users(db, me, form):
    admin_users.disable(db, me, form)


@area.call("/api/system/user/enable", may=p.USER_SAVE)
def enable_users(db, me, form):
    admin_users.enable(db, me, form)


@area.call("/api/system/user/unlock", may=p.USER_SAVE)
def unlock_users(db, me, form):
    admin_users.unlock(db, me, form)


@area.call("/api/system/user/signature", may=p.STAFF_SAVE, limit=1 << 20, asked=True)
def take_signature(db, me, form, asked):
    return admin_staff.take_signature(db, me, form)


@area.call("/api/system/user/signaturePicture", may=p.STAFF_QUERY, reads=True)
def signature_picture(db, me, form):
    return admin_staff.signature(db, me, str(form.get("id", "")))


@area.call("/api/system/role/options", may=p.ROLE_QUERY, reads=True)
def role_options(db, me, form):
    return admin_roles.options(db)


@area.call("/api/system/role/grant", may=p.ROLE_SAVE)
def grant_permissions(db, me, form):
    return admin_roles.grant(db, me, form)


@area.call("/api/system/permission/tree", any_user=True, reads=True)
def permission_tree(db, me, form):
    return admin_roles.permission_tree()


# -- numbers, calendar, flow, menu --------------------------------------------------------------------------------


@area.call("/api/system/number/preview", may=p.NUMBER_SAVE, reads=True)
def preview_number(db, me, form):
    return admin_params.preview(str(form.get("pattern", "")), str(form.get("reset", "")))


@area.call("/api/system/calendar/year", any_user=True, reads=True)
def calendar_year(db, me, form):
    return admin_calendar.year(db, str(form.get("year", "")))


@area.call("/api/system/calendar/toggle", may=p.CALENDAR_SAVE)
def toggle_day(db, me, form):
    return admin_calendar.toggle(db, str(form.get("day", "")))


@area.call("/api/system/flow/load", may=p.FLOW_SAVE, reads=True)
def load_step(db, me, form):
    return admin_flow.load(db, me, str(form.get("id", "")))


@area.call("/api/system/flow/save", may=p.FLOW_SAVE)
def save_step(db, me, form):
    return admin_flow.save(db, me, form)


@area.call("/api/system/menu/groups", may=p.MENU_SAVE, reads=True)
def menu_groups(db, me, form):
    return admin_menu.groups(db)


# -- rule tables --------------------------------------------------------------------------------------------------


@area.call("/api/system/rule/tables", may=p.RULE_QUERY, reads=True)
def rule_tables(db, me, form):
    return admin_rules.tables()


def _rule_table(table):
    base = f"/api/system/rule/{table}"

    @area.call(f"{base}/findList", may=p.RULE_QUERY, reads=True)
    def page(db, me, form):
        return admin_rules.page(db, me, table, form)

    @area.call(f"{base}/load", may=p.RULE_QUERY, reads=True)
    def load(db, me, form):
        return admin_rules.load(db, me, table, str(form.get("id", "")))

    @area.call(f"{base}/save", may=p.RULE_SAVE)
    def save(db, me, form):
        return admin_rules.save(db, me, table, form)

    @area.call(f"{base}/end", may=p.RULE_SAVE)
    def end(db, me, form):
        admin_rules.end(db, me, table, form)


for _table in TABLES:
    _rule_table(_table)


# -- notices, sessions --------------------------------------------------------------------------------------------


@area.call("/api/system/notice/publish", may=p.NOTICE_SAVE)
def publish_notice(db, me, form):
    admin_notices.publish(db, me, form)


@area.call("/api/system/notice/withdraw", may=p.NOTICE_SAVE)
def withdraw_notice(db, me, form):
    admin_notices.withdraw(db, me, form)


@area.call("/api/notice/getDetail", may=p.NOTICE_QUERY, reads=True)
def notice_detail(db, me, form):
    return admin_notices.detail(db, me, str(form.get("id", "")))


@area.call("/api/system/session/end", may=p.SESSION_END)
def end_sessions(db, me, form):
    admin_logs.end_sessions(db, me, form)
