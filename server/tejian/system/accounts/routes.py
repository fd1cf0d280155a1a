"""Calls of accounts, roles and qualifications: lists, records, and what cannot be declared."""

from tejian.kit.forms.form import ManyIds, OneId
from tejian.kit.ground.shapes import Option, TreeOption
from tejian.kit.records.crud import Hooks, Rights, crud
from tejian.kit.web.edge import Area
from tejian.system import permissions as p
from tejian.system.models.accounts import Role, StaffQual, SysUser, UserGroup

from . import groups, resets, roles, staff, users

area = Area()

crud(
    area,
    Role,
    roles.ROLE_FORM,
    Rights(p.ROLE_QUERY, p.ROLE_SAVE),
    Hooks(roles.before_save, before_delete=roles.before_delete),
)
crud(area, UserGroup, groups.GROUP_FORM, Rights(p.USER_QUERY, p.USER_SAVE), groups.HOOKS)
crud(area, StaffQual, staff.QUAL_FORM, Rights(p.STAFF_QUERY, p.STAFF_SAVE), Hooks(staff.before_save))


@area.call("/api/system/user/load", may=p.USER_QUERY, form=OneId, reads=True)
def load_user(db, me, form):
    return users.load(db, me, form.id)


@area.call("/api/system/user/create", may=p.USER_SAVE, form=users.NEW_FORM, blind="adds an account")
def create_user(db, me, form):
    return users.create(db, me, form)


@area.call("/a/resetRequest", public=True, room="anonymous", form=resets.AskForm, caller=True, blind="asks for a link")
def ask_for_reset(db, me, form, caller) -> resets.ResetLink:
    return resets.ask(db, caller, form)


@area.call(
    "/a/resetPassword",
    hashes=True,
    public=True,
    form=resets.UseForm,
    caller=True,
    blind="the owner of the link sets his password, which nobody reads",
)
def use_reset(db, me, form, caller):
    return resets.use(db, caller, form)


@area.call("/api/system/user/save", may=p.USER_SAVE, form=users.USER_FORM, changes=SysUser)
def save_user(db, me, form):
    return users.save(db, me, form)


@area.call("/api/system/user/grant", may=p.USER_ROLE, form=users.ROLES_FORM, changes=SysUser)
def grant_roles(db, me, form):
    return users.grant(db, me, form)


@area.call("/api/system/user/disable", may=p.USER_SAVE, form=ManyIds, changes=SysUser)
def disable_users(db, me, form):
    users.disable(db, me, form.ids)


@area.call("/api/system/user/enable", may=p.USER_SAVE, form=ManyIds, changes=SysUser)
def enable_users(db, me, form):
    users.enable(db, me, form.ids)


@area.call("/api/system/user/unlock", may=p.USER_SAVE, form=ManyIds, changes=SysUser)
def unlock_users(db, me, form):
    users.unlock(db, me, form.ids)


@area.call(
    "/api/system/user/signature",
    may=p.STAFF_SAVE,
    form=staff.SignatureForm,
    limit=1 << 20,
    caller=True,
    changes=SysUser,
)
def take_signature(db, me, form, caller):
    return staff.take_signature(db, me, form)


@area.call("/api/system/user/signaturePicture", may=p.STAFF_QUERY, form=OneId, reads=True)
def signature_picture(db, me, form):
    return staff.signature(db, me, form.id)


@area.call("/api/system/group/people", may=p.USER_QUERY, reads=True)
def group_people(db, me, form) -> list[Option]:
    return groups.people(db)


@area.call("/api/system/group/orgs", may=p.USER_QUERY, reads=True)
def group_orgs(db, me, form) -> list[Option]:
    return groups.institutes(db)


@area.call("/api/system/role/options", may=p.ROLE_QUERY, reads=True)
def role_options(db, me, form) -> list[Option]:
    return roles.options(db)


@area.call("/api/system/role/grant", may=p.ROLE_SAVE, form=roles.RoleRights, changes=Role)
def grant_permissions(db, me, form):
    return roles.grant(db, me, form)


@area.call("/api/system/permission/tree", any_user=True, reads=True)
def permission_tree(db, me, form) -> list[TreeOption]:
    return roles.permission_tree()
