/** Pages for what went wrong on the way: what it is, and where to go from here. */
import type { ReactNode } from 'react';
import { StateNote } from '@/ui/Panel';
import { WayBack } from '@/views/ListStates';

interface Props {
  kind: 'none' | 'fault';
  title: string;
  children: ReactNode;
}

export function StatusPage({ kind, title, children }: Props) {
  return (
    <div className="page">
      <section className="panel" style={{ flex: 1 }}>
        <StateNote kind={kind} title={title} actions={<WayBack />}>
          {children}
        </StateNote>
      </section>
    </div>
  );
}
