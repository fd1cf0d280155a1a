/** One job: the device, the last time, what is open, the guide, being there, handing in. */
import { useState } from 'react';
import { progressOf } from '@/ui/answers';
import type { Job } from './contract';
import { closedBy } from './core';
import { isRead, useDrafts, useFilled, useUnread } from './filled';
import { Presence } from './later';
import { Frame } from './parts';
import { usePhone } from './phone';
import { Submit } from './Submit';

export function JobPage({ id }: { id: string }) {
  const { state } = usePhone();
  const kept = state.jobs.find((one) => one.job.id === id);
  if (!kept)
    return (
      <Frame title="任务" back="/">
        <p className="pda-empty">本机没有这个任务</p>
      </Frame>
    );
  return <Page job={kept.job} gone={kept.gone} />;
}

function Page({ job, gone }: { job: Job; gone: string }) {
  const { state, store } = usePhone();
  const [submitting, setSubmitting] = useState(false);
  const filled = useFilled(job);
  const items = job.entry.items ?? [];
  const { filled: done, total } = progressOf(items, filled);
  const { before: open } = useUnread(job);
  const closed = closedBy(state, job.record, store.now());
  const record = `#/record/${encodeURIComponent(job.id)}`;
  return (
    <Frame
      title={job.equname || job.equcode}
      under={`${job.reportcode}　${job.sort}`}
      aside={total > 0 ? `${done} / ${total}` : undefined}
      back="/"
      foot={
        <div className="pda-actions">
          {total > 0 && open === 0 ? (
            <a className="pda-button" href={record}>
              {closed ? '查看记录' : '填写记录'}
            </a>
          ) : (
            <button type="button" className="pda-button" disabled>
              {total === 0 ? '还没有原始记录' : `先确认 ${open} 条任务指引`}
            </button>
          )}
          <button
            type="button"
            className="pda-button quiet"
            onClick={() => setSubmitting(true)}
            disabled={total === 0}
          >
            提交
          </button>
        </div>
      }
    >
      {(gone || closed) && (
        <p className="pda-fault" role="alert">
          {closed || gone}
        </p>
      )}
      <Facts
        title="设备"
        lines={[
          ['使用单位', job.unit],
          ['地点', job.address],
          ['设备代码', job.equcode],
          ['联系人', job.contact],
          ['检验日期安排', job.plandate ?? ''],
          ['当前环节', job.stepName],
        ]}
        more={Object.entries(job.device)}
      />
      {job.notices.length > 0 && (
        <section className="pda-panel">
          <h2>未销的问题</h2>
          {job.notices.map((one, at) => (
            <p key={at}>
              {one.words} {one.term && <em className="warn">限期 {one.term}</em>}
            </p>
          ))}
        </section>
      )}
      {job.last.length > 0 && (
        <section className="pda-panel">
          <h2>历次结果</h2>
          {job.last.map((one) => (
            <p key={one.reportno}>
              {[one.inspdate, one.conclusion, one.reportno].filter(Boolean).join('　')}
            </p>
          ))}
        </section>
      )}
      <Guides job={job} closed={closed} />
      <Presence job={job} closed={closed} />
      {submitting && <Submit job={job} filled={filled} onClose={() => setSubmitting(false)} />}
    </Frame>
  );
}

type Line = [label: string, words: string];

const Lines = ({ lines }: { lines: Line[] }) => (
  <dl>
    {lines
      .filter(([, words]) => words)
      .map(([label, words]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{words}</dd>
        </div>
      ))}
  </dl>
);

function Facts({ title, lines, more }: { title: string; lines: Line[]; more: Line[] }) {
  return (
    <section className="pda-panel">
      <h2>{title}</h2>
      <Lines lines={lines} />
      {more.length > 0 && (
        <details className="pda-more">
          <summary>档案参数 {more.length} 项</summary>
          <Lines lines={more} />
        </details>
      )}
    </section>
  );
}

function Guides({ job, closed }: { job: Job; closed: string }) {
  const { touch } = usePhone();
  const drafts = useDrafts(job.record);
  if (job.guide.length === 0) return null;
  const confirm = (id: string, read: string) =>
    void touch(job.record, [{ path: `guide.${id}`, value: { at: new Date().toISOString(), read } }]);
  return (
    <section className="pda-panel">
      <h2>任务指引</h2>
      {job.guide.map((one) => {
        const read = isRead(one, drafts);
        const draft = drafts.get(`guide.${one.id}`);
        return (
          <div key={one.id} className="pda-guide">
            <b>
              {one.step && <em>{one.step}　</em>}
              {one.title}
            </b>
            <p>{one.text}</p>
            {!read && draft?.message && (
              <p className="pda-fault" role="alert">
                {draft.message}
              </p>
            )}
            {one.must && (
              <button
                type="button"
                className={read ? 'pda-button quiet' : 'pda-button'}
                disabled={read || Boolean(closed)}
                onClick={() => confirm(one.id, one.read)}
              >
                {read ? '已确认' : '已阅读，确认'}
              </button>
            )}
          </div>
        );
      })}
    </section>
  );
}
