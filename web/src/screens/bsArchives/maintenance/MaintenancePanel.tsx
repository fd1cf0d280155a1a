/** The maintenance visits of one lift: how long ago the last one was, and each visit with its interval. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { labelOf, useDict } from '@/api/dict';
import { StateNote } from '@/ui/Panel';
import { FaultNote } from '@/views/ListStates';
import { liftVisitsQuery } from './api';
import { VisitDialog } from './VisitDialog';
import './maintenance.css';

export function MaintenancePanel({ id }: { id: string }) {
  const client = useQueryClient();
  const query = useQuery(liftVisitsQuery(id));
  const types = useDict('C661');
  const [open, setOpen] = useState<string | null>(null);
  if (query.isError) return <FaultNote error={query.error} onRetry={() => query.refetch()} />;
  if (!query.data) return null;
  const { visits, since, limit, last, overdue, may, maiorgname } = query.data;
  return (
    <div className="maintenance-panel">
      <div className="maintenance-bar">
        <span>{maiorgname || '没有登记维保单位'}</span>
        {last && (
          <span className={overdue ? 'late' : 'soft'}>
            上次维保 {last}，距今 {since} 天{limit !== null && `（规定 ${limit} 天内）`}
          </span>
        )}
        <span className="spacer" />
        {may && (
          <Button size="small" type="primary" onClick={() => setOpen('')}>
            登记维保
          </Button>
        )}
      </div>
      {visits.length === 0 ? (
        <StateNote kind="empty" title="没有维保记录">
          维保单位登记后，每次维保一行
        </StateNote>
      ) : (
        <table className="plain">
          <thead>
            <tr>
              <th style={{ width: 96 }}>维保日期</th>
              <th style={{ width: 80 }}>类型</th>
              <th style={{ width: 150 }}>维保人员</th>
              <th className="right" style={{ width: 90 }}>
                间隔(天)
              </th>
              <th className="right" style={{ width: 70 }}>
                问题数
              </th>
              <th style={{ width: 110 }}>使用单位签字</th>
              <th className="right" style={{ width: 60 }}>
                评分
              </th>
              <th>备注</th>
              <th style={{ width: 50 }} />
            </tr>
          </thead>
          <tbody>
            {visits.map((row) => (
              <tr key={row.id}>
                <td>{row.visitday}</td>
                <td>{labelOf(types, row.maitype)}</td>
                <td>{row.persons}</td>
                <td className={row.overdue ? 'late right' : 'right'}>
                  {row.intervaldays ?? '首次'}
                  {row.overdue && ' 超期'}
                </td>
                <td className="right">{row.faults || ''}</td>
                <td>{row.signed ? row.signedby || '已签字' : '未签字'}</td>
                <td className="right">{row.score ?? ''}</td>
                <td title={String(row.remark ?? '')}>{String(row.remark ?? '')}</td>
                <td>
                  <button type="button" className="link" onClick={() => setOpen(row.id)}>
                    查看
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {open !== null && (
        <VisitDialog
          id={open || undefined}
          lift={id}
          readOnly={Boolean(open)}
          onSaved={() => void client.invalidateQueries({ queryKey: ['visits of', id] })}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}
