/** 打印标签: choose the sheet and the first free place, then preview. */
import { useQuery } from '@tanstack/react-query';
import { InputNumber, Modal, Radio } from 'antd';
import { useState } from 'react';
import type { ActionHandler, PrintJob } from '@/views/actionRegistry';
import { FaultNote } from '@/views/ListStates';
import { sizesQuery } from './api';
import './labels.css';

interface Props {
  ids: string[];
  onPrint: (job: PrintJob) => void;
  onClose: () => void;
}

function LabelDialog({ ids, onPrint, onClose }: Props) {
  const { data: sizes = [], error, refetch } = useQuery(sizesQuery);
  const [code, setCode] = useState('');
  const [first, setFirst] = useState(1);
  const size = sizes.find((one) => one.code === code) ?? sizes[0];
  const places = size ? Number(size.columns) * Number(size.rows) : 0;
  const sheets = places ? Math.ceil((ids.length + first - 1) / places) : 0;
  return (
    <Modal
      open
      width={460}
      title={`打印标签　${ids.length} 台`}
      okText="预览"
      cancelText="取消"
      okButtonProps={{ disabled: !size }}
      onOk={() => {
        onPrint({ printType: size!.code, ids, title: '打印标签', extra: { skip: first - 1 } });
        onClose();
      }}
      onCancel={onClose}
    >
      {error ? <FaultNote error={error} onRetry={() => refetch()} /> : null}
      <div className="label-row">
        <span>标签尺寸</span>
        <Radio.Group
          value={size?.code}
          options={sizes.map((one) => ({
            value: one.code,
            label: `${one.title}（每页 ${Number(one.columns) * Number(one.rows)} 个）`,
          }))}
          onChange={(event) => {
            setCode(event.target.value);
            setFirst(1);
          }}
        />
      </div>
      <div className="label-row">
        <span>从第几个开始</span>
        <InputNumber
          min={1}
          max={places || 1}
          precision={0}
          value={first}
          onChange={(next) => setFirst(next ?? 1)}
        />
        <span className="hint">第一张纸已撕去的标签跳过</span>
      </div>
      <p className="hint">A4 不干胶纸 {sheets} 张；打印时缩放选“实际大小”</p>
    </Modal>
  );
}

const printLabels: ActionHandler = ({ ids, open, print }) =>
  open((close) => <LabelDialog ids={ids} onPrint={print} onClose={close} />);
export default printLabels;
