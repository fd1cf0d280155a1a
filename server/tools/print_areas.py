"""Prints docs/areas from the declarations: calls, lists, record pages, processes and permissions of every area.

Run: python server/tools/print_areas.py [--check]   (--check only says whether the pages are up to date)
"""

import ast
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

SERVER = Path(__file__).resolve().parents[1]
PAGES = SERVER.parent / "docs" / "areas"
sys.path.insert(0, str(SERVER))

if TYPE_CHECKING:
    from tejian.kit.process.steps import Move, Process

PLACES = {"toolbar": "工具栏", "row": "行", "more": "行，更多", "batch": "多选"}

TITLES = {
    "system": "系统管理 system",
    "messages": "消息与短信 messages",
    "watch": "运行监看 watch",
    "archives": "基础档案 archives",
    "knowledge": "知识库 knowledge",
    "instruments": "仪器设备 instruments",
    "inspection": "检验业务 inspection",
    "charging": "收费 charging",
    "readiness": "上线准备 readiness",
    "registration": "使用登记 registration",
    "persons": "人员考核与证书 persons",
    "supervision": "安全监管 supervision",
    "lifts": "电梯维保与应急 lifts",
    "quality": "质量与考核 quality",
    "exchange": "数据交换 exchange",
    "statistics": "统计画像 statistics",
}


def written(process: "Process", m: "Move") -> list[str]:
    """What a move writes by itself."""
    from tejian.kit.process import writes

    return writes.said(process.model, m.stamps, m.takes, m.forgets)


def area_of(module: str) -> str:
    """The area of a module: tejian.<area>.…"""
    return module.split(".")[1]


def calls(area: str) -> list[str]:
    from tejian.kit.web.edge import CALLS

    own = sorted((c for c in CALLS.values() if area_of(c.module) == area), key=lambda c: c.path)
    lines = ["## 接口", "", "| 路径 | 方法 | 权限 | 读写 |", "|---|---|---|---|"]
    for call in own:
        who = call.may or ("公开" if call.public else "登录用户")
        lines.append(
            f"| {call.path} | {'GET、POST' if call.get else 'POST'} | {who} | {'读' if call.reads else '写'} |"
        )
    return lines if own else []


def lists(area: str) -> list[str]:
    from tejian.kit.ground.declared import DECLARED_IN
    from tejian.kit.lists.listview import LISTS

    own = sorted((v for v in LISTS.values() if area_of(DECLARED_IN[v.no]) == area), key=lambda v: v.no)
    lines = ["## 列表", "", "| viewNo | 名称 | 文件 | 权限 | 列 | 查询条件 | 默认排序 |", "|---" * 7 + "|"]
    for view in own:
        shown = "、".join(c.label for c in view.columns if c.label and c.shown)
        asked = "、".join(s.label for s in view.search)
        cells = (view.no, view.title, file_of(view.no), view.permission, shown, asked, view.sort)
        lines.append(f"| {' | '.join(cells)} |")
    return lines if own else []


def forms(area: str) -> list[str]:
    from tejian.kit.forms.formview import FORMS
    from tejian.kit.ground.declared import DECLARED_IN

    own = sorted((f for f in FORMS.values() if area_of(DECLARED_IN[f.no]) == area), key=lambda f: f.no)
    lines = ["## 表单", "", "| viewNo | 名称 | 文件 | 接口 |", "|---|---|---|---|"]
    return [*lines, *(f"| {f.no} | {f.title} | {file_of(f.no)} | {f.save_url} |" for f in own)] if own else []


def file_of(no: str) -> str:
    """The file below server/tejian that declares a list or a form, with the line where its viewNo is composed."""
    from tejian.kit.ground.declared import DECLARED_IN

    path = DECLARED_IN[no].removeprefix("tejian.").replace(".", "/") + ".py"
    line = composed_at(no, (SERVER / "tejian" / path).read_text())
    return f"{path}:{line}" if line else path


def composed_at(no: str, text: str) -> int:
    """The line of a file that puts a viewNo together from pieces; 0 where it is written out."""
    if f'"{no}"' in text:
        return 0
    places = []  # (letters that are written there, line)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.JoinedStr):
            pieces = [str(v.value) if isinstance(v, ast.Constant) else "" for v in node.values]
            if any(pieces) and re.fullmatch("".join(re.escape(p) or ".*" for p in pieces), no):
                places.append((len("".join(pieces)), node.lineno))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and no.startswith(node.value or "-"):
            places.append((len(node.value), node.lineno))
    return max(places, key=lambda place: (place[0], -place[1]), default=(0, 0))[1]


