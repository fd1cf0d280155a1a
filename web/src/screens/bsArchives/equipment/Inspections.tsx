/** The inspections of a device, newest first, with the issued report at hand. */
import { useState } from 'react';
import { Link } from 'react-router';
import { labelOf, useDict } from '@/api/dict';
import type { Inspection } from '@/api/shapes';
import { IssuedDialog } from '@/print/IssuedDialog';
import { StateNote } from '@/ui/Panel';

export function Inspections({ rows }: { rows: Inspection[] }) {
  const names = useDict('C604');
  const conclusions = useDict('C605');
  const [open, setOpen] = useState<Inspection | null>(null);
  if (rows.length === 0) return <StateNote kind="empty" title="还没有检验" />;
  return (
    <>
      <table className="plain">
        <colgroup>
          <col style={{ width: 92 }} />
          <col style={{ width: 130 }} />
          <col style={{ width: 132 }} />
          <col style={{ width: 130 }} />
          <col style={{ width: 96 }} />
          <col />
          <col style={{ width: 96 }} />
        </colgroup>
        <thead>
          <tr>
            <th>检验日期</th>
            <th>检验类型</th>
            <th>业务流水号</th>
            <th>报告编号</th>
            <th>结论</th>
            <th>检验人员</th>
            <th>环节</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const words = labelOf(conclusions, row.conclusion).split('(')[0] ?? '';
            const own = row.issued && !row.imported;
            return (
              <tr key={row.id}>
                <td>{row.inspdate ?? '未检验'}</td>
                <td>{labelOf(names, row.testsort)}</td>
                <td className="code">
                  {row.imported ? (
                    row.seisn
                  ) : (
                    <Link to={`/businessPro/applyInfo?seisn=${row.seisn}`}>{row.seisn}</Link>
                  )}
                </td>
                <td className="code">
                  {own ? (
                    <button type="button" className="link" onClick={() => setOpen(row)}>
                      {row.reportno}
                    </button>
                  ) : (
                    row.reportno
                  )}
                </td>
                <td className={row.failed ? 'late' : undefined}>{words}</td>
                <td>{row.inspectors}</td>
                <td>{row.imported ? '历史数据' : row.stepName}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {open && <IssuedDialog id={open.id} reportno={open.reportno} onClose={() => setOpen(null)} />}
    </>
  );
}
