/** A day, or from–to, to search by; values are yyyy-MM-dd texts. */
import { DayPicker } from '@/ui/pickers/DayPicker';

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
    <span className="range-search">
      <DayPicker
        aria-label="开始日期"
        placeholder="开始日期"
        value={start}
        onChange={(next) => onChange(next || undefined, end)}
      />
      <span className="hint">–</span>
      <DayPicker
        aria-label="结束日期"
        placeholder="结束日期"
        value={end}
        onChange={(next) => onChange(start, next || undefined)}
      />
    </span>
  );
}
