/** 待传: every operation and photo with its state and what was said to it. Nothing leaves it by itself. */
import { useEffect, useState } from 'react';
import { saveFile } from '@/ui/saveFile';
import type { OpState } from './database';
import { Ask, Frame, Tabs, timeWords } from './parts';
import { usePhone } from './phone';
import { shownValue, stateWords } from './words';

interface Line {
  key: string;
  state: OpState;
  sent: number;
  title: string;
  words: string;
  value: string;
  at: string;
  message: string;
  again: () => Promise<unknown>;
  giveUp?: () => Promise<unknown>;
}

const MOST = 300; // lines drawn at once; the export has all

export default function QueuePage() {
  const { store, state, busy, attempt, say } = usePhone();
  const [lines, setLines] = useState<Line[] | null>(null);
  const [all, setAll] = useState(false);
  const [asked, setAsked] = useState<{ line: Line } | 'export' | null>(null);

  const changed = state; // read again with every change of the store: a round answers while one looks
  useEffect(() => {
    let there = Boolean(changed);
    void store.queue().then(({ ops, photos }) => {
      if (!there) return;
      const written = ops.map(
        ({ row, body, said }): Line => ({
          key: `op ${row.seq}`,
          state: row.state,
          sent: row.sent,
          title: body.title,
          words: body.words,
          value: shownValue(body.value),
          at: body.at,
          message: said?.message ?? '',
          again: () => store.again(row.seq),
          giveUp: () => store.giveUp(row.seq),
        }),
      );
      const taken = photos.map(
        ({ row, body, said }): Line => ({
          key: `photo ${row.id}`,
          state: row.state,
          sent: row.sent,
          title: body.title,
          words: body.words,
          value: `${Math.ceil(body.size / 1024)} KB`,
          at: body.at,
          message: said?.message ?? '',
          again: () => store.photoAgain(row.id),
          giveUp: () => store.giveUpPhoto(row.id),
        }),
      );
      setLines([...taken, ...written].sort((a, b) => b.at.localeCompare(a.at)));
    });
    return () => {
      there = false;
    };
  }, [store, changed]);

  const open = (one: Line) => one.state !== 'done' && one.state !== 'dropped';
  const shown = (lines ?? []).filter((one) => all || open(one));
  const save = async () => {
    const name = `待传-${new Date().toISOString().slice(0, 16).replace(/[:T]/g, '')}.json`;
    if (
      await attempt(async () =>
        saveFile(new Blob([await store.exported()], { type: 'application/json' }), name),
      )
    )
      say(`已导出 ${name}`);
  };

  return (
    <Frame title="待传" under={`未上传 ${state.unsent} 条`} foot={<Tabs at="queue" />}>
      <div className="pda-chips" role="group" aria-label="显示">
        <button type="button" aria-pressed={!all} onClick={() => setAll(false)}>
          未完成
        </button>
        <button type="button" aria-pressed={all} onClick={() => setAll(true)}>
          全部
        </button>
        <button type="button" onClick={() => setAsked('export')}>
          导出到文件
        </button>
        {all && state.counts.done + state.counts.dropped > 0 && (
          <button type="button" onClick={() => void attempt(store.clearDone)}>
            清除已确认
          </button>
        )}
      </div>
      {lines && shown.length === 0 && <p className="pda-empty">没有待传的内容</p>}
      {shown.length > MOST && (
        <p className="pda-empty">
          共 {shown.length} 条，显示最近 {MOST} 条
        </p>
      )}
      {shown.slice(0, MOST).map((one) => (
        <div key={one.key} className={`pda-panel pda-op ${one.state}`}>
          <span className="pda-line">
            <b>{one.state === 'waiting' && busy && one.sent > 0 ? '传输中' : stateWords[one.state]}</b>
            <span>{timeWords(Date.parse(one.at))}</span>
          </span>
          <span>{one.title}</span>
          <span>
            {one.words}　{one.value}
          </span>
          {one.message && <span className="pda-fault">{one.message}</span>}
          {(one.state === 'refused' || one.state === 'held') && (
            <span className="pda-actions">
              <button type="button" className="pda-button small" onClick={() => void attempt(one.again)}>
                重试
              </button>
              <button
                type="button"
                className="pda-button small quiet"
                onClick={() => setAsked({ line: one })}
              >
                放弃
              </button>
            </span>
          )}
        </div>
      ))}
      {asked === 'export' && (
        <Ask
          title="导出到文件"
          words="文件不加密，含未确认的填写内容和照片，请只交给本机构的系统管理员"
          yes="导出"
          onYes={() => void save()}
          onClose={() => setAsked(null)}
        />
      )}
      {asked && asked !== 'export' && (
        <Ask
          title="放弃这一条"
          words={`${asked.line.words}　${asked.line.value}：放弃后以服务器的内容为准`}
          yes="放弃"
          onYes={() => void attempt(async () => asked.line.giveUp?.())}
          onClose={() => setAsked(null)}
        />
      )}
    </Frame>
  );
}
