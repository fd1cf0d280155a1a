"""Calls of the system area that every user makes: session, menu, dictionaries, areas, layouts, logs."""

from tejian.kit.forms.form import OneId, asks, validators
from tejian.kit.forms.formview import form_of
from tejian.kit.ground import shapes
from tejian.kit.ground.errors import FACTOR, FACTOR_SETUP, HELD, MUST_CHANGE, Refused
from tejian.kit.ground.permission import require
from tejian.kit.lists.serving import list_for
from tejian.kit.records.recordview import record_of
from tejian.kit.web.edge import Answer, Area, File
from tejian.kit.web.seen import changes
from tejian.system.accounts import api as accounts
from tejian.system.models.settings import SavedView
from tejian.system.permissions import CACHE_RESET, PHONE_REVEAL
from tejian.system.settings import api as dictionaries

from . import common, layouts, mapping, menu, reveal

area = Area()


OF_VIEW = changes(SavedView, by=["viewId"], judged=False)


@area.call("/a/login", public=True, hashes=True, form=accounts.LoginForm, caller=True, blind="opens a session")
def log_in(db, me, form, caller) -> Answer[accounts.UserInfo] | Refused:
    return accounts.login(db, caller, form)


@area.call("/a/loginConfig", public=True, reads=True)
def login_config(db, me, form) -> common.LoginConfig:
    return common.login_config(db)


@area.call("/a/loginKey", public=True, reads=True)
def login_key(db, me, form):
    return common.login_key(db)


@area.call("/a/validCode", public=True, room="anonymous", reads=True, form=asks(randomNum="随机数"))
def valid_code(db, me, form):
    return File(accounts.picture(db, form.randomNum), "image/png", inline=True)


@area.call("/a/Logout", any_user=True, held=HELD, blind="ends the own session")
def log_out(db, me, form):
    common.end_session(db, me)
    return Answer(None, cookie="")


@area.call("/api/user/info", any_user=True, reads=True, held=HELD)
def info(db, me, form) -> accounts.UserInfo:
    return common.my_info(db, me)


@area.call("/api/user/permission", any_user=True, reads=True)
def permission_list(db, me, form) -> list[common.Operator]:
    return [{"operatorCode": code} for code in sorted(me.permissions)]


@area.call("/api/user/menuTree", any_user=True, reads=True)
def menu_tree(db, me, form) -> list[menu.MenuItem]:
    return menu.tree_for(db, me)


# `caller` keeps these out of the store of remembered answers: from a digest there a password could be found.
@area.call(
    "/api/user/modifyPwd",
    hashes=True,
    any_user=True,
    form=accounts.PasswordForm,
    held=[MUST_CHANGE],
    caller=True,
    blind="the old password says what is replaced",
)
def modify_password(db, me, form, caller):
    return accounts.change_password(db, me, form)


@area.call(
    "/api/user/sign", any_user=True, hashes=True, form=accounts.PinForm, caller=True, blind="a right of the own session"
)
def sign(db, me, form, caller) -> accounts.Signed | Refused:
    return accounts.sign(db, me, form)


@area.call(
    "/api/user/signByCode", any_user=True, form=accounts.CodeForm, caller=True, blind="a right of the own session"
)
def sign_by_code(db, me, form, caller) -> accounts.Signed | Refused:
    return accounts.sign_by_code(db, me, form)


@area.call(
    "/api/user/signByKey",
    any_user=True,
    form=accounts.keys.AnswerForm,
    caller=True,
    blind="a right of the own session",
)
def sign_by_key(db, me, form, caller) -> accounts.Signed | Refused:
    return accounts.sign_by_key(db, me, form)


@area.call(
    "/api/user/factor",
    any_user=True,
    form=accounts.CodeForm,
    held=[FACTOR],
    caller=True,
    blind="a right of the own session",
)
def give_factor(db, me, form, caller):
    return accounts.give_factor(db, me, form)


