/** The strip over a step screen: what is judged, by whom, until when, which of how many. */
import type { ReactNode } from 'react';
import './workflow.css';

interface StepStripProps {
  title: ReactNode;
  /** The record: number, unit, equipment. */
  subject?: ReactNode;
  who?: ReactNode;
  /** Already written for people: 今日 17:00, 余 2 日, 超 1 日. */
  limit?: string;
  late?: boolean;
  index?: number;
  total?: number;
  actions?: ReactNode;
}

export function StepStrip({ title, subject, who, limit, late, index, total, actions }: StepStripProps) {
  return (
    <section className="panel step-strip">
      <b className="step-title">{title}</b>
      <span className="ellipsis">{subject}</span>
      {who && <span className="soft">{who}</span>}
      {limit && <span className={late ? 'late' : 'soft'}>{limit}</span>}
      <span className="spacer" />
      {index !== undefined && total !== undefined && (
        <span className="hint">
          第 {index} 件，共 {total} 件
        </span>
      )}
      {actions}
    </section>
  );
}
