/** What was sent to the province platform, and what it answered. */
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { dictQuery, labelOf } from '@/api/dict';
import { loadRecord, type Row } from '@/api/layout';
import { formatDateTime } from '@/ui/format';
import { KeyValues } from '@/ui/Panel';
import { FaultNote } from '@/views/ListStates';

interface Props {
  id: string;
  title: string;
  onClose: () => void;
}

const LABELS: Record<string, string> = {
  reportno: '报告编号',
  seisn: '业务流水号',
  equclass: '设备种类',
  equclacode: '设备类别',
  equcode: '设备代码',
  usecertno: '使用登记证编号',
  equidentcode: '设备识别码',
  equname: '设备名称',
  useplace: '使用地点',
  areacode: '区划',
  unitname: '受检单位',
  useorgname: '使用单位',
  cheorgname: '检验机构',
  seisort: '检验类别',
  testsort: '检验类型',
  inspdate: '检验日期',
  conclusion: '结论代码',
  unqualcode: '不合格代码',
  nextdate: '下次检验日期',
  issuedat: '签发时间',
  sha256: '报告摘要',
};

const DICTS: Record<string, string> = {
  equclass: 'C601',
  equclacode: 'C602',
  areacode: 'AREA',
  seisort: 'C603',
  testsort: 'C604',
  conclusion: 'C605',
  unqualcode: 'C606',
};

const said = (value: unknown) =>
  value === null || value === undefined || value === '' ? '—' : String(value);

export function ContentDialog({ id, title, onClose }: Props) {
  const query = useQuery({
    queryKey: ['transfer', id],
    queryFn: () => loadRecord('/api/transfer/load', id),
    staleTime: 0,
  });
  const dicts = useQuery(dictQuery);
  const row = query.data;
  /** The code as it was sent, and what it means. */
  const meaning = (name: string, value: unknown) => {
    const word = labelOf(dicts.data?.[DICTS[name] ?? ''] ?? [], value);
    return word && word !== String(value) ? `　${word}` : '';
  };
  const content = (row?.content ?? {}) as Row;
  return (
    <Modal open width={820} title={`传输内容 ${title}`} footer={null} onCancel={onClose}>
      {query.isError && <FaultNote error={query.error} onRetry={() => query.refetch()} />}
      {row && (
        <>
          <KeyValues
            columns={3}
            items={[
              { label: '最近传输', value: formatDateTime(row.sentat) || '—' },
              { label: '平台回执号', value: said(row.receipt) },
              { label: '已传次数', value: said(row.tries) },
              ...(row.error
                ? [{ label: '错误信息', value: <span className="late">{said(row.error)}</span>, span: 3 }]
                : []),
              ...(row.ignorereason
                ? [{ label: '忽略', value: `${said(row.ignoredby)}：${said(row.ignorereason)}`, span: 3 }]
                : []),
            ]}
          />
          <section className="detail-group">
            <h3>内容</h3>
            <KeyValues
              columns={2}
              labelWidth={96}
              items={Object.entries(LABELS)
                .filter(([name]) => name in content)
                .map(([name, label]) => ({
                  label,
                  value: (
                    <>
                      <span className="code">{said(content[name])}</span>
                      <span className="soft">{meaning(name, content[name])}</span>
                    </>
                  ),
                  span: name === 'sha256' ? 2 : undefined,
                }))}
            />
          </section>
        </>
      )}
    </Modal>
  );
}
