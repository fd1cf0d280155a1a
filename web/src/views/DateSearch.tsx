/** A day, or from–to, to search by; values are yyyy-MM-dd texts. */
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { DayPicker, dayFormats } from '@/ui/pickers/DayPicker';

const day = (value: string | undefined) => (value ? dayjs(value) : null);
const write = (value: dayjs.Dayjs | null | undefined) => value?.format('YYYY-MM-DD');
const full = { width: '100%' } as const;

interface DateProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

export function DateSearch({ value, onChange }: DateProps) {
  return <DayPicker value={value} onChange={(next) => onChange(next || undefined)} />;
}

interface RangeProps {
  start: string | undefined;
  end: string | undefined;
  onChange: (start: string | undefined, end: string | undefined) => void;
}

export function RangeSearch({ start, end, onChange }: RangeProps) {
  return (
    <DatePicker.RangePicker
      style={full}
      format={dayFormats}
      allowEmpty={[true, true]}
      value={[day(start), day(end)]}
      onChange={(range) => onChange(write(range?.[0]), write(range?.[1]))}
    />
  );
}
