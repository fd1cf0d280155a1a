/** The site in hand: why it stands where it does, and where it may go: all that dragging does, with the keyboard. */
import { Button, Select } from 'antd';
import { useId, useState } from 'react';
import type { PlanPage } from '@/api/shapes';
import { dayWords } from '@/screens/businessPro/arrange/model';
import { StateNote } from '@/ui/Panel';
import { kilometres, type Site, type Target } from './board';

interface Props {
  plan: PlanPage;
  site: Site | undefined;
  busy: boolean;
  onMove: (site: Site, to: Target) => void;
  onOut: (site: Site) => void;
  onLock: (site: Site, on: boolean) => void;
}

export function SitePanel({ plan, site, busy, onMove, onOut, onLock }: Props) {
  const first = site?.first;
  const id = useId();
  const [to, setTo] = useState<Target>({
    plandate: first?.plandate ?? '',
    scinspector: first?.scinspector ?? '',
    coinspector: first?.coinspector ?? '',
  });
  if (!site || !first) {
    return (
      <section className="panel plan-site">
        <StateNote kind="empty" title="选中一个站点看理由">
          在日程或地图上选中，拖到另一人另一天，或在这里移动
        </StateNote>
      </section>
    );
  }
  const people = plan.people.map((one) => ({
    value: one.id,
    label: one.away[to.plandate] ? `${one.name}（${one.away[to.plandate]}）` : one.name,
  }));
  const days = plan.days.map((day) => ({ value: day, label: dayWords(day) }));
  const same =
    to.plandate === (first.plandate ?? '') &&
    to.scinspector === first.scinspector &&
    to.coinspector === first.coinspector;
  const whole = to.plandate !== '' && to.scinspector !== '' && to.coinspector !== '';
  const pick = (name: keyof Target, label: string, options: { value: string; label: string }[]) => (
    <div className="plan-field">
      <label htmlFor={`${id}${name}`}>{label}</label>
      <Select
        id={`${id}${name}`}
        value={to[name] || undefined}
        placeholder="请选择"
        options={options}
        showSearch={{ optionFilterProp: 'label' }}
        disabled={!plan.changeable}
        onChange={(value) => setTo({ ...to, [name]: value })}
      />
    </div>
  );
  return (
    <section className="panel plan-site" aria-label="选中的站点">
      <header className="panel-head">
        <span className="panel-title ellipsis">{first.unitname}</span>
        <span className="hint">{site.lines.length} 台</span>
      </header>
      <div className="panel-body plan-site-body" tabIndex={0}>
        <p className="plan-why">{first.why}</p>
        <ul>
          {site.lines.map((line) => (
            <li key={line.id}>
              {line.equname} <span className="code">{line.seisn}</span>{' '}
              <span className={line.late ? 'caution' : 'hint'}>应检 {line.duedate ?? '—'}</span>
              <div className="hint">
                用时 {line.minutes} 分钟，{line.basis || '重新求解后说明依据'}
              </div>
            </li>
          ))}
        </ul>
        <p className="hint">
          {first.useplace}　用时 {site.minutes} 分钟
          {first.plandate && `　来程 ${kilometres(first.metres)} 公里　${first.boxno}　${first.timeslot}`}
        </p>
        {pick('plandate', '日期', days)}
        {pick('scinspector', '主检', people)}
        {pick('coinspector', '协检', people)}
        <div className="days-verbs">
          <Button
            type="primary"
            disabled={!plan.changeable || busy || same || !whole}
            onClick={() => onMove(site, to)}
          >
            移动
          </Button>
          <Button disabled={!plan.changeable || busy} onClick={() => onLock(site, !site.locked)}>
            {site.locked ? '解除锁定' : '锁定'}
          </Button>
          <Button disabled={!plan.changeable || busy || !first.plandate} onClick={() => onOut(site)}>
            移出
          </Button>
        </div>
      </div>
    </section>
  );
}
