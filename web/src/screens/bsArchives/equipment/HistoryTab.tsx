/** 变更记录 of a device, with the histories of the archives that were merged into it. */
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '@/ui/format';
import { HistoryList, HistoryPanel } from '@/views/HistoryPanel';
import { type DeviceDetail, lineageQuery } from './api';

export function HistoryTab({ detail }: { detail: DeviceDetail }) {
  const merged = detail.merged.length > 0;
  const lineage = useQuery({ ...lineageQuery('equipment', detail.id), enabled: merged });
  return (
    <>
      <HistoryPanel entity="equipment" id={detail.id} />
      {lineage.data?.map((one) => (
        <section key={one.id} className="detail-group">
          <h3>
            并入档案 {one.name} <span className="code">{one.code}</span>
          </h3>
          <p className="hint">
            {formatDateTime(one.at)} {one.by} 并入，原因：{one.reason}
          </p>
          <HistoryList entries={one.history} />
        </section>
      ))}
    </>
  );
}
