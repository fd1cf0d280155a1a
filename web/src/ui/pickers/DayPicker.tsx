/** One day, as the text yyyy-MM-dd the server speaks; with `withTime` a moment. Typed in any usual form (ui/typed.ts): it
 * is read when the box is left or Enter is pressed, never half way; what is no day stays in sight, is marked, and is
 * handed on as it stands, so that whoever takes it refuses it. */
import { DatePicker, type DatePickerProps } from 'antd';
import dayjs from 'dayjs';
import { type SyntheticEvent, useState } from 'react';
import { dayFault, dayOf, momentOf } from '@/ui/typed';

interface DayPickerProps
  extends Pick<
    DatePickerProps,
    | 'id'
    | 'aria-label'
    | 'allowClear'
    | 'disabled'
    | 'minDate'
    | 'maxDate'
    | 'style'
    | 'onBlur'
    | 'placeholder'
  > {
  value?: string | null;
  withTime?: boolean;
  /** '' when the day is cleared. */
  onChange?: (day: string) => void;
}

export function DayPicker({
  value,
  withTime = false,
  onChange,
  style,
  placeholder,
  ...rest
}: DayPickerProps) {
  const [wrong, setWrong] = useState('');
  const read = withTime ? momentOf : dayOf;
  const [stored, shown] = withTime
    ? ['YYYY-MM-DD HH:mm:ss', 'YYYY-MM-DD HH:mm']
    : ['YYYY-MM-DD', 'YYYY-MM-DD'];
  const current = value ? read(String(value).slice(0, withTime ? 19 : undefined)) : '';
  const raw = current === null ? String(value) : wrong;

  const settle = (event: SyntheticEvent) => {
    if (!(event.target instanceof HTMLInputElement)) return;
    const text = event.target.value;
    const meant = read(text);
    setWrong(meant === null ? text : '');
    const same = current && dayjs(current).format(shown) === text;
    if (!same && (meant ?? text) !== (value ?? '')) onChange?.(meant ?? text);
  };
  return (
    <span
      style={{ display: 'contents' }}
      title={dayFault(raw || undefined, withTime) || undefined}
      onBlurCapture={settle}
      onKeyDownCapture={(event) => {
        if (event.key === 'Enter' || event.key === 'Tab') settle(event);
      }}
    >
      <DatePicker
        style={{ width: '100%', ...style }}
        {...rest}
        showTime={withTime}
        format={shown}
        preserveInvalidOnBlur
        status={raw ? 'error' : undefined}
        placeholder={raw || placeholder}
        value={current ? dayjs(current) : null}
        onChange={(day) => {
          setWrong('');
          onChange?.(day ? day.format(stored) : '');
        }}
      />
    </span>
  );
}
