/** 打印记录 of a declaration: what was printed of it, of its items and of their reports. */
import { useQuery } from '@tanstack/react-query';
import { read } from '@/api/client';
import { formatDateTime } from '@/ui/format';

/** Only those of these numbers; all of the declaration when left out. */
export function PrintLines({ id, seisns }: { id: string; seisns?: string[] }) {
  const query = useQuery({
    queryKey: ['prints of declaration', id],
    queryFn: () => read('/api/reportPrint/ofDeclaration', { id }),
  });
  const lines = (query.data ?? []).filter((one) => !seisns || seisns.includes(one.subject_no));
  if (query.isSuccess && lines.length === 0) return <p className="hint">还没有打印过</p>;
  return (
    <table className="plain">
      <thead>
        <tr>
          <th>打印时间</th>
          <th>打印内容</th>
          <th>单号</th>
          <th>报告编号</th>
          <th className="right">份数</th>
          <th>打印人</th>
          <th>补打原因</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((one) => (
          <tr key={one.id}>
            <td>{formatDateTime(one.at)}</td>
            <td>{one.printtypeName}</td>
            <td className="code">{one.subject_no}</td>
            <td className="code">{one.reportno}</td>
            <td className="right">{one.copies}</td>
            <td>{one.by_name}</td>
            <td>{one.reprint ? one.reason : ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