def records(area: str) -> list[str]:
    from tejian.kit.records.recordview import RECORDS

    own = sorted((v for v in RECORDS.values() if area_of(v.model.__module__) == area), key=lambda v: v.no)
    lines = ["## 记录页面", "", "| viewNo | 名称 | 权限 | 接口 | 页签 |", "|---|---|---|---|---|"]
    for view in own:
        tabs = "、".join(p.title for p in view.parts)
        lines.append(f"| {view.no} | {view.title} | {view.permission} | {view.url} | {tabs} |")
    return lines if own else []


def processes(area: str) -> list[str]:
    from tejian.kit.process.steps import PROCESSES

    out: list[str] = []
    for process in PROCESSES.values():
        if area_of(process.model.__module__) == area:
            out += [f"## {process.title}", "", *steps(process), "", *moves(process), ""]
    return out


def steps(process: "Process") -> list[str]:
    lines = ["| 环节 | 代码 | 状态 | 谁办 | 列表 | 页面 |", "|---|---|---|---|---|---|"]
    for s in process.steps:
        page = s.page.partition("?")[0]
        lines.append(f"| {s.name} | {s.code} | {s.state} | {says(s.who)} | {s.route} | {page} |")
    return lines


def moves(process: "Process") -> list[str]:
    from tejian.kit.forms.formview import FormView

    heads = ["动作", "从", "到", "权限", "接口", "按钮", "表单", "原因", "签名", "条件", "效果"]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for m in process.moves:
        to = [m.to] if isinstance(m.to, str) else m.choices
        after = (*m.before, *m.effects, *(process.always if m.to else ()))
        form = m.form.title if isinstance(m.form, FormView) else m.form.__name__
        cells = [
            m.label,
            "、".join(process.name_of(c) for c in m.frm),
            " 或 ".join(process.name_of(c) for c in to if c) or "不动",
            m.may,
            "、".join(filter(None, (m.call, m.batch_call, m.within and f"{m.within}（另有所为）"))),
            "、".join(f"{b.label or m.label}（{PLACES[b.place]}）" for b in m.buttons or ()),
            form.partition(" {")[0],
            "必填" if m.needs_reason else "",
            "口令" if m.signed else "",
            "、".join(says(g) for g in m.guards),
            "；".join([*written(process, m), *(["、".join(map(says, after))] if after else [])]),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def refusals(area: str) -> list[str]:
    """The codes of what this area refuses, and with which sentence."""
    from tejian.kit.catalogue.refusals import refusals_of
    from tejian.kit.web.edge import CALLS

    found: dict[str, set[str]] = {}
    for call in CALLS.values():
        for code, sentence in refusals_of(call).items() if area_of(call.module) == area else ():
            found.setdefault(code, set()).add(sentence.replace("|", "｜"))
    lines = ["## 拒绝", "", "| errorCode | 说什么 |", "|---|---|"]
    return (
        [*lines, *(f"| {code} | {'；'.join(sorted(filter(None, found[code])))} |" for code in sorted(found))]
        if found
        else []
    )


def says(fn: Callable[..., Any]) -> str:
    """The first docstring line of a guard, an effect or a condition, else its name."""
    return (fn.__doc__ or fn.__name__).strip().splitlines()[0].rstrip(".。")


def permissions(area: str) -> list[str]:
    from tejian.kit.ground.permission import PERMISSIONS

    own = [PERMISSIONS[c] for c in sorted(_codes(area))]
    lines = ["## 权限", "", "| 代码 | 名称 | 分组 |", "|---|---|---|"]
    return [*lines, *(f"| {p.code} | {p.label} | {p.family} |" for p in own)] if own else []


def _codes(area: str) -> set[str]:
    heads = {
        "system": ("system:", "menu:"),
        "messages": ("message:",),
        "watch": ("watch:",),
        "archives": ("basic:",),
        "instruments": ("instrument:",),
        "inspection": ("inspection:",),
        "charging": ("charge:",),
        "readiness": ("readiness:",),
        "registration": ("registration:", "firstRegister:"),
        "persons": ("persons:",),
        "supervision": ("supervision:",),
        "lifts": ("lifts:",),
        "knowledge": ("knowledge:",),
        "quality": ("quality:",),
        "exchange": ("exchange:",),  # the journal's screens are opened by codes of the archives
        "statistics": ("statistics:",),
    }
    from tejian.kit.ground.permission import PERMISSIONS

    return {c for c in PERMISSIONS if c.startswith(heads[area])}


def offers(area: str) -> list[str]:
    """Which sorts of inspection can be declared, and why others cannot yet."""
    from tejian import data
    from tejian.archives.common.api import kind_matches
    from tejian.inspection.records.api import is_kept
    from tejian.inspection.rules.api import (
        conclusion_rule,
        refuse_offer,
        rule_book,
        seisort_rule,
        subject_rule,
        subjects_of,
    )

    if area != "inspection":
        return []
    sorts = [seisort_rule(r) for r in data.rows("seisort_rules")]
    tables = (data.rows("cycle_rule"), data.rows("ele_cycle_rule"), sorts, data.rows("inspection_setting"))
    dates, conclusions = rule_book(*tables), [conclusion_rule(r) for r in data.rows("conclusion_rules")]
    subjects = [subject_rule(r) for r in data.rows("subject_rules")]
    templates = {r["template"] for r in data.rows("report_items")}
    kinds = [r["code"] for r in data.rows("equipment_catalogue") if r["level"] != "class"]
    lines = ["## 可申报的检验", "", "| 种类 | 设备类别 | 检验类型 | 可申报 |", "|---|---|---|---|"]
    for rule in (r for r in sorts if r.allowed):
        said: dict[str, list[str]] = {}
        for kind in (k for k in kinds if kind_matches(rule.kind_filter, k) and is_of(k, rule.equclass)):
            of = subjects_of(subjects, kind, rule.seisort, rule.testsort)
            kept = is_kept(kind, of)
            why = refuse_offer(rule, kind, templates, conclusions, dates, is_kept=kept)
            said.setdefault(why.partition("：")[2] if why else "是", []).append(kind)
        some = len(said) > 1
        shown = "；".join(f"{why}（{'、'.join(of)}）" if some and why != "是" else why for why, of in said.items())
        lines.append(f"| {rule.equclass} | {rule.kind_filter} | {rule.testsort} {rule.testsort_label} | {shown} |")
    return lines


def checks(area: str) -> list[str]:
    """The checks of reports by class, and those that are not in use with the reason."""
    from tejian import data

    if area != "inspection":
        return []
    rows = list(data.rows("report_checks"))
    groups: dict[str, list[dict[str, str]]] = {}
    for row in rows:
        groups.setdefault(row["grp"], []).append(row)
    off = [row for row in rows if row["off"]]
    lines = [
        f"共 {len(rows)} 条，启用 {len(rows) - len(off)} 条；全部内容、依据与核实情况见系统管理 → 规则表 → 报告检查。",
        "",
        "| 类别 | 不放行 | 须说明 | 未启用 |",
        "|---|---|---|---|",
    ]
    for group, own in groups.items():
        used = [row["level"] for row in own if not row["off"]]
        lines.append(f"| {group} | {used.count('hard')} | {used.count('soft')} | {len(own) - len(used)} |")
    lines += ["", "| 未启用 | 检查 | 原因 |", "|---|---|---|"]
    lines += [f"| {row['code']} | {row['sentence'].replace('|', '｜')} | {row['off']} |" for row in off]
    return ["## 报告检查", "", *lines, ""]


def is_of(kind: str, equclass: str) -> bool:
    from tejian.archives.common.api import class_of

    return class_of(kind) == equclass


def page(area: str) -> str:
    parts = [
        processes(area),
        offers(area),
        checks(area),
        lists(area),
        forms(area),
        records(area),
        calls(area),
        refusals(area),
        permissions(area),
    ]
    body = "\n".join("\n".join([*part, ""]) for part in parts if part)
    return (
        f"# {TITLES[area]}\n\n本页由声明生成（`server/tools/print_areas.py`），不要手工修改。\n\n{body}".rstrip() + "\n"
    )


def main(check: bool) -> int:
    from tejian import areas

    areas.load()
    stale = []
    PAGES.mkdir(parents=True, exist_ok=True)
    for area in TITLES:
        path = PAGES / f"{area}.md"
        made = page(area)
        if not path.exists() or path.read_text() != made:
            stale.append(path.name)
            if not check:
                path.write_text(made)
    if check and stale:
        print("out of date, run server/tools/print_areas.py:", ", ".join(stale))
    return int(bool(check and stale))


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
