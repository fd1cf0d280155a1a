/** The record, one thumb: the item in hand, the four answers under it, the next one after an answer. */
import { Fragment, useMemo, useRef, useState } from 'react';
import type { EntryItem } from '@/api/shapes';
import {
  conformable,
  isWrong,
  missingMeasure,
  nextUnfilled,
  progressOf,
  type Result,
  resultNames,
  results,
  untrue,
  withResult,
} from '@/ui/answers';
import type { Job } from './contract';
import { closedBy } from './core';
import { inOrder, spotOf, type Template } from './drawing';
import { useFilled, useUnread } from './filled';
import { HeadPart } from './HeadPart';
import { ItemCard } from './ItemCard';
import { Keypad } from './Keypad';
import { Ask, Frame } from './parts';
import { mayEdit } from './paths';
import { usePhone } from './phone';
import { TablePart } from './TablePart';
import { usePad } from './typing';

type Shown = 'all' | 'open' | 'failed';

export function RecordPage({ id, part }: { id: string; part: string }) {
  const { state } = usePhone();
  const kept = state.jobs.find((one) => one.job.id === id);
  if (!kept)
    return (
      <Frame title="记录" back="/">
        <p className="pda-empty">本机没有这个任务</p>
      </Frame>
    );
  return <Guarded job={kept.job} opened={part} />;
}

/** What must be read before is read before, however somebody came here. */
function Guarded({ job, opened }: { job: Job; opened: string }) {
  const { before } = useUnread(job);
  if (before === 0) return <Record job={job} opened={opened} />;
  const back = `/job/${encodeURIComponent(job.id)}`;
  return (
    <Frame title={job.equname || job.equcode} back={back}>
      <p className="pda-empty">先确认 {before} 条任务指引</p>
      <a className="pda-button" href={`#${back}`}>
        去确认
      </a>
    </Frame>
  );
}

const ITEMS = 'items';
const HEAD = 'head';

