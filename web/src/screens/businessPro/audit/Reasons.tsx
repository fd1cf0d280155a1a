/** The reasons that were written for what the checks ask about, all together: the same words once, with what they answer. */
import type { Finding } from '@/api/shapes';

interface Said {
  reason: string;
  by: string;
  about: string[];
}

/** By their words, the one that answers most first: who reads them sees what was written again and again. */
export function saidOf(findings: Finding[]): Said[] {
  const said = new Map<string, Said>();
  for (const { reason, by, text } of findings) {
    if (!reason) continue;
    const key = `${by} ${reason}`;
    const one = said.get(key) ?? { reason, by, about: [] };
    one.about.push(text);
    said.set(key, one);
  }
  return [...said.values()].sort((a, b) => b.about.length - a.about.length);
}

export function Reasons({ findings }: { findings: Finding[] }) {
  const said = saidOf(findings);
  if (said.length === 0) return null;
  const count = said.reduce((sum, one) => sum + one.about.length, 0);
  return (
    <div className="audit-reasons">
      <p>
        检验人员的说明 <b>{count} 条</b>
      </p>
      <ul>
        {said.map((one) => (
          <li key={`${one.by} ${one.reason}`}>
            <b>{one.reason}</b> <span className="soft">{one.by}</span>
            {one.about.length > 1 && <span className="caution">　同一说明用于 {one.about.length} 处</span>}
            <span className="hint">{one.about.join('；')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
