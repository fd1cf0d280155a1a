/** A table of the record as a grid for the number pad: a row is a card, its cells are keys. */
import { useState } from 'react';
import type { EntryTable, TableCell } from '@/api/shapes';
import type { Job } from './contract';
import { Ask, TextField } from './parts';
import { type Filled, mayEdit, PARAMS, type TableRow } from './paths';
import { usePhone } from './phone';
import type { Pad } from './typing';
import { newId } from './vault';

interface Props {
  job: Job;
  table: EntryTable;
  filled: Filled;
  closed: boolean;
  pad: Pad;
}

export function TablePart({ job, table, filled, closed, pad }: Props) {
  const { touch } = usePhone();
  const [leaving, setLeaving] = useState<TableRow | null>(null);
  const rows = filled.tables[table.code] ?? [];
  const worked = job.entry.worked?.find((one) => one.code === table.code);
  const params = table.cells.filter((one) => one.role === 'param');
  const typed = table.cells.filter((one) => one.role === 'key' || one.role === 'input');
  const fixed = closed || !mayEdit(job, `tables.${table.code}.x.y`);
  const add = async () => {
    const id = newId();
    const known = new Set(rows.map((row) => row.cells[typed[0]?.column ?? '']));
    // The first key of a row that is chosen from a list: the next that is not there yet.
    const first = typed[0]?.options.find((one) => !known.has(one)) ?? '';
    const path = `tables.${table.code}.${id}.${typed[0]?.column}`;
    if (typed[0]?.type === 'number') pad.choose({ path, label: typed[0].label });
    await touch(job.record, [{ path, value: first }]);
  };
  return (
    <section>
      {table.hint && <p className="pda-empty">{table.hint}</p>}
      {params.length > 0 && (
        <div className="pda-panel pda-grid">
          {params.map((cell) => (
            <Cell
              key={cell.column}
              {...{ job, cell, pad, fixed }}
              path={`tables.${table.code}.${PARAMS}.${cell.column}`}
              value={filled.params[table.code]?.[cell.column] ?? ''}
            />
          ))}
        </div>
      )}
      {rows.map((row, at) => (
        <div key={row.id} className="pda-panel">
          <p className="pda-line">
            <b>第 {at + 1} 行</b>
            {!fixed && (
              <button type="button" className="pda-button small quiet" onClick={() => setLeaving(row)}>
                删除此行
              </button>
            )}
          </p>
          <div className="pda-grid">
            {typed.map((cell) => (
              <Cell
                key={cell.column}
                {...{ job, cell, pad, fixed }}
                path={`tables.${table.code}.${row.id}.${cell.column}`}
                value={row.cells[cell.column] ?? ''}
              />
            ))}
          </div>
        </div>
      ))}
      {!fixed && rows.length < table.most && (
        <button type="button" className="pda-button quiet" onClick={() => void add()}>
          加一行
        </button>
      )}
      {(worked?.results.length ?? 0) > 0 && (
        <p className="pda-empty">
          下载任务包时算得 {worked!.results.map((one) => `${one.label} ${one.value}${one.unit}`).join('，')}
          ；同步后重算
        </p>
      )}
      {leaving && (
        <Ask
          title="删除此行"
          words={Object.values(leaving.cells).filter(Boolean).join('　') || '这一行还是空的'}
          yes="删除"
          onYes={() => {
            pad.choose(null);
            void touch(job.record, [{ path: `tables.${table.code}.${leaving.id}`, value: null }]);
          }}
          onClose={() => setLeaving(null)}
        />
      )}
    </section>
  );
}

interface CellProps {
  job: Job;
  cell: TableCell;
  path: string;
  value: string;
  pad: Pad;
  fixed: boolean;
}

function Cell({ job, cell, path, value, pad, fixed }: CellProps) {
  const { touch } = usePhone();
  const set = (text: string) => void touch(job.record, [{ path, value: text }]);
  if (cell.type === 'number')
    return (
      <button
        type="button"
        className={pad.target?.path === path ? 'pda-cell on' : 'pda-cell'}
        disabled={fixed}
        data-path={path}
        onClick={() => pad.choose({ path, label: cell.label })}
      >
        <span>
          {cell.label}
          {cell.unit && <em>（{cell.unit}）</em>}
        </span>
        <b>{value || '　'}</b>
      </button>
    );
  if (cell.type === 'flag')
    return (
      <label className="pda-check">
        <input
          type="checkbox"
          disabled={fixed}
          checked={value === '1'}
          onChange={(event) => set(event.target.checked ? '1' : '0')}
        />
        {cell.label}
      </label>
    );
  if (cell.type === 'choice')
    return (
      <label className="pda-field">
        <span>{cell.label}</span>
        <select
          aria-label={cell.label}
          disabled={fixed}
          value={value}
          onChange={(event) => set(event.target.value)}
        >
          <option value="">请选择</option>
          {cell.options.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
    );
  return (
    <TextField
      label={cell.label}
      unit={cell.unit}
      type={cell.type === 'date' ? 'date' : 'text'}
      most={200}
      value={value}
      disabled={fixed}
      onWrite={(text) => touch(job.record, [{ path, value: text }], true)}
    />
  );
}