function Record({ job, opened }: { job: Job; opened: string }) {
  const { state, store, touch, say } = usePhone();
  const { entry, record } = job;
  const items = useMemo(() => inOrder(entry.items ?? [], job.template), [entry.items, job.template]);
  const filled = useFilled(job);
  const pad = usePad(record);
  const [part, setPart] = useState(opened === HEAD ? HEAD : ITEMS);
  const [shown, setShown] = useState<Shown>(opened === 'open' ? 'open' : 'all');
  const [listed, setListed] = useState(false);
  const [asking, setAsking] = useState(false);
  const [at, setAt] = useState(
    () => items.find((one) => !filled.answers[one.seq]?.r)?.seq ?? items[0]?.seq ?? 0,
  );
  const { filled: done, total, failed } = progressOf(items, filled);
  const closed = Boolean(closedBy(state, record, store.now())) || !mayEdit(job, 'results.1.r');
  const fits = (one: EntryItem) => {
    const r = filled.answers[one.seq]?.r;
    return shown === 'all' || (shown === 'open' ? !r : r === '×');
  };
  const listing = items.filter(fits);
  const item = items.find((one) => one.seq === at) ?? items[0];
  const answer = item && filled.answers[item.seq];
  const impossible = entry.impossible ?? {};
  const place = items.findIndex((one) => one.seq === at);
  const table = entry.tables?.find((one) => one.code === part);
  const free = useMemo(
    () => conformable(items, filled, impossible).filter((seq) => mayEdit(job, `results.${seq}.r`)),
    [items, filled, impossible, job],
  );

  const bars =
    item && answer
      ? results.filter((one) => one !== answer.r).map((one) => untrue(impossible, item.seq, one))
      : [];
  const barred = [...new Set(bars)].filter(Boolean);

  const seen = useRef('');
  seen.current = `${part} ${listed} ${at}`;

  const go = (seq: number | undefined) => {
    if (!seq) return;
    pad.choose(null);
    setAt(seq);
    setPart(ITEMS);
    setListed(false);
    document.querySelector('.pda-main')?.scrollTo(0, 0);
  };
  const next = () =>
    go(
      shown === 'open' ? nextUnfilled(items, filled, at) : items[Math.min(items.length - 1, place + 1)]?.seq,
    );

  const give = async (result: Result) => {
    if (!item || !answer) return;
    const chosen: Result | '' = answer.r === result ? '' : result;
    const after = withResult(answer, { r: chosen });
    const changes = [{ path: `results.${item.seq}.r`, value: chosen as unknown }];
    if (after.n !== answer.n) changes.push({ path: `results.${item.seq}.n`, value: after.n });
    if (after.m !== answer.m) changes.push({ path: `results.${item.seq}.m`, value: after.m });
    const from = seen.current;
    if (!(await touch(record, changes)) || !chosen) return;
    if (seen.current !== from) return; // who has gone somewhere else meanwhile is not taken along
    const missing = chosen === '√' ? missingMeasure(item, after) : undefined;
    if (missing) pad.choose({ path: `results.${item.seq}.v.${missing.field}`, label: missing.label });
    else if (chosen !== '×') next(); // × stays: it still wants a note, perhaps a photo
  };

  const conform = async () => {
    const changes = free.map((seq) => ({ path: `results.${seq}.r`, value: '√' }));
    if (await touch(record, changes)) say(`${free.length} 项填为符合，请改例外的项目`);
  };

  const parts = [
    { key: ITEMS, words: '项目' },
    ...(entry.tables ?? []).map((one) => ({ key: one.code, words: one.title })),
    { key: HEAD, words: '日期与结论' },
  ];
  const onItems = part === ITEMS;
  return (
    <Frame
      title={job.equname || job.equcode}
      under={`${job.reportcode}　${job.sort}`}
      aside={`${done} / ${total}`}
      back={`/job/${encodeURIComponent(job.id)}`}
      foot={
        <>
          {pad.target && (
            <Keypad label={pad.target.label} onType={pad.type} onDone={() => pad.choose(null)} />
          )}
          {onItems && item && answer && !closed && !listed && (
            <div className="pda-answers" role="group" aria-label="结果">
              {results.map((one) => {
                const why = untrue(impossible, item.seq, one);
                return (
                  <button
                    key={one}
                    type="button"
                    className={isWrong(one) ? 'wrong' : undefined}
                    aria-pressed={answer.r === one}
                    disabled={Boolean(why)}
                    title={why || undefined}
                    onClick={() => void give(one)}
                  >
                    <b>{one === '√' ? '✓' : one}</b>
                    {resultNames[one]}
                  </button>
                );
              })}
            </div>
          )}
        </>
      }
    >
      <progress className="pda-progress" max={total || 1} value={done} aria-label="已填" />
      <div className="pda-chips" role="group" aria-label="记录的各部分">
        {parts.map((one) => (
          <button
            key={one.key}
            type="button"
            aria-pressed={part === one.key}
            onClick={() => {
              pad.choose(null);
              setPart(one.key);
            }}
          >
            {one.words}
          </button>
        ))}
      </div>
      {onItems && (
        <>
          <div className="pda-chips" role="group" aria-label="显示哪些项目">
            {(
              [
                ['all', `全部 ${total}`],
                ['open', `未填 ${total - done}`],
                ['failed', `不合格 ${failed}`],
              ] as const
            ).map(([key, words]) => (
              <button
                key={key}
                type="button"
                aria-pressed={shown === key}
                onClick={() => {
                  setShown(key);
                  setListed(true);
                }}
              >
                {words}
              </button>
            ))}
            {!closed && free.length > 0 && (
              <button type="button" onClick={() => setAsking(true)}>
                全部符合
              </button>
            )}
          </div>
          {listed ? (
            <ItemList items={listing} template={job.template} filled={filled} onGo={go} />
          ) : (
            item &&
            answer && (
              <>
                <ItemLine item={items[place - 1]} filled={filled} onGo={go} />
                <ItemCard
                  key={item.seq}
                  {...{ job, item, answer, closed, pad }}
                  untrue={untrue(impossible, item.seq, answer.r)}
                  barred={barred}
                />
                <ItemLine item={items[place + 1]} filled={filled} onGo={go} />
                <ItemLine item={items[place + 2]} filled={filled} onGo={go} />
              </>
            )
          )}
        </>
      )}
      {table && <TablePart key={table.code} {...{ job, table, filled, closed, pad }} />}
      {part === HEAD && <HeadPart {...{ job, filled, closed }} />}
      {asking && (
        <Ask
          title="全部符合"
          words={`${free.length} 项还没有填、既不是重点也不用测量的项目填为符合，然后改例外的项目`}
          yes={`填 ${free.length} 项`}
          onYes={() => void conform()}
          onClose={() => setAsking(false)}
        />
      )}
    </Frame>
  );
}

type Answers = ReturnType<typeof useFilled>;

function ItemList({
  items,
  template,
  filled,
  onGo,
}: {
  items: EntryItem[];
  template: Template | null;
  filled: Answers;
  onGo: (seq: number) => void;
}) {
  if (items.length === 0) return <p className="pda-empty">没有这样的项目</p>;
  const spots = items.map((one) => spotOf(template, one.seq));
  return items.map((one, at) => (
    <Fragment key={one.seq}>
      {spots[at] && spots[at] !== spots[at - 1] && <p className="pda-spot">{spots[at]}</p>}
      <ItemLine item={one} filled={filled} onGo={onGo} />
    </Fragment>
  ));
}

function ItemLine({
  item,
  filled,
  onGo,
}: {
  item: EntryItem | undefined;
  filled: Answers;
  onGo: (seq: number) => void;
}) {
  if (!item) return null;
  const r = filled.answers[item.seq]?.r ?? '';
  return (
    <button type="button" className="pda-itemline" onClick={() => onGo(item.seq)}>
      <span className="seq">{item.seq}</span>
      <span className="words">{item.content}</span>
      {item.key && <span className="pda-key">重点</span>}
      <b className={r === '×' ? 'bad' : undefined}>{r === '√' ? '✓' : r || '›'}</b>
    </button>
  );
}
