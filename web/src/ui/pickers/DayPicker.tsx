/** One day, as the text yyyy-MM-dd the server speaks; typed as 2026-11-20, 20261120, 2026.11.20 or 2026/11/20. */
import { DatePicker, type DatePickerProps } from 'antd';
import dayjs from 'dayjs';

export const dayFormats = ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY.M.D', 'YYYY/M/D', 'YYYY-M-D'];

interface DayPickerProps
  extends Pick<
    DatePickerProps,
    'id' | 'aria-label' | 'allowClear' | 'disabled' | 'minDate' | 'maxDate' | 'style' | 'onBlur'
  > {
  value?: string | null;
  /** '' when the day is cleared. */
  onChange?: (day: string) => void;
}

export function DayPicker({ value, onChange, ...rest }: DayPickerProps) {
  return (
    <DatePicker
      style={{ width: '100%' }}
      {...rest}
      format={dayFormats}
      value={value ? dayjs(value) : null}
      onChange={(day) => onChange?.(day ? day.format('YYYY-MM-DD') : '')}
    />
  );
}
