/** Label left, control right, and under it what is expected: half a second after typing, and once the field was left. */
import { cloneElement, isValidElement, type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { VALIDATOR_DELAY_MS } from '@/ui/validators';

interface Props {
  name: string;
  label: string;
  required?: boolean;
  span?: 1 | 2 | 3;
  fault?: string;
  onLeave?: (name: string) => void;
  children: ReactNode;
}

export function Field({ name, label, required, span = 1, fault, onLeave, children }: Props) {
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const typed = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onLeave?.(name), VALIDATOR_DELAY_MS);
  };
  return (
    <div
      className={`apply-field span${span} ${fault ? 'wrong' : ''}`}
      data-field={name}
      onInput={typed}
      onBlur={() => onLeave?.(name)}
    >
      <span className="apply-label">
        {label}
        {required && <em>*</em>}
      </span>
      <div>
        {isValidElement(children) && typeof children.type !== 'string'
          ? cloneElement(children as ReactElement<{ 'aria-label'?: string }>, { 'aria-label': label })
          : children}
        {fault && (
          <p className="caution hint" role="alert">
            {fault}
          </p>
        )}
      </div>
    </div>
  );
}
