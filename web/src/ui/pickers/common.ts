/** What every picker takes and how it waits for typing. */
import type { SelectProps } from 'antd';
import { useEffect, useState } from 'react';

export type PickerProps = Pick<
  SelectProps,
  'id' | 'aria-label' | 'disabled' | 'placeholder' | 'style' | 'className' | 'allowClear'
>;

/** Waits until typing pauses, so that each letter is not a call. */
export function usePaused(text: string, ms = 300): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return paused;
}
