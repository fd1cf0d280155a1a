/** What the rules found, worst first, each leading to its item. */

import type { Finding } from '@/api/shapes';
import type { Level } from '@/screens/businessPro/api';
import { StateNote } from '@/ui/Panel';

const rank: Record<Level, number> = { error: 0, warn: 1, info: 2 };
const names: Record<Level, string> = { error: '要改', warn: '确认', info: '知悉' };

export const sortFindings = (findings: Finding[]) =>
  [...findings].sort((a, b) => rank[a.level] - rank[b.level] || a.seq - b.seq);

interface Props {
  findings: Finding[];
  onGo: (seq: number) => void;
}

export function Findings({ findings, onGo }: Props) {
  if (findings.length === 0) {
    return <StateNote kind="empty" title="检查没有发现问题" />;
  }
  return (
    <ul className="findings">
      {sortFindings(findings).map((finding) => (
        <li key={`${finding.seq}${finding.text}`} className={finding.level}>
          <span className="finding-level">{names[finding.level]}</span>
          <span>{finding.text}</span>
          {finding.seq > 0 && (
            <button type="button" className="link" onClick={() => onGo(finding.seq)}>
              第 {finding.seq} 项
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
