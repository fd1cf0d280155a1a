/** Two versions side by side: the same rows left and right, what differs marked in both. */
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Modal, Select } from 'antd';
import { useState } from 'react';
import { read } from '@/api/client';
import type { ComparedRow } from '@/api/shapes';
import { FaultNote } from '@/views/ListStates';

interface Props {
  id: string;
  onClose: () => void;
}

export function CompareDialog({ id, onClose }: Props) {
  const [against, setAgainst] = useState<number>();
  const [whole, setWhole] = useState(false);
  const answer = useQuery({
    queryKey: ['flow compare', id, against],
    queryFn: () => read('/api/flowDesigner/compare', { id, against }),
    gcTime: 0,
    placeholderData: (old) => old,
  });
  const told = answer.data;
  const rows = told?.rows.filter((row) => whole || row.kind) ?? [];
  return (
    <Modal
      open
      width={1180}
      title={told ? `${told.before} 与 ${told.after}：${told.differences} 处不同` : '版本对比'}
      footer={null}
      onCancel={onClose}
    >
      {answer.isError && <FaultNote error={answer.error} onRetry={() => answer.refetch()} />}
      {told && (
        <>
          <div className="flow-compare-head">
            <Select
              aria-label="对比的版本"
              value={told.before}
              options={told.versions.map((one) => ({ value: one, label: `版本${one}` }))}
              onChange={(value) => setAgainst(Number(value))}
            />
            <Checkbox checked={whole} onChange={(event) => setWhole(event.target.checked)}>
              相同的也列出
            </Checkbox>
          </div>
          <div className="flow-compare">
            <Side title={told.before} rows={rows} side="before" />
            <Side title={told.after} rows={rows} side="after" />
          </div>
          {rows.length === 0 && <p className="hint">两个版本没有差异</p>}
        </>
      )}
    </Modal>
  );
}

function Side({ title, rows, side }: { title: string; rows: ComparedRow[]; side: 'before' | 'after' }) {
  const missing = side === 'before' ? 'new' : 'gone';
  return (
    <table className="plain">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th>环节</th>
          <th>适用</th>
          {rows[0]?.cells.map((cell) => (
            <th key={cell.cell}>{cell.cell}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) =>
          row.kind === missing ? (
            <tr key={row.key} className="missing">
              <td colSpan={2 + row.cells.length}>没有这一行</td>
            </tr>
          ) : (
            <tr key={row.key} className={row.kind && row.kind !== 'changed' ? 'differs' : ''}>
              <td>{row.stepName}</td>
              <td title={row.scope}>{row.scope}</td>
              {row.cells.map((cell) => (
                <td key={cell.cell} className={cell.differs ? 'differs' : ''} title={cell[side]}>
                  {cell.differs ? <mark>{cell[side] || '空'}</mark> : cell[side]}
                </td>
              ))}
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}
