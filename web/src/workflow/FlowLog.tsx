/** The way of a declaration through its steps: who moved it, when, with what opinion. */
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { flowLogQuery } from '@/api/common';
import { formatDateTime, formatDuration } from '@/ui/format';
import { StateNote } from '@/ui/Panel';
import { FaultNote } from '@/views/ListStates';

interface FlowLogProps {
  appno?: string;
  seisn?: string;
}

export function FlowLogTable({ appno, seisn }: FlowLogProps) {
  const log = useQuery({ ...flowLogQuery({ appno, seisn }), enabled: Boolean(appno || seisn) });
  if (log.isError) return <FaultNote error={log.error} onRetry={() => log.refetch()} />;
  const rows = log.data?.rows ?? [];
  const ofSeveral = !seisn; // the log of one item needs no column that says so on every line
  if (log.isSuccess && rows.length === 0) return <StateNote kind="empty" title="还没有流转" />;
  return (
    <table className="plain">
      <colgroup>
        <col style={{ width: 128 }} />
        <col style={{ width: 66 }} />
        <col style={{ width: 84 }} />
        <col style={{ width: 160 }} />
        <col />
        <col style={{ width: 84 }} />
        {ofSeveral && <col style={{ width: 124 }} />}
      </colgroup>
      <thead>
        <tr>
          <th>时间</th>
          <th>办理人</th>
          <th>动作</th>
          <th>环节</th>
          <th>意见</th>
          <th className="right">用时</th>
          {ofSeveral && <th>业务流水号</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={`${row.at}-${index}`}>
            <td>{formatDateTime(row.at)}</td>
            <td>{row.userName}</td>
            <td className={row.moveLabel.includes('退回') ? 'wrap caution' : 'wrap'}>{row.moveLabel}</td>
            <td title={`${row.fromStepName ?? ''} → ${row.toStepName ?? ''}`}>
              {[row.fromStepName, row.toStepName].filter(Boolean).join(' → ')}
            </td>
            <td className="wrap">{[row.reason, row.opinion].filter(Boolean).join('；')}</td>
            <td className="right">{formatDuration(row.seconds)}</td>
            {ofSeveral && <td className="code">{row.seisn}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function FlowLogDialog({ onClose, ...by }: FlowLogProps & { onClose: () => void }) {
  return (
    <Modal open width={960} title="流转日志" footer={null} onCancel={onClose}>
      <p className="hint code">{by.appno ? `申报单号 ${by.appno}` : `业务流水号 ${by.seisn ?? ''}`}</p>
      <div style={{ maxHeight: '60vh', overflow: 'auto' }}>
        <FlowLogTable {...by} />
      </div>
    </Modal>
  );
}
