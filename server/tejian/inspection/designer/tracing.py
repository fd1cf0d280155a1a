"""How items of the past would have gone by a draft: one statement a block, over the flow log as it stands."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tejian.inspection import codes as at
from tejian.inspection.flow.api import BUSINESS, DECLARATION

from .lines import Line
from .resolving import Scope, Way, way
from .structure import name, nodes, order

MOVES = [m for process in (DECLARATION, BUSINESS) for m in process.moves]
FORWARD = sorted({m.name for m in MOVES if m.forward})
RETURNS = sorted({m.name for m in MOVES if m.needs_reason and not (m.anyone or m.follows) and at.END not in m.frm})
INTO = (
    *("trial_id", "appbuss_id", "seisn", "equname", "unitname"),
    *("way", "step", "before", "after"),
)
FRESH = "drop table if exists trial_rule, trial_day"
RULES = """
create temporary table trial_rule on commit drop as
select * from jsonb_to_recordset(cast(:rules as jsonb)) as r(
  flow_version int, equclass text, seisort text, testsort text, step text, name text,
  was boolean, goes boolean, old_limit int, new_limit int,
  given boolean, actors text[], returned boolean, backs text[])
"""
DAYS = """
create temporary table trial_day on commit drop as
select d.day, d.working, (sum(case when d.working then 1 else 0 end) over (order by d.day))::int as n
from jsonb_to_recordset(cast(:days as jsonb)) as d(day date, working boolean)
"""
INDEXES = (
    "create index on trial_rule (equclass, seisort, testsort, flow_version, step)",
    "create index on trial_day (day)",
    "create index on trial_day (n) where working",
    "analyze trial_rule",
    "analyze trial_day",
)
# what is under way counts with what it has done so far; a step that only the draft has comes to all of them
TRACE = f"""
insert into flow_trial_line ({", ".join(INTO)})
with item as materialized (
  select b.id, b.appmain_id, b.seisn, b.equname, b.unitname,
         b.equclass, b.seisort, b.testsort, b.flow_version, b.step
  from appbuss b where b.id = any(:ids)
), moved as materialized (
  select i.id as item, l.id, l.process, l.subject_id, l.at, l.move, l.from_step, l.to_step, l.user_id, l.user_name,
         lag(l.at) over (partition by i.id, l.subject_id order by l.id) as since
  from item i cross join lateral (
    select * from flow_log f where f.subject_id = i.id and f.at >= :since and f.from_step <> f.to_step
    union all
    select * from flow_log f where f.subject_id = i.appmain_id and f.at >= :since and f.from_step <> f.to_step
  ) l
), judged as materialized (
  select m.*, r.step, r.name, r.was, r.goes, r.old_limit, r.new_limit, r.given, r.actors, r.returned, r.backs
  from moved m
  join item i on i.id = m.item
  join trial_rule r on r.equclass = i.equclass and r.seisort = i.seisort and r.testsort = i.testsort
    and r.flow_version = i.flow_version and r.step = m.from_step
), spent as (
  select j.item, j.step, j.at, j.old_limit, j.new_limit, e.n - b.n as days, b.n
  from judged j
  join trial_day b on b.day = (j.since at time zone 'Asia/Shanghai')::date
  join trial_day e on e.day = (j.at at time zone 'Asia/Shanghai')::date
  where j.was and j.goes and j.old_limit is distinct from j.new_limit
), late as (
  select s.*,
    coalesce(s.at > (o.day + time '17:00') at time zone 'Asia/Shanghai', false) as old_late,
    coalesce(s.at > (w.day + time '17:00') at time zone 'Asia/Shanghai', false) as new_late
  from spent s
  left join trial_day o on o.working and o.n = s.n + s.old_limit
  left join trial_day w on w.working and w.n = s.n + s.new_limit
), found as (
  select i.id as item, 'path' as way, r.step, '不经' || r.name as before, '须经' || r.name as after
  from item i
  join trial_rule r on r.equclass = i.equclass and r.seisort = i.seisort and r.testsort = i.testsort
    and r.flow_version = i.flow_version
  where r.goes and not r.was and i.step <> :void
    and (r.step <> :parts or exists (select from inspection_sub_report s where s.appbuss_id = i.id))
  union all
  select distinct j.item, 'path', j.step, '经' || j.name, '不经' || j.name from judged j where j.was and not j.goes
  union all
  select l.item, 'limit', l.step,
    max(l.days) || ' 个工作日，' || case when bool_or(l.old_late) then '超期' else '未超期' end,
    '时限 ' || coalesce(max(l.new_limit) || ' 个工作日', '不限') || '，'
      || case when bool_or(l.new_late) then '超期' else '未超期' end
  from late l group by l.item, l.step having bool_or(l.old_late) <> bool_or(l.new_late)
  union all
  select distinct j.item, 'actor', j.step, left(j.user_name, 64) || '办理', '不在指定的办理人中'
  from judged j
  left join sys_user u on u.id = j.user_id
  where j.goes and j.given and j.move = any(:forward)
    and not coalesce((array[u.id, u.dept_id]::text[] || u.role_ids::text[] || u.group_ids::text[]) && j.actors, false)
    and not exists (
      select from moved e where e.item = j.item and e.user_id = j.user_id and '@' || e.from_step = any(j.actors)
        and e.id < j.id and e.move = any(:forward))
  union all
  select distinct j.item, 'back', j.step, '退回到' || t.name, '不能退回到' || t.name
  from judged j
  join jsonb_to_recordset(cast(:names as jsonb)) as t(code text, name text) on t.code = j.to_step
  where j.returned and j.move = any(:returns) and not j.to_step = any(j.backs)
)
select :trial, i.id, i.seisn, i.equname, i.unitname, f.way, f.step, f.before, f.after
from found f join item i on i.id = f.item
order by i.id, f.step, f.way
"""


def rules(
    kinds: Iterable[tuple[int, Scope]], versions: Mapping[int, Sequence[Line]], new: Sequence[Line]
) -> list[dict[str, Any]]:
    """For each version, class and sort that the items have: what each step was and what it would be."""
    paths: dict[tuple[tuple[str, int], ...], list[str]] = {}

    def steps(one: Way, of: int) -> list[str]:
        key = (("", of), *one.rows)
        if key not in paths:
            paths[key] = one.steps()
        return paths[key]

    rows = []
    for version, scope in kinds:
        old, fresh = way(versions[version], scope), way(new, scope)
        was, goes = steps(old, version), steps(fresh, 0)
        for step in order():
            rows.append(_rule(version, scope, step, old.line(step), fresh.line(step), step in was, step in goes))
    return rows


def _rule(
    version: int, scope: Scope, step: str, old: Line | None, new: Line | None, was: bool, goes: bool
) -> dict[str, Any]:
    before = old.actors if old else ()
    actors = new.actors if new else ()
    backs = new.backs if new else nodes()[step].backs
    return {
        **dict(zip(("equclass", "seisort", "testsort"), scope, strict=True)),
        "flow_version": version,
        "step": step,
        "name": name(step),
        "was": was,
        "goes": goes,
        "old_limit": old.limit_days if old else None,
        "new_limit": new.limit_days if new else None,
        "given": bool(actors) and actors != before,
        "actors": list(actors),
        "returned": set(backs) != set(old.backs if old else ()),
        "backs": list(backs),
    }
