/** 今日: my jobs of today and the next days, and the earlier ones that still wait. */
import { progressOf } from '@/ui/answers';
import type { KeptJob } from './core';
import { useFilled } from './filled';
import { Frame, Tabs } from './parts';
import { usePhone } from './phone';

const dayOf = (at: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(at);
const DAY = 86_400_000;

function headOf(day: string, now: number): string {
  const ahead = [0, 1, 2, 3].find((one) => dayOf(now + one * DAY) === day);
  if (ahead !== undefined) return ['今天', '明天', '后天', '三天后'][ahead]!;
  return day < dayOf(now) ? '以前安排、还没有录完' : day;
}

export function Today() {
  const { state, store, person } = usePhone();
  const groups = new Map<string, KeptJob[]>();
  for (const one of state.jobs) {
    const head = headOf(one.job.plandate ?? '', store.now());
    groups.set(head, [...(groups.get(head) ?? []), one]);
  }
  // What is due today comes first, then what is late, then the days ahead.
  const order = (head: string) => ['今天', '以前安排、还没有录完', '明天', '后天', '三天后'].indexOf(head);
  const heads = [...groups.keys()].sort((a, b) => order(a) - order(b));
  return (
    <Frame title="今日" under={person.name} foot={<Tabs at="today" />}>
      {state.jobs.length === 0 && (
        <p className="pda-empty">
          {state.packAt ? '今天和以后三天没有安排给您的任务' : '还没有任务包，联网后按“立即同步”下载'}
        </p>
      )}
      {heads.map((head) => (
        <section key={head}>
          <h2 className="pda-group">
            {head} <em>{groups.get(head)!.length} 台</em>
          </h2>
          {groups.get(head)!.map((one) => (
            <JobCard key={one.job.id} kept={one} />
          ))}
        </section>
      ))}
    </Frame>
  );
}

function JobCard({ kept }: { kept: KeptJob }) {
  const { state } = usePhone();
  const { job, gone } = kept;
  const filled = useFilled(job);
  const items = job.entry.items ?? [];
  const { filled: done, total, failed } = progressOf(items, filled);
  const conflicts = state.conflicts.filter((one) => one.record === job.record).length;
  return (
    <a className="pda-card" href={`#/job/${encodeURIComponent(job.id)}`}>
      <b>{job.equname || job.equcode}</b>
      <span>{job.unit}</span>
      <span>{job.address}</span>
      <span className="pda-line">
        <span className="code">{job.equcode}</span>
        <span>{job.sort}</span>
        <span>{job.stepName}</span>
      </span>
      <span className="pda-line">
        <span>{total > 0 ? `已填 ${done} / ${total} 项` : '还没有原始记录'}</span>
        {failed > 0 && <span className="bad">不合格 {failed} 项</span>}
        {conflicts > 0 && <span className="warn">冲突 {conflicts} 项</span>}
        {gone && <span className="warn">{gone}</span>}
      </span>
    </a>
  );
}
