/** 冲突: both values side by side. The stricter one works until somebody decides. */
import { useState } from 'react';
import { messageOf } from '@/api/client';
import { decide } from './calls';
import type { Conflict } from './contract';
import { jobOf, timeOf } from './core';
import { Frame, held, Sheet, Tabs, TextField, timeWords } from './parts';
import { usePhone } from './phone';
import { shownValue } from './words';

type Choice = 'mine' | 'theirs' | 'other';

const isPlain = (one: Conflict) =>
  [one.mine, one.theirs].every((value) => value === null || typeof value !== 'object');

export default function Conflicts() {
  const { state } = usePhone();
  const [chosen, setChosen] = useState<{ conflict: Conflict; choice: Choice } | null>(null);
  return (
    <Frame title="冲突" under={`${state.conflicts.length} 项未裁定`} foot={<Tabs at="conflicts" />}>
      {state.conflicts.length === 0 && <p className="pda-empty">没有未裁定的冲突</p>}
      {state.conflicts.map((one) => (
        <section key={one.id} className="pda-panel pda-conflict">
          <h2>{one.words}</h2>
          <p>
            {one.reportcode}　{jobOf(state, one.record)?.job.equname}
          </p>
          <div className="pda-both">
            {(['mine', 'theirs'] as const).map((side) => (
              <div key={side}>
                <small>
                  {side === 'mine'
                    ? `${one.by} ${one.at ? timeWords(timeOf(one.at)) : ''}`
                    : one.other || '另一方，在电脑上'}
                </small>
                <b>{shownValue(one[side])}</b>
                {one.decides && (
                  <button
                    type="button"
                    className="pda-button small"
                    onClick={() => setChosen({ conflict: one, choice: side })}
                  >
                    采用
                  </button>
                )}
              </div>
            ))}
          </div>
          <p>
            原来 {shownValue(one.base)}，裁定前按 <b>{shownValue(one.working)}</b>
          </p>
          {!one.decides && <p className="soft">由主检裁定</p>}
          {one.decides && isPlain(one) && (
            <button
              type="button"
              className="pda-button quiet"
              onClick={() => setChosen({ conflict: one, choice: 'other' })}
            >
              填其他值
            </button>
          )}
        </section>
      ))}
      {chosen && <Decide {...chosen} onClose={() => setChosen(null)} />}
    </Frame>
  );
}

interface DecideProps {
  conflict: Conflict;
  choice: Choice;
  onClose: () => void;
}

function Decide({ conflict, choice, onClose }: DecideProps) {
  const { sync, round } = usePhone();
  const [reason, setReason] = useState('');
  const [value, setValue] = useState('');
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const isOther = choice === 'other';
  const save = async () => {
    setBusy(true);
    setFault('');
    try {
      const { id, version } = conflict;
      const typed = isOther ? { value: value.trim() } : {};
      await decide({ id, version, choice, ...typed, reason: reason.trim() });
      onClose();
      await sync();
    } catch (wrong) {
      setFault(messageOf(wrong));
    } finally {
      setBusy(false);
    }
  };
  const offline = round?.kind === 'offline';
  return (
    <Sheet title={isOther ? '填其他值' : `采用 ${shownValue(conflict[choice])}`} onClose={onClose}>
      <p>{conflict.words}</p>
      {isOther && <TextField label="裁定的值" value={value} most={500} onWrite={held(setValue)} />}
      <TextField label="裁定理由" value={reason} most={200} area onWrite={held(setReason)} />
      {fault && (
        <p className="pda-fault" role="alert">
          {fault}
        </p>
      )}
      <button
        type="button"
        className="pda-button"
        disabled={busy || offline || reason.trim().length < 2 || (isOther && !value.trim())}
        onClick={() => void save()}
      >
        {offline ? '联网后可裁定' : '裁定'}
      </button>
    </Sheet>
  );
}
