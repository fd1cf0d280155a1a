/** One device, found by any of its codes. */
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { get } from '@/api/client';
import type { Page } from '@/api/shapes';
import { usePaused } from '@/ui/pickers/common';

interface Props {
  value: string;
  display: string;
  disabled?: boolean;
  onChange: (id: string) => void;
}

export function DevicePick({ value, display, disabled, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const codes = usePaused(typed.trim());
  const { data, isFetching } = useQuery({
    queryKey: ['devices by code', codes],
    queryFn: () => get<Page>('/api/eqdbase/eqdBasic/findEqdList', { codes, pageSize: 20 }),
    enabled: codes.length > 3,
  });
  const found = (data?.list ?? []).map((row) => ({
    value: String(row.id),
    label: [row.equcode || row.usecertno, row.equname, row.useorgname].filter(Boolean).join(' '),
  }));
  const options =
    value && !found.some((one) => one.value === value) ? [{ value, label: display }, ...found] : found;
  return (
    <Select
      aria-label="设备"
      style={{ width: 520 }}
      placeholder="输入设备代码、登记证号或出厂编号（至少4位）"
      disabled={disabled}
      value={value || undefined}
      loading={isFetching}
      options={options}
      notFoundContent={codes.length > 3 && !isFetching ? '没有找到设备' : null}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      onChange={(next?: string) => onChange(next ?? '')}
    />
  );
}
