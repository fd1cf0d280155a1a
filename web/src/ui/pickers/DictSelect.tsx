/** Entries of a dictionary to choose from. */
import { Select } from 'antd';
import { useDict } from '@/api/dict';
import type { DictEntry } from '@/api/shapes';
import type { PickerProps } from './common';

interface DictSelectProps extends PickerProps {
  dict: string;
  /** Only the entries under this parent. */
  parentValue?: string;
  value?: string | string[];
  onChange?: (value: string | string[] | undefined, entry?: DictEntry) => void;
  multiple?: boolean;
}

export function DictSelect({ dict, parentValue, value, onChange, multiple, ...rest }: DictSelectProps) {
  const entries = useDict(dict, parentValue);
  return (
    <Select
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      {...rest}
      mode={multiple ? 'multiple' : undefined}
      maxTagCount="responsive"
      value={value === '' ? undefined : value}
      options={entries.map((entry) => ({ value: entry.value, label: entry.label }))}
      onChange={(next) =>
        onChange?.(
          next,
          entries.find((entry) => entry.value === next),
        )
      }
    />
  );
}
