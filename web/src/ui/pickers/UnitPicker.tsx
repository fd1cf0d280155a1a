/** Units, found by any part of the name or by pinyin initials. */
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { unitQuery } from '@/api/common';
import type { UnitChoice } from '@/api/shapes';
import { type PickerProps, usePaused } from './common';

interface UnitPickerProps extends PickerProps {
  value?: string;
  /** Name to show while the unit of `value` has not been searched yet. */
  display?: string;
  onChange?: (id: string | undefined, unit?: UnitChoice) => void;
  /** Narrows the search, for example by kind of unit. */
  params?: Record<string, unknown>;
  /** Another call that finds them, where the field says so. */
  url?: string;
}

export function UnitPicker({ value, display, onChange, params, url, ...rest }: UnitPickerProps) {
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<UnitChoice>();
  const [open, setOpen] = useState(false);
  const { data = [], isFetching } = useQuery({ ...unitQuery(usePaused(text), params, url), enabled: open });
  const known = picked?.id === value ? picked?.name : display;
  const options = data.map((unit) => ({
    value: unit.id,
    label: unit.name,
    unit: unit as UnitChoice | undefined,
  }));
  if (value && !data.some((unit) => unit.id === value)) {
    options.unshift({ value, label: known ?? value, unit: undefined });
  }
  return (
    <Select
      allowClear
      placeholder="名称或拼音首字母"
      {...rest}
      value={value || undefined}
      options={options}
      loading={isFetching}
      notFoundContent={isFetching ? '正在查找' : '没有这样的单位'}
      onOpenChange={setOpen}
      showSearch={{ filterOption: false, onSearch: setText }}
      optionRender={(option) => (
        <div className="picker-option">
          <span>{option.data.label}</span>
          <span className="hint">{option.data.unit?.code}</span>
        </div>
      )}
      onChange={(next) => {
        const unit = data.find((candidate) => candidate.id === next);
        setPicked(unit);
        onChange?.(next, unit);
      }}
    />
  );
}
