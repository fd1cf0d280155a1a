/** The building blocks of every page: panel, dot with a word, label with a value, and the quiet states. */
import type { CSSProperties, ReactNode } from 'react';

interface PanelProps {
  title?: ReactNode;
  sub?: ReactNode;
  extra?: ReactNode;
  children?: ReactNode;
  className?: string;
  style?: CSSProperties;
  /** No padding around the content, for tables that reach the edge. */
  flush?: boolean;
}

export function Panel({ title, sub, extra, children, className, style, flush }: PanelProps) {
  return (
    <section className={`panel ${className ?? ''}`} style={style}>
      {(title || extra) && (
        <header className="panel-head">
          <span className="panel-title">{title}</span>
          {sub && <span className="hint">{sub}</span>}
          <span className="panel-extra">{extra}</span>
        </header>
      )}
      {/* what scrolls can be reached and scrolled with the keyboard */}
      <div
        className={flush ? 'panel-body flush' : 'panel-body'}
        tabIndex={className?.includes('scrolling') ? 0 : undefined}
      >
        {children}
      </div>
    </section>
  );
}

export function StateDot({ tone, children }: { tone?: string; children: ReactNode }) {
  return <span className={`state-dot ${tone ?? ''}`}>{children}</span>;
}

interface KeyValue {
  label: string;
  value: ReactNode;
  span?: number;
}

export function KeyValues({
  items,
  columns = 3,
  labelWidth = 76,
}: {
  items: KeyValue[];
  columns?: number;
  labelWidth?: number;
}) {
  return (
    <dl className="key-values" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {items.map((item, index) => (
        <div key={index} style={item.span ? { gridColumn: `span ${item.span}` } : undefined}>
          <dt style={{ width: labelWidth }}>{item.label}</dt>
          <dd title={typeof item.value === 'string' ? item.value : undefined}>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}

const art = {
  empty: (
    <path d="M10 4h26a2 2 0 0 1 2 2v36a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM15 14h16M15 22h16M15 30h9" />
  ),
  none: (
    <>
      <circle cx="21" cy="20" r="14" />
      <path d="M31 30l11 12M15 20h12" />
    </>
  ),
  fault: <path d="M24 5 46 43H2zM24 18v13M24 36v1.5" />,
} as const;

interface StateProps {
  kind: keyof typeof art;
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}

/** Nothing here yet, nothing found, or something failed: what it is, and what to do. */
export function StateNote({ kind, title, children, actions }: StateProps) {
  return (
    <div className="state-note" role={kind === 'fault' ? 'alert' : 'status'}>
      <svg
        width="48"
        height="48"
        viewBox="0 0 48 48"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.2"
        aria-hidden
      >
        {art[kind]}
      </svg>
      <b>{title}</b>
      {children && <div className="hint">{children}</div>}
      {actions && <div className="state-actions">{actions}</div>}
    </div>
  );
}
