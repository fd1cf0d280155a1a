/** A vessel, a project or a line of a refinery, found by tag, number or name. */
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { read } from '@/api/client';
import type { Target } from '@/api/shapes';
import { usePaused } from '@/ui/pickers/common';

interface Props {
  kind: 'vessel' | 'project' | 'line';
  value: string;
  placeholder: string;
  onChange: (id: string, target?: Target) => void;
}

export function TargetPicker({ kind, value, placeholder, onChange }: Props) {
  const [text, setText] = useState('');
  const paused = usePaused(text.trim());
  const query = useQuery({
    queryKey: ['refinery targets', kind, paused],
    queryFn: () => read('/api/refinery/findTargets', { kind, name: paused }),
    staleTime: 30_000,
  });
  return (
    <Select
      style={{ width: 420 }}
      placeholder={placeholder}
      value={value || undefined}
      options={query.data}
      loading={query.isFetching}
      notFoundContent={query.isFetching ? '正在查找' : '没有找到'}
      showSearch={{ filterOption: false, onSearch: setText }}
      optionRender={(option) => (
        <div className="picker-option">
          <span>{option.data.label}</span>
          <span className="hint">{option.data.sub}</span>
        </div>
      )}
      onChange={(next) =>
        onChange(
          next,
          query.data?.find((one) => one.value === next),
        )
      }
    />
  );
}