@area.call("/api/user/keyOptions", any_user=True, held=[FACTOR], caller=True, blind="a right of the own session")
def key_options(db, me, form, caller) -> accounts.keys.Options:
    return accounts.keys.options(db, me)


@area.call(
    "/api/user/keyFactor",
    any_user=True,
    form=accounts.keys.AnswerForm,
    held=[FACTOR],
    caller=True,
    blind="a right of the own session",
)
def give_key(db, me, form, caller) -> Refused | None:
    return accounts.keys.give(db, me, form)


@area.call("/api/user/keyList", any_user=True, reads=True)
def own_keys(db, me, form) -> accounts.keys.Keys:
    return accounts.keys.mine(db, me)


@area.call("/api/user/keyNew", any_user=True, form=accounts.CodeForm, caller=True, blind="a right of the own session")
def new_key(db, me, form, caller) -> accounts.keys.Options | Refused:
    return accounts.keys.begin(db, me, form)


@area.call("/api/user/keySave", any_user=True, form=accounts.keys.NewKeyForm, caller=True, blind="a new key")
def save_key(db, me, form, caller) -> Refused | None:
    return accounts.keys.add(db, me, form)


@area.call("/api/user/keyDelete", any_user=True, form=OneId, blind="a key is never changed")
def delete_key(db, me, form) -> None:
    accounts.keys.remove(db, me, form)


@area.call("/api/user/factorSecret", any_user=True, held=[FACTOR_SETUP], caller=True, blind="stores nothing")
def new_factor(db, me, form, caller) -> accounts.FactorSecret:
    return accounts.new_factor(db, me)


@area.call(
    "/api/user/factorSetup",
    hashes=True,
    any_user=True,
    form=accounts.SetupForm,
    held=[FACTOR_SETUP],
    caller=True,
    blind="refused when there is one",
)
def set_up_factor(db, me, form, caller) -> accounts.Recovery | Refused:
    return accounts.set_up_factor(db, me, form)


@area.call(
    "/api/user/setPin",
    hashes=True,
    any_user=True,
    form=accounts.NewPinForm,
    caller=True,
    blind="nobody reads a PIN",
)
def set_pin(db, me, form, caller):
    return accounts.set_pin(db, me, form)


@area.call("/api/common/area/findAreaList", any_user=True, reads=True, form=asks(parentId="上级"))
def area_list(db, me, form) -> list[dictionaries.AreaItem]:
    return dictionaries.areas_below(db, form.parentId or dictionaries.ROOT)


@area.call("/api/common/buss/dict/findAllDictListMap", any_user=True, reads=True, form=asks(version="版本"))
def all_dictionaries(db, me, form) -> Answer[dict[str, list[dictionaries.DictEntry]] | None]:
    return common.all_dictionaries(db, me, form.version)


area.call("/api/common/dict/findDictList", any_user=True, reads=True, form=common.DictForm)(common.dict_list)


area.call("/api/espapp/eqmBcwBasic/findMonitorDictListByEpBcw", any_user=True, form=common.DictForm, reads=True)(
    common.monitor_departments
)


area.call("/api/common/dict/findDictItem", any_user=True, reads=True, form=common.DictForm)(common.dict_item)


area.call("/api/common/dict/findParentDictItem", any_user=True, reads=True, form=common.DictForm)(
    common.parent_dict_item
)


@area.call("/api/businesspro/common/getOfficeListByUser", any_user=True, reads=True, form=asks(type="类型"))
def offices_of_user(db, me, form) -> list[common.Office]:
    return common.offices(db, me.org_id, form.type)


@area.call("/api/businesspro/common/getOfficeList", any_user=True, reads=True, form=asks(id="主键"))
def office_list(db, me, form) -> list[common.Office]:
    return common.offices(db, form.id or me.org_id, "")


@area.call("/api/businesspro/common/getParentInfo", any_user=True, reads=True, form=asks(id="主键"))
def parent_info(db, me, form) -> common.ParentOffice | None:
    return common.parent_of(db, form.id or me.dept_id)


