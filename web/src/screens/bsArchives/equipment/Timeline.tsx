/** 时间轴: what happened to a device, by the day it happened, newest first. */
import { useQuery } from '@tanstack/react-query';
import { StateNote } from '@/ui/Panel';
import { FaultNote } from '@/views/ListStates';
import { timelineQuery } from './api';

const KINDS: Record<string, string> = {
  fact: '登记',
  inspection: '检验',
  failed: '检验',
  state: '状态',
  archive: '档案',
  maintenance: '维保',
  future: '将来',
};

export function Timeline({ id }: { id: string }) {
  const query = useQuery(timelineQuery(id));
  if (query.isError) return <FaultNote error={query.error} onRetry={() => query.refetch()} />;
  if (query.data?.length === 0) return <StateNote kind="empty" title="还没有可以排列的事件" />;
  return (
    <table className="plain">
      <colgroup>
        <col style={{ width: 96 }} />
        <col style={{ width: 56 }} />
        <col style={{ width: 190 }} />
        <col />
        <col style={{ width: 110 }} />
      </colgroup>
      <thead>
        <tr>
          <th>日期</th>
          <th>类别</th>
          <th>事件</th>
          <th>说明</th>
          <th>人员</th>
        </tr>
      </thead>
      <tbody>
        {query.data?.map((event, index) => (
          <tr key={`${event.day}-${index}`}>
            <td>{event.day}</td>
            <td className="soft">{KINDS[event.kind] ?? ''}</td>
            <td className={event.kind === 'failed' ? 'late' : undefined}>{event.title}</td>
            <td className="wrap soft">{event.sub}</td>
            <td className="soft">{event.who}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
