/** Handing a record in: what still stops it, each with its place; the server decides. */
import { useState } from 'react';
import { messageOf } from '@/api/client';
import { progressOf } from '@/ui/answers';
import { submitRecord } from './calls';
import type { Job } from './contract';
import { jobOf, type State } from './core';
import { lackingPhotos } from './drawing';
import { photosOf, useUnread } from './filled';
import { Sheet } from './parts';
import type { Filled } from './paths';
import { usePhone } from './phone';

/** What of a record only this phone has. */
const waitingIn = (state: State, record: string) =>
  [...(state.drafts.get(record)?.values() ?? [])].filter((one) => one.state === 'waiting').length +
  state.photos.filter((one) => one.record === record && one.state === 'waiting').length;

export function Submit({ job, filled, onClose }: { job: Job; filled: Filled; onClose: () => void }) {
  const { state, store, sync, say, round } = usePhone();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const { filled: done, total } = progressOf(job.entry.items ?? [], filled);
  const drafts = [...(state.drafts.get(job.record)?.values() ?? [])];
  const waiting = waitingIn(state, job.record);
  const failed =
    drafts.filter((one) => one.state === 'refused' || one.state === 'held').length +
    state.photos.filter((one) => one.record === job.record && one.state === 'refused').length;
  const conflicts = state.conflicts.filter((one) => one.record === job.record).length;
  const photos = lackingPhotos(job.template, filled.answers, photosOf(job, state));
  const unread = useUnread(job).all;
  const record = `#/record/${encodeURIComponent(job.id)}`;
  const stops = [
    !job.main && { words: '由主检人员提交', href: '' },
    total > done && { words: `还有 ${total - done} 项未填`, href: `${record}/open` },
    !filled.fields.inspdate && { words: '检验日期未填', href: `${record}/head` },
    unread > 0 && { words: `还有 ${unread} 条任务指引未确认`, href: '' },
    photos.length > 0 && { words: `第 ${photos.join('、')} 项须有照片`, href: record },
    conflicts > 0 && { words: `还有 ${conflicts} 项冲突未裁定`, href: '#/conflicts' },
    failed > 0 && { words: `有 ${failed} 条未被接收`, href: '#/queue' },
  ].filter((one) => one !== false);

  const submit = async () => {
    setBusy(true);
    setFault('');
    try {
      // A round that is under way may have begun before the last tap.
      for (let tries = 0; tries < 2 && waitingIn(store.state(), job.record) > 0; tries += 1) await sync();
      if (waitingIn(store.state(), job.record) > 0) return setFault('还有内容没有上传，请联网后再提交');
      const version = jobOf(store.state(), job.record)?.version ?? job.version;
      await submitRecord(store.device, job.record, version);
      say(`${job.reportcode} 已提交`);
      onClose();
      await sync();
    } catch (wrong) {
      setFault(messageOf(wrong));
      await sync(); // what somebody else changed meanwhile is shown before it is signed
    } finally {
      setBusy(false);
    }
  };

  return (
    <Sheet title="提交前" onClose={onClose}>
      {stops.map(({ words, href }) => (
        <p key={words}>{href ? <a href={href}>{words}</a> : words}</p>
      ))}
      {waiting > 0 && <p>还有 {waiting} 条未上传，提交时先上传</p>}
      {stops.length === 0 && <p>{job.reportcode}　检验项目已填完，结论、日期和检查由服务器核对</p>}
      {fault && (
        <p className="pda-fault" role="alert">
          {fault}
        </p>
      )}
      <button
        type="button"
        className="pda-button"
        disabled={busy || stops.length > 0 || round?.kind === 'offline'}
        onClick={() => void submit()}
      >
        {round?.kind === 'offline' ? '联网后可提交' : '提交确认'}
      </button>
    </Sheet>
  );
}
