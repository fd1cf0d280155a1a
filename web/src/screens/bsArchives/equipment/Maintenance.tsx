/** 维保: who maintains a device under which terms, and the last visits. */
import { useQuery } from '@tanstack/react-query';
import { formatDate, isBlank } from '@/ui/format';
import { KeyValues, StateNote } from '@/ui/Panel';
import { FaultNote } from '@/views/ListStates';
import { maintenanceQuery } from './api';

export function Maintenance({ id }: { id: string }) {
  const { data, isError, error, refetch } = useQuery(maintenanceQuery(id));
  if (isError) return <FaultNote error={error} onRetry={() => refetch()} />;
  if (!data) return null;
  const contract = data.contract.filter((line) => !isBlank(line.value));
  if (contract.length === 0 && data.records.length === 0) {
    return (
      <StateNote kind="empty" title="没有登记维保">
        维保单位在编辑或批量修改中登记，维保记录由维保单位填报
      </StateNote>
    );
  }
  return (
    <>
      <section className="detail-group">
        <h3>维保单位</h3>
        <KeyValues
          labelWidth={104}
          items={contract.map((line) => ({ label: line.label, value: String(line.value) }))}
        />
      </section>
      <section className="detail-group">
        <h3>维保记录</h3>
        {data.records.length === 0 ? (
          <p className="hint">没有填报的维保记录</p>
        ) : (
          <table className="plain">
            <thead>
              <tr>
                <th>日期</th>
                <th>类型</th>
                <th>人员</th>
                <th>内容</th>
              </tr>
            </thead>
            <tbody>
              {data.records.map((row) => (
                <tr key={row.id}>
                  <td className={row.late ? 'late' : undefined}>{formatDate(row.day)}</td>
                  <td>{row.kind}</td>
                  <td>{row.persons}</td>
                  <td className="wrap">{row.content}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </>
  );
}
