/** Who has signed the record and its report, when, and which inspectors have not yet. */
import type { SignedBy as Line } from '@/api/shapes';

export function SignedBy({ lines }: { lines: Line[] }) {
  if (lines.length === 0) return null;
  return (
    <p className="signed-by">
      {lines.map((one) => (
        <span key={`${one.role}${one.name}${one.at}`} className={one.at ? undefined : 'caution'}>
          <span className="soft">{one.role}</span> {one.name}{' '}
          <span className={one.at ? 'hint' : undefined}>{one.at ? one.at.slice(5) : '尚未签名'}</span>
        </span>
      ))}
    </p>
  );
}
