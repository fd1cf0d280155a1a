/** 检验计划编排: the days of a station proposed; looked at, changed by hand, solved again, accepted. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Progress, Segmented } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Params } from '@/api/client';
import { messageOf, post, read } from '@/api/client';
import type { PlanPage as Plan } from '@/api/shapes';
import { StateNote } from '@/ui/Panel';
import { PermissionButton } from '@/ui/permission';
import { useTabTitle } from '@/ui/tab';
import { useApp } from '@/ui/useApp';
import { FaultNote } from '@/views/ListStates';
import { Board } from './Board';
import { dropOn, kilometres, type Site, sitesOf, type Target } from './board';
import { SitePanel } from './SitePanel';
import '@/screens/businessPro/arrange/arrange.css';
import './planning.css';

const PlanMap = lazy(() => import('./PlanMap'));
const BEAT = 1000;
const RUNNING = ['waiting', 'solving'];

export default function PlanPage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  useTabTitle('检验计划编排');
  const query = useQuery({
    queryKey: ['plan', id],
    queryFn: () => read('/api/plan/page', { id }),
    staleTime: 0,
    refetchInterval: (q) => (q.state.data && RUNNING.includes(q.state.data.state) ? BEAT : false),
  });
  if (query.error) return <FaultNote error={query.error} onRetry={() => query.refetch()} />;
  if (!query.data) return <div className="page fixed" />;
  return <Planned plan={query.data} onChanged={() => query.refetch()} />;
}

function Planned({ plan, onChanged }: { plan: Plan; onChanged: () => Promise<unknown> }) {
  const { message, modal } = useApp();
  const client = useQueryClient();
  const [picked, setPicked] = useState('');
  const [dragged, setDragged] = useState('');
  const [busy, setBusy] = useState(false);
  const [mapped, setMapped] = useState(false);
  const sites = useMemo(() => sitesOf(plan.lines), [plan.lines]);
  const byKey = (key: string) => sites.find((one) => one.first.id === key);
  const site = byKey(picked);

  const act = async (what: string, more: Params = {}, done = '') => {
    setBusy(true);
    try {
      await post(`/api/plan/${what}`, { id: plan.id, version: plan.version, ...more });
      if (done) message.success(done);
    } catch (error) {
      message.error(messageOf(error));
    }
    await onChanged();
    setBusy(false);
    void client.invalidateQueries({ queryKey: ['rows'] });
  };
  const linesOf = (one: Site) => one.lines.map((line) => line.id);
  const move = (one: Site, to: Target) => act('move', { lines: linesOf(one), ...to });
  const drop = (person: string, day: string) => {
    const one = byKey(dragged);
    setDragged('');
    if (!one || busy || !plan.changeable) return;
    setPicked(one.first.id);
    void move(one, dropOn(plan, sites, one, person, day));
  };
  const accept = () =>
    modal.confirm({
      title: `接受这份计划，安排${plan.lines.filter((line) => line.plandate).length}件业务？`,
      content: '按任务安排写入并通知检验员和单位联系人；有一件不符合条件时全部不写入。',
      okText: '接受并通知',
      onOk: () => act('accept', {}, '已安排，已通知检验员和单位联系人'),
    });

  return (
    <div className="page fixed plan-page">
      <section className="panel days-head">
        <header className="panel-head">
          <span className="panel-title">
            {plan.station}　{plan.first} – {plan.last}
          </span>
          <span className="hint">{plan.stateName}</span>
          <span className="panel-extra days-verbs">
            <Segmented
              aria-label="显示方式"
              value={mapped ? '地图' : '日程'}
              options={['日程', '地图']}
              onChange={(value) => setMapped(value === '地图')}
            />
            <Button disabled={!plan.undo || busy} onClick={() => act('undo', {}, '已撤销')}>
              {plan.undo ? `撤销 ${plan.undo}` : '撤销'}
            </Button>
            <Button disabled={!plan.changeable || busy} onClick={() => act('again')}>
              重新求解
            </Button>
            <Button disabled={!plan.changeable || busy} onClick={() => act('drop', {}, '已放弃，业务不变')}>
              放弃
            </Button>
            <PermissionButton
              permission="inspection:arrange:handle"
              type="primary"
              loading={busy}
              disabled={plan.state !== 'ready'}
              onClick={accept}
            >
              接受并通知
            </PermissionButton>
          </span>
        </header>
        <Figures plan={plan} />
      </section>
      {RUNNING.includes(plan.state) ? (
        <section className="panel">
          <StateNote kind="empty" title="正在求解">
            <Progress percent={plan.percent} />
          </StateNote>
        </section>
      ) : (
        <div className="days-body">
          {mapped ? (
            <Suspense fallback={<section className="panel plan-board" />}>
              <PlanMap plan={plan} sites={sites} picked={picked} onPick={setPicked} />
            </Suspense>
          ) : (
            <Board
              plan={plan}
              sites={sites}
              picked={picked}
              dragging={dragged !== ''}
              onPick={setPicked}
              onDrag={setDragged}
              onDrop={drop}
            />
          )}
          <SitePanel
            key={site ? `${site.key} ${site.locked}` : ''}
            plan={plan}
            site={site}
            busy={busy}
            onMove={move}
            onOut={(one) => act('move', { lines: linesOf(one) }, '已移出计划')}
            onLock={(one, on) => act('lock', { lines: linesOf(one), on: on ? '1' : '0' })}
          />
        </div>
      )}
    </div>
  );
}

function Figures({ plan }: { plan: Plan }) {
  const { compared, lines, message } = plan;
  const planned = lines.filter((line) => line.plandate).length;
  return (
    <p className="hint plan-figures" role="status">
      已排 {planned} 件，未排 {lines.length - planned} 件。
      {compared && (
        <>
          求解时路程 {kilometres(compared.plan.metres)} 公里（先到先排 {kilometres(compared.simple.metres)}{' '}
          公里，排 {compared.simple.planned} 件），超期合计 {compared.plan.over} 天（{compared.simple.over}
          ），提前合计 {compared.plan.early} 天（{compared.simple.early}），工作量相差最多{' '}
          {compared.plan.spread} 分钟（
          {compared.simple.spread}）。
        </>
      )}
      {message}
    </p>
  );
}
