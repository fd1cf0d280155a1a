/** 维保: who maintains a device under which terms; of a lift also every visit. */
import { useQuery } from '@tanstack/react-query';
import { isBlank } from '@/ui/format';
import { KeyValues, StateNote } from '@/ui/Panel';
import { FaultNote } from '@/views/ListStates';
import { RecordParts } from '@/views/RecordView';
import { maintenanceQuery } from './api';

export function Maintenance({ id, lift }: { id: string; lift: boolean }) {
  const { data, isError, error, refetch } = useQuery(maintenanceQuery(id));
  if (isError) return <FaultNote error={error} onRetry={() => refetch()} />;
  if (!data) return null;
  const contract = data.contract.filter((line) => !isBlank(line.value));
  return (
    <>
      {contract.length === 0 && !lift && (
        <StateNote kind="empty" title="没有登记维保">
          维保单位在编辑或批量修改中登记
        </StateNote>
      )}
      {contract.length > 0 && (
        <section className="detail-group">
          <h3>维保单位</h3>
          <KeyValues
            labelWidth={104}
            items={contract.map((line) => ({ label: line.label, value: String(line.value) }))}
          />
        </section>
      )}
      {lift && (
        <section className="detail-group">
          <h3>维保记录</h3>
          <RecordParts viewNo="maintenance_lift" id={id} />
        </section>
      )}
    </>
  );
}
