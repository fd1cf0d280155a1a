/** What is found of the drawing; each leads to its place on the canvas and in the table. */
import type { FindingRow } from '@/api/shapes';
import type { Act, State } from './model';
import { scopeOf } from './model';

interface Props {
  findings: FindingRow[];
  state: State;
  waiting: boolean;
  dispatch: (action: Act) => void;
}

export function Findings({ findings, state, waiting, dispatch }: Props) {
  const faults = findings.filter((one) => one.level === 'error').length;
  const go = (one: FindingRow) => {
    const line = state.lines[one.row] ?? state.lines.find((other) => other.step === one.step);
    if (!line) return;
    dispatch({ do: 'scope', scope: scopeOf(line) });
    dispatch({ do: 'look', key: line.key });
  };
  return (
    <section className="panel flow-findings" aria-label="检查结果" aria-busy={waiting}>
      {findings.length === 0 && <p>检查通过：每个环节走得到、有出路、有人办，时限不超</p>}
      {findings.length > 0 && (
        <p className={faults ? 'caution' : 'soft'}>
          {faults ? `${faults} 处须改正才能提交` : '没有须改正的'}
          {findings.length > faults && `，${findings.length - faults} 处现行版本也有，不影响提交`}
        </p>
      )}
      <ul>
        {findings.map((one) => (
          <li key={`${one.kind} ${one.step} ${one.other} ${one.row} ${one.text}`} className={one.level}>
            <button type="button" className="link" onClick={() => go(one)}>
              {one.text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
