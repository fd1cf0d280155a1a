/** A number, as the text that the server judges: full-width digits and commas of thousands are read, and what is no number
 * stays as it was typed and is refused aloud. Nothing is rounded, cut or emptied. */
import { Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { numberFault, numberOf } from '@/ui/typed';

interface NumberBoxProps {
  id?: string;
  'aria-label'?: string;
  value?: unknown;
  /** A whole number is wanted. */
  whole?: boolean;
  /** How it is drawn while nobody types: with commas, for instance. */
  shown?: (value: string) => string;
  suffix?: ReactNode;
  disabled?: boolean;
  onChange?: (value: string | undefined) => void;
  onBlur?: () => void;
}

export function NumberBox({ value, whole, shown, onChange, onBlur, ...rest }: NumberBoxProps) {
  const [typing, setTyping] = useState<string | null>(null);
  const current = value === undefined || value === null ? '' : String(value);
  const fault = numberFault(current, whole);
  return (
    <Input
      {...rest}
      role="spinbutton"
      aria-valuenow={fault || current === '' ? undefined : Number(current)}
      inputMode="decimal"
      autoComplete="off"
      style={{ width: '100%' }}
      status={typing === null && fault ? 'error' : undefined}
      title={typing === null ? fault || undefined : undefined}
      value={typing ?? (shown && !fault ? shown(current) : current)}
      onChange={(event) => {
        setTyping(event.target.value);
        onChange?.(numberOf(event.target.value) || undefined);
      }}
      onBlur={() => {
        setTyping(null);
        onBlur?.();
      }}
    />
  );
}
