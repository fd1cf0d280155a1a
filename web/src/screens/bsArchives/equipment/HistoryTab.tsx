/** 变更记录 of a device or unit, with the histories of the archives that were merged into it. */
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '@/ui/format';
import { HistoryList, HistoryPanel } from '@/views/HistoryPanel';
import { lineageQuery } from './api';

export function HistoryTab({ entity, id }: { entity: 'equipment' | 'unit'; id: string }) {
  const lineage = useQuery(lineageQuery(entity, id));
  return (
    <>
      <HistoryPanel entity={entity} id={id} />
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