area.call("/api/businesspro/common/queryBusinessUser", any_user=True, reads=True, form=common.PeopleForm)(
    common.business_users
)


@area.call("/api/initCache", may=CACHE_RESET, blind="what is kept in memory is read again")
def init_cache(db, me, form):
    common.renew_caches(db)


@area.call("/api/flowconf/getFlowConfList", any_user=True, reads=True)
def flow_configuration(db, me, form) -> list[common.FlowStep]:
    return common.flow_configuration(db)


@area.call("/api/layout/validators", public=True, reads=True)
def validator_table(db, me, form) -> list[shapes.ValidatorRow]:
    return [{"rule": r.rule, "pattern": r.pattern, "message": r.message} for r in validators().values()]


@area.call("/api/layout/findTableConfig", any_user=True, reads=True, form=asks(viewNo="页面"))
def table_config(db, me, form) -> shapes.TableConfig:
    view = list_for(db, me, form.viewNo)
    require(me, view.permission)
    return view.table_config(me, layouts.views_of(db, me, view.no))


@area.call("/api/layout/findAllTableConfig", any_user=True, reads=True, form=asks(viewNo="页面"))
def all_table_config(db, me, form) -> shapes.TableConfig:
    view = list_for(db, me, form.viewNo)
    require(me, view.permission)
    return view.table_config(me)


@area.call("/api/layout/findSearchFormConfig", any_user=True, reads=True, form=asks(viewNo="页面"))
def search_config(db, me, form) -> shapes.SearchFormConfig:
    view = list_for(db, me, form.viewNo)
    require(me, view.permission)
    return view.search_config()


@area.call("/api/layout/findAllSearchFormConfig", any_user=True, form=asks(viewNo="页面"), reads=True)
def all_search_config(db, me, form) -> shapes.SearchFormConfig:
    return search_config(db, me, form)


@area.call("/api/layout/findFormConfig", any_user=True, reads=True, form=asks(viewNo="页面"))
def form_config(db, me, form) -> shapes.FormConfig:
    return form_of(form.viewNo).config()


@area.call("/api/layout/findRecordConfig", any_user=True, form=asks(viewNo="页面"), reads=True)
def record_config(db, me, form) -> shapes.RecordConfig:
    view = record_of(form.viewNo)
    require(me, view.permission)
    return view.config()


@area.call("/api/layout/userFormConfigSave", any_user=True, form=layouts.ViewForm, changes=OF_VIEW)
def save_view(db, me, form) -> layouts.SavedViewKey:
    return layouts.save_view(db, me, form)


@area.call("/api/layout/userFormConfigDelete", any_user=True, form=asks(viewId="视图"), changes=OF_VIEW)
def delete_view(db, me, form):
    layouts.delete_view(db, me, form.viewId)


area.call("/api/layout/export", any_user=True, reads=True, replica=True)(layouts.export)


area.call("/api/layout/findMap", any_user=True, reads=True, single=True)(mapping.map_of)


@area.call("/api/common/history", any_user=True, reads=True, form=asks(entity="类别", id="主键"))
def record_history(db, me, form) -> list[common.HistoryEntry]:
    return common.record_history(db, me, form.entity, form.id)


@area.call(
    "/save_error_logger",
    public=True,
    room="anonymous",
    caller=True,
    quiet=True,
    limit=64 << 10,
    form=common.ErrorForm,
    blind="adds a line to a log",
)
def save_error(db, me, form, caller):
    common.save_client_error(db, me, form, caller)


@area.call("/api/common/version", public=True, reads=True)
def version(db, me, form) -> common.Version:
    return common.version()


@area.call(
    "/api/phone/reveal",
    may=PHONE_REVEAL,
    form=reveal.PhonesForm,
    blind="reads, and leaves a line in the log",
    unkept=True,
)
def reveal_phones(db, me, form) -> reveal.Phones:
    return reveal.reveal(db, me, form)
