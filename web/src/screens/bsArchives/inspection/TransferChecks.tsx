/** 数据交换查询: how many reports the platform holds as we do, above the reports that it does not. */
import { useQuery } from '@tanstack/react-query';
import { read } from '@/api/client';
import { type Figure, FigureRow } from '@/ui/Figures';
import { ListView } from '@/views/ListView';

const PAGE = '/query-settings/dataTrans';
const RESULTS: [string, string, string, Figure['tone']][] = [
  ['n', '未传', '已签发但没有传输记录', 'late'],
  ['2', '失败', '按错误信息更正后重传', 'caution'],
  ['c', '传后变更', '档案与已传内容不同', 'caution'],
  ['0', '待传', '正在排队或等待应答', undefined],
  ['3', '忽略', '已写明原因', undefined],
  ['1', '一致', '省平台与档案相同', undefined],
];

function Head() {
  // Under the rows of the list: what is sent again there is counted again here.
  const found = useQuery({
    queryKey: ['rows', '/api/transfer/findCheckList', 'counts'],
    queryFn: () => read('/api/transfer/checkCounts', {}),
  }).data;
  return (
    <section className="panel">
      <FigureRow
        figures={RESULTS.map(([code, label, note, tone]) => ({
          label,
          value: found?.counts[code],
          note: code === '1' && found ? `近${found.days}天签发的报告` : note,
          tone,
          to: `${PAGE}?state=${code}`,
        }))}
      />
    </section>
  );
}

export const TransferChecks = () => <ListView viewNo="transfer_check_list" header={<Head />} />;
