/** A device's life in one line: made, inspected, changed, and what is still to come. */
import dayjs from 'dayjs';
import { labelOf, useDict } from '@/api/dict';
import type { DeviceDetail } from '@/api/shapes';
import { Panel } from '@/ui/Panel';

interface LifeEvent {
  day: string;
  text: string;
  kind: 'done' | 'failed' | 'future' | 'late' | 'fact';
}

/** Everything that has a day, in order. */
export function lifeOf(
  detail: Pick<DeviceDetail, 'head' | 'inspections'>,
  conclusion: (code: string) => string,
  today: string,
): LifeEvent[] {
  const { head } = detail;
  const events: LifeEvent[] = [];
  const add = (day: string | null | undefined, text: string, kind: LifeEvent['kind']) => {
    if (day) events.push({ day: day.slice(0, 10), text, kind });
  };
  add(head.prodate, '制造出厂', 'fact');
  add(head.insinspdate, '监督检验', 'done');
  add(head.regdate, '使用登记', 'fact');
  for (const one of detail.inspections) {
    const words = conclusion(one.conclusion).split('(')[0] ?? '';
    if (one.issued) add(one.inspdate, `检验${words}`, one.failed ? 'failed' : 'done');
  }
  // of a device in use only: a stopped one owes nothing yet
  const owes = (day: string | null) => head.equstatus === RUNNING && Boolean(day && day.slice(0, 10) < today);
  const coming = (day: string | null, text: string) =>
    add(day, owes(day) ? `${text}已过期` : text, owes(day) ? 'late' : 'future');
  coming(head.ninspdate, head.overdue || !owes(head.ninspdate) ? '下次检验' : '检验（已延期）');
  coming(head.ninspdate2, head.equclass === '1000' ? '下次外部检验' : '下次年度检验');
  coming(head.ndetdate, '下次检测');
  coming(head.nextbraketestdate, '制动试验');
  return events.sort((a, b) => a.day.localeCompare(b.day));
}

const RUNNING = '1';

/** Least distance of two labels on one side, as a share of the line. */
const ROOM = 0.085;

interface Placed extends LifeEvent {
  at: number;
  side: 'up' | 'down' | 'none';
}

/** Labels go above and below by turns; one that would cover another keeps only its dot. */
export function place(events: LifeEvent[], today: string): Placed[] {
  const days = [...events.map((one) => one.day), today].map((day) => dayjs(day).valueOf());
  const from = Math.min(...days);
  const span = Math.max(1, Math.max(...days) - from);
  const last = { up: -1, down: -1 };
  let turn: 'up' | 'down' = 'up';
  return events.map((event) => {
    const at = (dayjs(event.day).valueOf() - from) / span;
    const sides: ('up' | 'down')[] = turn === 'up' ? ['up', 'down'] : ['down', 'up'];
    const side = sides.find((one) => last[one] < 0 || at - last[one] >= ROOM) ?? 'none';
    if (side !== 'none') {
      last[side] = at;
      turn = side === 'up' ? 'down' : 'up';
    }
    return { ...event, at, side };
  });
}

export function LifeLine({ detail }: { detail: DeviceDetail }) {
  const conclusions = useDict('C605');
  const today = dayjs().format('YYYY-MM-DD');
  const events = lifeOf(detail, (code) => labelOf(conclusions, code), today);
  if (events.length === 0) return null;
  const placed = place(events, today);
  const days = [...events.map((one) => one.day), today].map((day) => dayjs(day).valueOf());
  const from = Math.min(...days);
  const now = (dayjs(today).valueOf() - from) / Math.max(1, Math.max(...days) - from);
  const made = detail.head.prodate ?? detail.head.usestartdate;
  const age = made ? dayjs(today).diff(dayjs(made), 'year') + 1 : null;
  return (
    <Panel
      title="一生"
      sub={made ? `${made.slice(0, 4)} 年制造，第 ${age} 年` : undefined}
      className="life-panel"
      extra={
        <span className="hint life-legend">
          <i className="done" /> 检验 <i className="failed" /> 不合格 <i className="late" /> 已过期{' '}
          <i className="future" /> 将来
        </span>
      }
    >
      <div className="life-line">
        <span className="life-today" style={{ left: `${now * 100}%` }}>
          <b>今天</b>
        </span>
        {placed.map((event, index) => (
          <div
            key={`${event.day}${event.text}${index}`}
            className={`life-event ${event.kind} ${event.side}`}
            style={{ left: `${event.at * 100}%` }}
            title={`${event.day} ${event.text}`}
          >
            <i />
            {event.side !== 'none' && (
              <span>
                {event.text}
                <em>{event.day}</em>
              </span>
            )}
          </div>
        ))}
      </div>
    </Panel>
  );
}
