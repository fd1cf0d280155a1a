/** A deleted or merged archive as it was, and what moved with it. */
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { plainLabel } from '@/screens/bsArchives/equipment/api';
import { formatDateTime, isBlank } from '@/ui/format';
import { KeyValues } from '@/ui/Panel';
import { FaultNote } from '@/views/ListStates';
import { traceQuery } from './api';
import '@/views/forms.css';

export function TraceDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, isError, error, refetch } = useQuery(traceQuery(id));
  const moves = Object.entries(data?.moves ?? {});
  return (
    <Modal
      open
      width={900}
      title={data ? `${data.name} ${data.code}` : '痕迹'}
      footer={null}
      onCancel={onClose}
    >
      {isError && <FaultNote error={error} onRetry={() => refetch()} />}
      {data && (
        <div style={{ maxHeight: '64vh', overflow: 'auto' }}>
          <p>
            {formatDateTime(data.createtime)} <b>{data.by_name}</b>{' '}
            {data.how === '2' ? `并入 ${data.keptname}` : '删除'}，原因：{data.reason}
          </p>
          {moves.length > 0 && (
            <p className="soft">
              随合并转移：{moves.map(([label, count]) => `${label} ${count} 条`).join('，')}
            </p>
          )}
          {data.state === '1' && (
            <p className="soft">
              {formatDateTime(data.back_at)} {data.back_by} 已恢复
            </p>
          )}
          <section className="detail-group" style={{ marginTop: 8 }}>
            <KeyValues
              labelWidth={104}
              items={data.fields
                .map((field) => ({ label: plainLabel(field.label), value: field.values[data.object_id] }))
                .filter((field) => !isBlank(field.value))
                .map((field) => ({ label: field.label, value: String(field.value) }))}
            />
          </section>
        </div>
      )}
    </Modal>
  );
}
