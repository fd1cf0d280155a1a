/** Label left, control right, and under it what is expected once the field was left. */
import { cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react';

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
  return (
    <div
      className={`apply-field span${span} ${fault ? 'wrong' : ''}`}
      data-field={name}
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
