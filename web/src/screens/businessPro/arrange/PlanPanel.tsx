/** The same arrangement without a mouse: people, day, instruments, and whether it holds. */
import { Button, Checkbox, Input, Segmented, Select } from 'antd';
import dayjs from 'dayjs';
import type { Check, Inspector, TaskDetail } from '@/api/shapes';
import { Checks } from '@/screens/businessPro/parts/Checks';
import { dueWords } from '@/ui/limit';
import { DayPicker } from '@/ui/pickers/DayPicker';
import { awayOn, boxesOf, type Plan, slots } from './model';
import { useLow } from './useLow';

interface Props {
  detail: TaskDetail;
  plan: Plan;
  checks: Check[];
  busy: boolean;
  onChange: (change: Partial<Plan>) => void;
  onCommit: () => void;
  onSave: () => void;
  onReturn: () => void;
}

/** What holds in one line, so that the calendar above has room; what does not stands for itself. */
function together(lines: Check[]): Check[] {
  const good = lines.filter((line) => line.ok).map((line) => line.text);
  const text = good.join('；');
  return [...lines.filter((line) => !line.ok), ...(text ? [{ ok: true, warn: false, text }] : [])];
}

export function PlanPanel({ detail, plan, checks, busy, onChange, onCommit, onSave, onReturn }: Props) {
  const { items, people, instruments, suggested } = detail;
  const first = items[0];
  const boxes = boxesOf(instruments);
  const box = boxes.find(
    (one) => one.items.length > 0 && one.items.every((item) => plan.instruments.includes(item.id)),
  );
  // Who is away on the planned day is not to be had for it.
  const gone = (person: Inspector) => (plan.plandate ? awayOn(person, plan.plandate, plan.timeslot) : '');
  const options = people.map((person) => ({
    value: person.id,
    label: person.name,
    disabled: Boolean(person.why || gone(person)),
    title: person.why || gone(person) || person.quals.map((qual) => qual.item).join(' '),
  }));
  const mains = people.map((person) => ({
    value: person.id,
    label: person.name,
    disabled: Boolean(person.mainwhy || gone(person)),
    title: person.mainwhy || gone(person) || person.quals.map((qual) => qual.item).join(' '),
  }));
  const due = dueWords(first?.duedate);
  const odd = checks.some((check) => !check.ok && check.text.includes('不是工作日'));
  // Until the server has looked at the plan, nobody knows whether it holds.
  const broken = checks.length === 0 || checks.some((check) => !check.ok);
  const low = useLow();
  const lines: Check[] = [...checks];
  if (suggested.lastinspectors) {
    const again = people.find((person) => person.id === plan.scinspector);
    if (again && suggested.lastinspectors.startsWith(again.name)) {
      lines.push({ ok: false, warn: true, text: `${again.name}为上次主检，建议换主检` });
    }
  }
  return (
    <section className="panel plan-panel">
      <header className="plan-head">
        <b className="code">{first?.seisn}</b>
        <span className="ellipsis">
          {items.length > 1
            ? `等 ${items.length} 台　${[...new Set(items.map((item) => item.unitname))].join('、')}`
            : `${first?.unitname ?? ''}　${first?.useplace ?? ''}　${first?.equname ?? ''}`}
        </span>
        <span className="spacer" />
        {suggested.lastinspectors && (
          <span className="hint ellipsis">
            上次 {suggested.lastdate} {suggested.lastinspectors}
          </span>
        )}
        {due && (
          <span className={due.late ? 'late' : 'soft'}>
            到期 {first?.duedate}，{due.text}
          </span>
        )}
      </header>
      <div className="plan-body">
        <div className="plan-fields">
          <span className="label">主检</span>
          <Select
            aria-label="主检"
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="选择主检"
            value={plan.scinspector || undefined}
            options={mains}
            onChange={(scinspector: string) =>
              onChange({ scinspector, inspectors: plan.inspectors.filter((id) => id !== scinspector) })
            }
          />
          <span className="label">日期</span>
          <DayPicker
            aria-label="安排日期"
            minDate={dayjs()}
            value={plan.plandate}
            onChange={(plandate) => onChange({ plandate })}
          />
          <span className="label">工具箱</span>
          <Select
            aria-label="工具箱"
            placeholder="选择工具箱"
            value={box?.boxno}
            options={boxes.map((one) => ({
              value: one.boxno,
              label: `${one.boxno}${/号$/.test(one.boxno) ? '' : ' 号'}${one.items.some((item) => item.expired) ? '（有过期）' : ''}`,
            }))}
            onChange={(boxno: string) =>
              onChange({
                instruments: (boxes.find((one) => one.boxno === boxno)?.items ?? []).map((item) => item.id),
              })
            }
          />
          <span className="label">协检</span>
          <Select
            aria-label="协检"
            mode="multiple"
            maxTagCount="responsive"
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="至少一人"
            value={plan.inspectors}
            options={options.filter((one) => one.value !== plan.scinspector)}
            onChange={(inspectors: string[]) => onChange({ inspectors })}
          />
          <span className="label">时段</span>
          <Segmented
            block
            options={slots}
            value={plan.timeslot}
            onChange={(timeslot) => onChange({ timeslot })}
          />
          <span className="label">仪器</span>
          <Select
            aria-label="仪器"
            mode="multiple"
            maxTagCount={0}
            maxTagPlaceholder={(omitted) => `${omitted.length} 件`}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="单独选择"
            value={plan.instruments}
            options={instruments.map((one) => ({
              value: one.id,
              label: `${one.name} ${one.instno}${one.expired ? '（过期）' : ''}`,
              disabled: one.expired,
            }))}
            onChange={(chosen: string[]) => onChange({ instruments: chosen })}
          />
          <span className="label">说明</span>
          <Input
            aria-label="任务说明"
            className="plan-remark"
            maxLength={500}
            value={plan.taskremark}
            onChange={(event) => onChange({ taskremark: event.target.value })}
          />
          <span className="label">车辆</span>
          <Input
            aria-label="车辆"
            maxLength={32}
            value={plan.vehicle}
            onChange={(event) => onChange({ vehicle: event.target.value })}
          />
        </div>
        <div className="plan-checks">
          <Checks checks={low ? together(lines) : lines} />
          {(odd || plan.confirmHoliday) && (
            <Checkbox
              checked={plan.confirmHoliday}
              onChange={(event) => onChange({ confirmHoliday: event.target.checked })}
            >
              非工作日检验已与单位确认
            </Checkbox>
          )}
        </div>
        <div className="plan-verbs">
          <Button type="primary" loading={busy} disabled={broken} onClick={onCommit}>
            安排并通知 Alt S
          </Button>
          <Button onClick={onSave}>只保存</Button>
          <Button onClick={onReturn}>退回受理</Button>
        </div>
      </div>
    </section>
  );
}
