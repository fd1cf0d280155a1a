/** What holds and what still stops: one line each, a broken one linked to its field. */
import { CheckOutlined, ExclamationCircleFilled } from '@ant-design/icons';
import type { Check } from '@/api/shapes';

interface Props {
  checks: Check[];
  /** Leads to the field a check is about. */
  onGo?: (field: string) => void;
}

export function Checks({ checks, onGo }: Props) {
  const sorted = [...checks].sort((a, b) => Number(a.ok) - Number(b.ok));
  return (
    <ul className="checks">
      {sorted.map((check) => (
        <li key={check.text} className={check.ok ? undefined : 'caution'}>
          {check.ok ? <CheckOutlined /> : <ExclamationCircleFilled />}
          {!check.ok && check.field && onGo ? (
            <button type="button" className="link" onClick={() => onGo(check.field!)}>
              {check.text}
            </button>
          ) : (
            <span>{check.text}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
