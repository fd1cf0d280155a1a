/** 概况: what the columns of a file hold. */
import { Drawer } from 'antd';
import type { MovedFile } from '@/api/shapes';
import { formatNumber } from '@/ui/format';

export function MovedColumns({ file, onClose }: { file: MovedFile; onClose: () => void }) {
  return (
    <Drawer
      open
      size={900}
      title={`概况：${file.name}（${formatNumber(file.rows)} 行，${file.columns.length} 列）`}
      onClose={onClose}
    >
      <table className="plain" aria-label="各列概况">
        <colgroup>
          <col style={{ width: 170 }} />
          <col style={{ width: 110 }} />
          <col style={{ width: 80 }} />
          <col style={{ width: 90 }} />
          <col style={{ width: 70 }} />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th>列</th>
            <th className="right">有值</th>
            <th>多为</th>
            <th className="right">不同的值</th>
            <th className="right">最长</th>
            <th>例</th>
          </tr>
        </thead>
        <tbody>
          {file.columns.map((one) => (
            <tr key={one.head}>
              <td title={one.head}>{one.head}</td>
              <td className="right">
                {formatNumber(one.filled)}　{one.percent}%
              </td>
              <td>
                {one.kind}
                {one.other > 0 && <div className="hint">另 {formatNumber(one.other)} 行不是</div>}
              </td>
              <td className="right">{one.different < 0 ? '5,000 以上' : formatNumber(one.different)}</td>
              <td className="right">{one.longest}</td>
              <td className="wrap soft">{one.examples.join('、')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Drawer>
  );
}
