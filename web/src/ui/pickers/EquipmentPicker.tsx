/** A device found by code, number or unit. */
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { type Row, rowsQuery } from '@/api/layout';
import { usePaused } from './common';

interface Props {
  id?: string;
  value?: string;
  /** What is shown while the device of `value` has not been searched yet. */
  display?: string;
  /** Only devices of these classes. */
  classes?: string;
  onChange: (id: string | undefined) => void;
}

export function EquipmentPicker({ id, value, display, classes, onChange }: Props) {
  const [text, setText] = useState('');
  const paused = usePaused(text.trim());
  const query = useQuery({
    ...rowsQuery('/api/eqdbase/eqdBasic/findEqdList', {
      codes: paused,
      equclass: classes,
      pageSize: 20,
      orderBy: 'equcode',
    }),
    enabled: paused.length > 1,
  });
  const rows = paused.length > 1 ? (query.data?.list ?? []) : [];
  const options = rows.map((row) => ({
    value: String(row.id),
    label: `${String(row.equname)} ${String(row.equcode)}`,
    row,
  }));
  if (value && !options.some((one) => one.value === value))
    options.unshift({ value, label: display ?? value, row: {} as Row });
  return (
    <Select
      id={id}
      allowClear
      style={{ width: '100%' }}
      placeholder="输入设备代码、登记证或出厂编号"
      value={value || undefined}
      options={options}
      notFoundContent={
        paused.length > 1 ? (query.isFetching ? '正在查找' : '没有这样的设备') : '至少输入两个字符'
      }
      showSearch={{ filterOption: false, onSearch: setText }}
      optionRender={(option) => (
        <div className="picker-option">
          <span>{option.data.label}</span>
          <span className="hint">{String(option.data.row.useorgname ?? '')}</span>
        </div>
      )}
      onChange={onChange}
    />
  );
}
