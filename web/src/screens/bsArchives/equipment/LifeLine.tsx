/** A device's life in one line: made, inspected, changed, and what is still to come. */
import dayjs from 'dayjs';
import { labelOf, useDict } from '@/api/dict';
import type { DeviceDetail } from '@/api/shapes';
import { Panel } from '@/ui/Panel';

interface LifeEvent {
  day: string;
  text: string;
  kind: 'done' | 'failed' | 'future' | 'fact';
}

/** Everything that has a day, in order. */
function lifeOf(detail: DeviceDetail, conclusion: (code: string) => string): LifeEvent[] {
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
  add(head.ninspdate, '下次检验', 'future');
  add(head.ninspdate2, '下次年度检验', 'future');
  add(head.ndetdate, '下次检测', 'future');
  add(head.nextbraketestdate, '制动试验', 'future');
  return events.sort((a, b) => a.day.localeCompare(b.day));
}

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
  const events = lifeOf(detail, (code) => labelOf(conclusions, code));
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
          <i className="done" /> 检验 <i className="failed" /> 不合格 <i className="future" /> 将来
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
