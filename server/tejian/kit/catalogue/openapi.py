"""The calls in the words of OpenAPI 3.1, made from what they declare: nothing here is written for a single call."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, TypeAdapter

from tejian.kit.forms.formview import Field, FormView
from tejian.kit.lists.listview import LISTS
from tejian.kit.web.edge import CALLS, Call, answer_of

from .refusals import refusals_of

REFS = "#/components/schemas/{model}"
TEXT: dict[str, Any] = {"type": "string"}
KINDS: dict[str, dict[str, Any]] = {
    "int": {"type": "integer"},
    "decimal": {"type": "number"},
    "money": {"type": "number"},
    "number": {"type": "number"},
    "date": TEXT | {"format": "date"},
    "bool": TEXT | {"enum": ["0", "1"]},
}
VERSION = {"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}], "description": "读到的版本"}
REFUSAL = {
    "type": "object",
    "properties": {"isSuccess": {"const": False}, "errorMsg": TEXT, "errmsg": TEXT, "errorCode": TEXT, "data": {}},
    "required": ["isSuccess", "errorMsg", "errorCode"],
}
REFUSED = {"$ref": REFS.format(model="Refusal")}
STATES = {
    "401": "没有登录或登录已失效",
    "403": "没有权限，或不是本人可见的数据",
    "405": "请求方式不正确",
    "409": "他人已修改，或正在处理",
    "422": "内容不正确，一句话说明",
    "428": "没有说明读到的版本",
    "default": "其他拒绝",
}
LIST_INPUT = {"pageNo": "页码", "pageSize": "每页条数", "orderBy": "排序"}


def document(title: str, version: str) -> dict[str, Any]:
    """The whole description. Every call is there, whoever may make it."""
    models = {call.form: call for call in CALLS.values() if isinstance(call.form, type)}
    answers = {path: one for path, call in CALLS.items() if (one := answer_of(call.fn)) is not None}
    wanted: list[tuple[Any, Any, TypeAdapter[Any]]] = []
    wanted += [(path, "serialization", TypeAdapter(one)) for path, one in answers.items()]
    wanted += [(form, "validation", TypeAdapter(form)) for form in models]
    schemas, named = TypeAdapter.json_schemas(wanted, ref_template=REFS)
    inputs = {form: _resolved(schemas[form, "validation"], named) for form in models}
    paths = {call.path: _operations(call, inputs, schemas.get((call.path, "serialization"))) for call in CALLS.values()}
    return {
        "openapi": "3.1.0",
        "info": {"title": title, "version": version},
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": {**named.get("$defs", {}), "Refusal": REFUSAL},
            "responses": {
                code: {"description": text, "content": {"application/json": {"schema": REFUSED}}}
                for code, text in STATES.items()
            },
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "tejian"},
                "sid": {"type": "apiKey", "in": "query", "name": "__sid"},
            },
        },
    }


def _resolved(schema: Mapping[str, Any], named: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of an object itself, where only a reference to it was given."""
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    return dict(named["$defs"][name] if name else schema)


def _operations(call: Call, inputs: Mapping[Any, Any], answer: Any) -> dict[str, Any]:
    takes = _input(call, inputs)
    about: dict[str, Any] = {
        "operationId": call.path.strip("/").replace("/", "."),
        "tags": [call.module.split(".")[1] if "." in call.module else call.module],
        "summary": _summary(call),
        "responses": _responses(call, answer),
        "x-reads": call.reads,
    }
    if call.may:
        about["x-permission"] = call.may
    if refused := refusals_of(call):
        about["x-refusals"] = refused
    if not call.public:
        about["security"] = [{"cookie": [], "sid": []}]
    files = "files" in takes["properties"]
    kinds = ["multipart/form-data"] if files else ["application/x-www-form-urlencoded", "application/json"]
    body = {"content": {kind: {"schema": takes} for kind in kinds}}
    out = {"post": {**about, "requestBody": body}}
    if call.get and not files:
        parameters = [{"name": n, "in": "query", "schema": s} for n, s in takes["properties"].items()]
        out["get"] = {**about, "operationId": f"{about['operationId']}.get", "parameters": parameters}
    return out


def _summary(call: Call) -> str:
    lists = _lists(call)
    if lists:
        return "、".join(view.title for view in lists)
    return call.form.title if isinstance(call.form, FormView) else (call.fn.__doc__ or call.path).strip().split("\n")[0]


def _lists(call: Call) -> list[Any]:
    return [view for view in LISTS.values() if view.url == call.path]


def _input(call: Call, inputs: Mapping[Any, Any]) -> dict[str, Any]:
    """What a call takes, as one object. What is not declared is dropped, so it may be sent."""
    form: Any = call.form
    if isinstance(form, FormView):
        shape = _form(form)
    elif isinstance(form, type) and issubclass(form, BaseModel):
        shape = inputs[form]
    else:
        names = dict(LIST_INPUT) if _lists(call) else {}
        names |= {n: one.label for view in _lists(call) for one in view.search for n in one.names}
        shape = {"properties": {n: TEXT | {"title": t} for n, t in names.items()}}
    properties = dict(shape.get("properties", {}))
    if call.changes:
        properties |= {name: properties.get(name, TEXT) for name in call.changes.by[:1]} | {"version": VERSION}
    return {"type": "object", "properties": properties, "required": shape.get("required", [])}


def _form(form: FormView) -> dict[str, Any]:
    fields = [f for f in form.fields if not f.readonly and f.type != "readonly"]
    tables = {
        t.name: {"type": "array", "maxItems": t.most, "items": _form(t.form), "title": t.title} for t in form.tables
    }
    must = [f.name for f in fields if f.required and not f.when]
    return {"type": "object", "properties": {f.name: _field(f) for f in fields} | tables, "required": must}


def _field(f: Field) -> dict[str, Any]:
    out: dict[str, Any] = {**KINDS.get(f.type, TEXT), "title": f.label}
    if out["type"] == "string" and "enum" not in out and "format" not in out:
        out["maxLength"] = 20_000 if f.type == "html" else f.size
    if f.options is not None and f.type in ("select", "radio"):
        out["enum"] = list(f.options)
    limits: Sequence[tuple[str, float | None]] = (("minimum", f.low), ("maximum", f.high))
    if out["type"] != "string":
        out |= {name: value for name, value in limits if value is not None}
    return out


def _responses(call: Call, answer: Any) -> dict[str, Any]:
    """A call answers in the envelope, or with a file; a refusal by rule of the business is 200 without success."""
    good = {
        "type": "object",
        "properties": {"isSuccess": {"const": True}, "errorMsg": TEXT, "data": answer or {}},
        "required": ["isSuccess", "errorMsg", "data"],
    }
    json = {"schema": {"anyOf": [good, REFUSED]}}
    codes = [code for code in STATES if code not in (() if call.changes else ("428",))]
    out: dict[str, Any] = {"200": {"description": "办成，或一句话说明为何不办", "content": {"application/json": json}}}
    if answer is None:
        out["200"]["content"]["*/*"] = {"schema": {}}
    return out | {code: {"$ref": f"#/components/responses/{code}"} for code in codes}
