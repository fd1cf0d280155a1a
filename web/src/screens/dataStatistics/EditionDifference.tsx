/** What differs between an edition and the one before, or today's numbers: cell by cell, and by what stands behind. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useState } from 'react';
import { get } from '@/api/client';
import type { EditionDifference as Differences, DifferingCell, DifferingRecords } from '@/api/shapes';
import { formatNumber } from '@/ui/format';
import { StateNote } from '@/ui/Panel';
import { FaultNote } from '@/views/ListStates';
import './formTable.css';

const EDITIONS = '/api/statistics/edition';
const SIDES = [
  { value: 'now', label: '与今天比较' },
  { value: 'last', label: '与上一份比较' },
];
type Chosen = { line: string; code: string; words: string };

export default function EditionDifference({ id }: { data: unknown; id: string }) {
  const [against, setAgainst] = useState('now');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const query = useQuery({
    queryKey: ['edition-difference', id, against],
    queryFn: () => get(`${EDITIONS}/difference`, { id, against }),
    staleTime: 0,
    retry: false,
  });
  return (
    <>
      <div className="stat-form-bar">
        <Segmented
          options={SIDES}
          value={against}
          onChange={(value) => {
            setAgainst(value);
            setChosen(null);
          }}
        />
        {query.data && (
          <span className="hint">
            从 {query.data.old} 到 {query.data.new}；有变化的数点开是逐台的说明
          </span>
        )}
      </div>
      {query.error && <FaultNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && (
        <div className="stat-form-table">
          <Table told={query.data} onOpen={setChosen} />
        </div>
      )}
      {chosen && query.data && <Records id={id} against={against} chosen={chosen} />}
    </>
  );
}

function Table({ told, onOpen }: { told: Differences; onOpen: (chosen: Chosen) => void }) {
  return (
    <table className="plain">
      <thead>
        <tr>
          <th>行</th>
          {told.columns.map((one) => (
            <th key={one.code} className="right">
              {one.heading}（{one.unit}）
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {told.lines.map((line) => (
          <tr key={line.value || 'total'} className={line.value ? '' : 'stat-form-sum'}>
            <td>{line.label}</td>
            {told.columns.map((one) => (
              <td key={one.code} className="right">
                <Cell
                  cell={line.cells[one.code]}
                  name={`${line.label} ${one.heading}`}
                  onOpen={() =>
                    onOpen({ line: line.value, code: one.code, words: `${line.label} ${one.heading}` })
                  }
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const words = (value: number | null) =>
  value === null
    ? '—'
    : Number.isInteger(value)
      ? formatNumber(value)
      : value.toLocaleString('zh-CN', { maximumFractionDigits: 1 });

function Cell({ cell, name, onOpen }: { cell?: DifferingCell; name: string; onOpen: () => void }) {
  if (!cell) return <span className="soft">—</span>;
  const off = cell.old === null || cell.new === null ? null : cell.new - cell.old;
  const said = off ? `${words(cell.new)}（${off > 0 ? '+' : ''}${words(off)}）` : words(cell.new);
  if (!cell.counts || !(cell.old || cell.new)) return <span className={off ? '' : 'soft'}>{said}</span>;
  return (
    <button type="button" className="link" aria-label={`${name}的变化`} onClick={onOpen}>
      {said}
    </button>
  );
}

function Records({ id, against, chosen }: { id: string; against: string; chosen: Chosen }) {
  const query = useQuery({
    queryKey: ['edition-differing', id, against, chosen.line, chosen.code],
    queryFn: (): Promise<DifferingRecords> =>
      get(`${EDITIONS}/differing`, { id, against, line: chosen.line, code: chosen.code }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  if (query.error) return <FaultNote error={query.error} onRetry={() => void query.refetch()} />;
  const told = query.data;
  if (!told) return null;
  const all = told.added + told.gone + told.changed;
  return (
    <section aria-label={`${chosen.words}的变化`} className="stat-form-differing">
      <h4>
        {chosen.words}：新增 {told.added}，减少 {told.gone}，变动 {told.changed}
      </h4>
      {all === 0 ? (
        <StateNote kind="none" title="背后的记录没有变化" />
      ) : (
        <div className="stat-form-table">
          <table className="plain">
            <thead>
              <tr>
                {['变化', '编号', '名称', '单位', '原来', '现在', '原因'].map((one) => (
                  <th key={one}>{one}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {told.rows.map((one) => (
                <tr key={one.id}>
                  <td>{one.way}</td>
                  <td>{one.number || '—'}</td>
                  <td>{one.title}</td>
                  <td>{one.unit}</td>
                  <td>{one.was}</td>
                  <td>{one.now}</td>
                  <td>{one.why}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {told.rows.length < all && <p className="hint">每种变化只列出前 200 条</p>}
    </section>
  );
}
