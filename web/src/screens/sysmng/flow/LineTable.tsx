/** The same flow as a table: every row, everything that the canvas does, without a pointer. */
import { Select } from 'antd';
import { useEffect, useRef } from 'react';
import type { Drawing, FindingRow } from '@/api/shapes';
import { type Act, isForAll, type Line, type State, type Words } from './model';
import { actorOptions } from './StepPanel';

interface Props {
  page: Drawing;
  state: State;
  words: Words;
  findings: FindingRow[];
  readOnly: boolean;
  dispatch: (action: Act) => void;
}

export function LineTable({ page, state, words, findings, readOnly, dispatch }: Props) {
  const faults = new Map<number, string[]>();
  for (const one of findings) {
    if (one.level !== 'error') continue;
    const place = one.row >= 0 ? one.row : state.lines.findIndex((line) => line.step === one.step);
    faults.set(place, [...(faults.get(place) ?? []), one.text]);
  }
  return (
    <table className="plain flow-table">
      <thead>
        <tr>
          <th>环节</th>
          <th>适用</th>
          <th>启用</th>
          <th>时限</th>
          <th>办理人</th>
          <th>通向</th>
          <th>可退回到</th>
        </tr>
      </thead>
      <tbody>
        {state.lines.map((line, place) => (
          <Row
            key={line.key}
            page={page}
            line={line}
            words={words}
            faults={faults.get(place)}
            here={line.key === state.at}
            readOnly={readOnly}
            dispatch={dispatch}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  page: Drawing;
  line: Line;
  words: Words;
  faults?: string[];
  here: boolean;
  readOnly: boolean;
  dispatch: (action: Act) => void;
}

function Row({ page, line, words, faults, here, readOnly, dispatch }: RowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  const node = words.nodes[line.step]!;
  const set = (values: Partial<Line>) => dispatch({ do: 'set', key: line.key, values });
  const stepOptions = (declared: string[], chosen: string[]) =>
    [...new Set([...declared, ...chosen])].map((one) => ({ value: one, label: words.step(one) }));
  useEffect(() => {
    if (here) row.current?.scrollIntoView({ block: 'nearest' });
  }, [here]);
  const label = `${node.name} ${words.scope(line)}`;
  const many = (name: 'actors' | 'leads' | 'backs', title: string, options: object[], fixed = false) => (
    <Select
      mode="multiple"
      size="small"
      variant="borderless"
      aria-label={`${label} ${title}`}
      value={line[name]}
      options={options}
      optionFilterProp="label"
      disabled={readOnly || fixed}
      maxTagCount="responsive"
      placeholder={name === 'actors' ? '有权限的人' : '无'}
      onChange={(value: string[]) => set({ [name]: value })}
    />
  );
  return (
    <tr
      ref={row}
      className={`${here ? 'here' : ''}${faults ? ' fault' : ''}${line.used ? '' : ' off'}`}
      title={faults?.join('\n')}
      onFocus={() => !here && dispatch({ do: 'look', key: line.key })}
      onClick={() => !here && dispatch({ do: 'look', key: line.key })}
    >
      <td>
        <button type="button" className="link" aria-current={here} title={node.code}>
          {node.name}
        </button>
      </td>
      <td className="ellipsis" title={words.scope(line)}>
        {words.scope(line)}
      </td>
      <td>
        <input
          type="checkbox"
          aria-label={`${label} 启用`}
          checked={line.used}
          disabled={readOnly || (!node.optional && line.used)}
          onChange={(event) => set({ used: event.target.checked })}
        />
      </td>
      <td>
        <input
          type="number"
          min={1}
          max={365}
          aria-label={`${label} 时限`}
          value={line.limit_days ?? ''}
          disabled={readOnly}
          onChange={(event) => set({ limit_days: event.target.value ? Number(event.target.value) : null })}
        />
      </td>
      <td>{many('actors', '办理人', actorOptions(page, line.step), !node.given)}</td>
      <td>{many('leads', '通向', stepOptions(node.leads, line.leads))}</td>
      <td>
        {node.backs.length > 0 || line.backs.length > 0
          ? many('backs', '可退回到', stepOptions(node.backs, line.backs))
          : ''}
        {!isForAll(line) && !readOnly && (
          <button
            type="button"
            className="link flow-drop"
            onClick={() => dispatch({ do: 'remove', key: line.key })}
          >
            删除
          </button>
        )}
      </td>
    </tr>
  );
}
