/** 任务安排办理: who goes where on which day, with which instruments. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { doneWords, messageOf, postEnvelope, read } from '@/api/client';
import { rowsQuery, tableConfigQuery } from '@/api/layout';
import { openItem } from '@/screens/businessPro/api';
import { ReturnNote } from '@/screens/businessPro/steps/DeclarationSummary';
import { StateNote } from '@/ui/Panel';
import { useSaveKey } from '@/ui/pageKeys';
import { usePaused } from '@/ui/pickers/common';
import { knownRoutes } from '@/ui/routeRow';
import { useTabTitle } from '@/ui/tab';
import { useApp } from '@/ui/useApp';
import { useOwnCopy } from '@/ui/useOwnCopy';
import { FaultNote } from '@/views/ListStates';
import { backOf, MoveDialog, moveNamed } from '@/workflow/MoveDialog';
import { Calendar } from './Calendar';
import { bodyOf, dropOn, fetchTask, type Plan, placesOf, planOf, type RowsBy, rowsBy } from './model';
import { Places } from './Places';
import { PlanPanel } from './PlanPanel';
import { Waiting } from './Waiting';
import './arrange.css';
import '@/screens/businessPro/parts/business.css';

const CHECK_MS = 400;

/** The rows of the list beside which this page stands in the table of screens. */
function useWaiting() {
  const { pathname } = useLocation();
  const viewNo = knownRoutes().find((row) => row.viewNo && pathname.startsWith(`${row.path}/`))?.viewNo ?? '';
  const list = useQuery(tableConfigQuery(viewNo));
  const rows = useQuery({
    ...rowsQuery(list.data?.url ?? '', {
      ...list.data?.params,
      pageNo: 1,
      pageSize: 100,
      orderBy: 'duedate',
    }),
    enabled: list.isSuccess,
  });
  return {
    rows: rows.data?.list ?? [],
    ready: rows.isSuccess,
    error: list.error ?? rows.error,
    retry: () => void (list.isError ? list.refetch() : rows.refetch()),
  };
}

export default function ArrangePage() {
  const [search] = useSearchParams();
  const client = useQueryClient();
  const [ids, setIds] = useState<string[]>(() => (search.get('ids') ?? '').split(',').filter(Boolean));
  const { rows, ready, error, retry } = useWaiting();
  const [dragging, setDragging] = useState<string | null>(null);
  const chosen = ids.length > 0 ? ids : rows[0] ? [String(rows[0].id)] : [];
  useTabTitle('任务安排办理');

  const done = () => {
    // On to the next that waits; the arranged ones leave the list with the answer.
    const rest = rows.filter((row) => !chosen.includes(String(row.id)));
    setIds(rest[0] ? [String(rest[0].id)] : []);
    void client.invalidateQueries({ queryKey: ['rows'] });
  };

  if (error) return <FaultNote error={error} onRetry={retry} />;
  return (
    <div className="page fixed arrange-page">
      <Waiting rows={rows} ids={chosen} onPick={setIds} onDrag={setDragging} />
      {chosen.length > 0 ? (
        <Task key={chosen.join()} ids={chosen} dragging={dragging !== null} onDone={done} />
      ) : (
        <section className="panel">
          {ready && (
            <StateNote kind="empty" title="都安排好了">
              受理的业务会排在左边
            </StateNote>
          )}
        </section>
      )}
    </div>
  );
}

interface TaskProps {
  ids: string[];
  dragging: boolean;
  onDone: () => void;
}

function Task({ ids, dragging, onDone }: TaskProps) {
  const { message } = useApp();
  const own = useOwnCopy();
  const detail = useQuery({
    queryKey: ['task to arrange', ids, own.key],
    queryFn: () => fetchTask(ids),
    ...own.options,
  });
  const [plan, setPlan] = useState<Plan>();
  const [by, setBy] = useState<RowsBy>('person');
  const [busy, setBusy] = useState(false);
  const [returning, setReturning] = useState(false);
  const data = detail.data;
  const applied = useRef<typeof data>(undefined);
  useEffect(() => {
    if (!data || applied.current === data) return;
    applied.current = data;
    setPlan(planOf(data));
    for (const item of data.items) void openItem(item.id);
  }, [data]);

  const body = plan && data ? bodyOf(data.items, plan) : {};
  const asked = usePaused(JSON.stringify(body), CHECK_MS);
  const checked = useQuery({
    queryKey: ['task check', asked],
    queryFn: () => read('/api/appmain/taskSchedCheck', JSON.parse(asked)),
    enabled: Boolean(plan) && asked !== '{}',
    placeholderData: (old) => old,
    staleTime: 0,
  });
  const checks = checked.data ?? [];

  const send = async (path: string, text: string): Promise<boolean> => {
    setBusy(true);
    try {
      const answer = await postEnvelope(path, body);
      message.success(doneWords(answer, text));
      return true;
    } catch (error) {
      message.error(messageOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const arranging = moveNamed(data?.moves, 'arrange');
  const commit = async () => {
    if (!arranging || busy || !plan || checks.length === 0 || checks.some((check) => !check.ok)) return;
    const path = ids.length > 1 ? arranging.batchCall : arranging.call;
    if (await send(path, `${ids.length} 台已安排，已通知检验员和联系人`)) onDone();
  };
  const keep = async () => {
    // What was saved is a new version, which the next step is made on.
    if (await send('/api/appmain/taskSchedSave', '已保存，还没有通知')) await detail.refetch();
  };
  useSaveKey(() => void commit());

  if (detail.isError) return <FaultNote error={detail.error} onRetry={() => detail.refetch()} />;
  if (!data || !plan) return <section className="panel" />;
  const first = data.items[0];
  if (first && !arranging) {
    return (
      <section className="panel">
        <StateNote kind="empty" title={`${first.seisn} 不在任务安排环节`}>
          请从左边选择待安排的业务
        </StateNote>
      </section>
    );
  }
  return (
    <div className="arrange-main">
      {first && <ReturnNote row={first} />}
      <section className="panel calendar-panel">
        <header className="panel-head">
          <span className="panel-title">
            {data.days[0]} – {data.days.at(-1)}
          </span>
          <Segmented
            size="small"
            aria-label="日程分组"
            options={Object.entries(rowsBy).map(([value, label]) => ({ value: value as RowsBy, label }))}
            value={by}
            onChange={setBy}
          />
          <span className="panel-extra hint">
            <span className="task-chip legend">已确认</span>
            <span className="task-chip open legend">待确认</span>
            <span>底线为当日工作量，超过一天为黄</span>
          </span>
        </header>
        {by === 'person' ? (
          <Calendar
            people={data.people}
            days={data.days}
            plan={plan}
            dragging={dragging}
            onDrop={(person, day) => setPlan(dropOn(plan, person, day))}
          />
        ) : (
          <Places
            places={placesOf(data.people, data.items, by)}
            label={by === 'street' ? '街道' : '小区'}
            days={data.days}
            chosen={plan.plandate}
            onPick={(plandate) => setPlan({ ...plan, plandate })}
          />
        )}
      </section>
      <PlanPanel
        detail={data}
        plan={plan}
        checks={checks}
        busy={busy}
        onChange={(change) => setPlan({ ...plan, ...change })}
        onCommit={commit}
        onSave={() => void keep()}
        onReturn={() => setReturning(true)}
      />
      {returning && (
        <MoveDialog
          move={backOf(data.moves)}
          rows={data.items}
          onClose={() => setReturning(false)}
          onDone={onDone}
        />
      )}
    </div>
  );
}
