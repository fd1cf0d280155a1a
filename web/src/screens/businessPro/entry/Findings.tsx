/** What the checks say, worst first: each leads to its place, and takes the reason that it asks for. */

import { Input } from 'antd';
import type { Finding } from '@/api/shapes';
import type { Level } from '@/screens/businessPro/api';
import { StateNote } from '@/ui/Panel';
import { REASON_RULE, saysNothing } from '@/ui/reasons';
import './entry.css';

const rank: Record<Level, number> = { error: 0, warn: 1, info: 2 };
const names: Record<Level, string> = { error: '要改', warn: '说明', info: '知悉' };

/** The checks that find the archive changed since the record was made. */
const ARCHIVE_CHANGED = new Set(['N12', 'N13']);

export const sortFindings = (findings: Finding[]) =>
  [...findings].sort((a, b) => rank[a.level] - rank[b.level] || a.seq - b.seq);

/** The findings that still ask for their reason. */
export const unanswered = (findings: Finding[], reasons: Record<string, string> = {}) =>
  findings.filter((one) => one.key && saysNothing(reasons[one.key] ?? one.reason));

/** The check by which a return speaks at the items that it named. */
const RETURNED = 'RETURN';

export type Asked = 'open' | 'done';

/** The items that a return named, by their numbers: still to be changed or answered for, or done. */
export const askedFor = (findings: Finding[]): ReadonlyMap<number, Asked> =>
  new Map(
    findings
      .filter((one) => one.check === RETURNED)
      .map((one) => [one.seq, one.key && !one.reason ? 'open' : 'done']),
  );

/** The check of an item without a result, and the one of a record that is not whole: both say the same of one another. */
const EMPTY_ITEM = 'X01';
const NOT_WHOLE = 'N20';

/** `1～4、6、7`: rising numbers, three and more in a row as from and to. */
function runs(numbers: number[]): string {
  const found: number[][] = [];
  for (const one of numbers) {
    const last = found.at(-1);
    if (last && one === last.at(-1)! + 1) last.push(one);
    else found.push([one]);
  }
  return found.map((run) => (run.length > 2 ? `${run[0]}～${run.at(-1)}` : run.join('、'))).join('、');
}

/** The list of all findings, the same sentence of several items or rows as one that leads to the first of them. */
export function gathered(findings: Finding[]): Finding[] {
  const groups = new Map<string, Finding[]>();
  for (const one of findings) {
    // What asks for a reason asks for its own.
    if (!one.alike || one.key) continue;
    const same = `${one.check} ${one.level} ${one.table} ${one.alike}`;
    groups.set(same, [...(groups.get(same) ?? []), one]);
  }
  const together = new Map<Finding, Finding | null>();
  for (const group of groups.values()) {
    const own = [...group].sort((a, b) => a.seq - b.seq || a.row - b.row);
    const [first, ...rest] = own;
    if (!first || rest.length === 0) continue;
    const numbers = [...new Set(own.map((one) => one.seq || one.row))];
    together.set(first, { ...first, text: first.alike.replace('{}', runs(numbers)) });
    for (const one of rest) together.set(one, null);
  }
  const empty = findings.filter((one) => one.check === EMPTY_ITEM).length > 1;
  return findings.flatMap((one) => {
    if (empty && one.check === NOT_WHOLE) return [];
    const line = together.has(one) ? together.get(one) : one;
    return line ? [line] : [];
  });
}

/** What the page calls the place of a finding; empty when it has none. */
function placeOf(finding: Finding): string {
  if (finding.seq > 0) return `第 ${finding.seq} 项`;
  if (finding.table) return finding.row > 0 ? `表格第 ${finding.row} 行` : '表格';
  return finding.field ? '去填写' : '';
}

interface Props {
  findings: Finding[];
  readOnly?: boolean;
  /** Beside its place nothing has to be said when nothing was found. */
  here?: boolean;
  onGo?: (finding: Finding) => void;
  onReason: (key: string, reason: string) => void;
  /** Takes the archive as it is now into the record. */
  onRefresh?: () => void;
}

export function Findings({ findings, readOnly, here, onGo, onReason, onRefresh }: Props) {
  if (findings.length === 0) {
    return here ? null : <StateNote kind="empty" title="检查没有发现问题" />;
  }
  return (
    <ul className="findings">
      {sortFindings(findings).map((finding) => (
        <li key={`${finding.check}${finding.seq}${finding.row}${finding.text}`} className={finding.level}>
          <span className="finding-level">{names[finding.level]}</span>
          <span>
            {finding.text}
            {finding.key && <ReasonBox finding={finding} readOnly={readOnly} onReason={onReason} />}
          </span>
          {onRefresh && !readOnly && ARCHIVE_CHANGED.has(finding.check) && (
            <button type="button" className="link" onClick={onRefresh}>
              更新设备信息
            </button>
          )}
          {onGo && placeOf(finding) && (
            <button type="button" className="link" onClick={() => onGo(finding)}>
              {placeOf(finding)}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

interface BoxProps {
  finding: Finding;
  readOnly?: boolean;
  onReason: (key: string, reason: string) => void;
}

/** Why the report is right nevertheless; the auditor reads it beside the sentence. */
export function ReasonBox({ finding, readOnly, onReason }: BoxProps) {
  if (readOnly) {
    return (
      <em className="finding-reason">
        {finding.reason ? `说明：${finding.reason}（${finding.by}）` : '尚未说明'}
      </em>
    );
  }
  return (
    <Input.TextArea
      size="small"
      autoSize={{ minRows: 1, maxRows: 3 }}
      maxLength={500}
      aria-label={`说明：${finding.text}`}
      placeholder={`写明原因，${REASON_RULE}`}
      defaultValue={finding.reason}
      onBlur={(event) => {
        const reason = event.target.value.trim();
        if (reason && reason !== finding.reason) onReason(finding.key, reason);
      }}
    />
  );
}
