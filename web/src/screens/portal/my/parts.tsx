/** What the parts of the box are made of: a part with its head, a card of a row, a sheet over the box. */
import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { type ReactNode, useId } from 'react';
import { Link, useNavigate } from 'react-router';
import { read } from '@/api/client';
import { queryClient } from '@/api/queryClient';
import type { Column, DeskPanel } from '@/api/shapes';
import { Panel } from '@/ui/Panel';
import { Cell, cellText } from '@/views/cells';

const BOX: QueryKey = ['box'];
export const WIDE = 900; // px
const FIRST = 4; // rows of a list on a phone
const PAYS = 'unitpays';
const PAY = '/assistMng/payMng/myPay';

/** The contents of a part: one call each. */
export const partQuery = <T,>(call: string) =>
  queryOptions({ queryKey: [...BOX, call], queryFn: () => read<T>(call), staleTime: 10_000 });

/** After something was done, every part may say something else. */
export const again = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: BOX }),
    queryClient.invalidateQueries({ queryKey: ['home'] }),
  ]);

interface PartProps {
  panel: DeskPanel;
  /** How many there are; undefined until it is known. */
  count: number | undefined;
  route?: string;
  children: ReactNode;
}

/** A part of the box; with nothing in it, one line that says so. */
export function Part({ panel, count, route, children }: PartProps) {
  if (count === 0)
    return (
      <section className="panel box-nothing" data-part={panel.key}>
        <b>{panel.title}</b>
        <span className="hint">{panel.none}</span>
      </section>
    );
  return (
    <Panel
      title={panel.title}
      sub={panel.sub}
      flush
      className={`box-part part-${panel.key}`}
      extra={route && <Link to={route}>全部{panel.kind === 'rows' && count ? ` ${count}` : ''}</Link>}
    >
      {children}
    </Panel>
  );
}

/** The first rows of a list, each a card: its first column leads to its page, the others stand below. */
export function RowCards({ panel }: { panel: DeskPanel }) {
  const navigate = useNavigate();
  const [first, ...others] = panel.columns as unknown as Column[];
  const shown = panel.rows.slice(0, window.innerWidth < WIDE ? FIRST : undefined);
  return (
    <Part panel={panel} count={panel.count} route={panel.route}>
      <ul className="box-cards">
        {shown.map((row) => (
          <li key={String(row.id)}>
            <Link to={String(row.route || panel.route)} className="box-link">
              <b>{first && cellText(first, row)}</b>
              <span className="box-line">
                {others.map((column) => (
                  <span key={column.prop}>
                    <span className="hint">{column.label}</span> <Cell column={column} row={row} />
                  </span>
                ))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {panel.key === PAYS && (
        <div className="box-buttons box-below">
          <Button type="primary" size="large" onClick={() => navigate(PAY)}>
            去缴费
          </Button>
        </div>
      )}
    </Part>
  );
}

interface SheetProps {
  title: string;
  onClose: () => void;
  footer?: ReactNode;
  children: ReactNode;
}

/** A sheet over the box: the whole screen of a phone. */
export function Sheet({ title, onClose, footer, children }: SheetProps) {
  return (
    <Drawer
      open
      title={title}
      onClose={onClose}
      footer={footer}
      size={Math.min(window.innerWidth, 560)}
      className="box-sheet"
    >
      {children}
    </Drawer>
  );
}

interface LabelledProps {
  label: string;
  children: (id: string) => ReactNode;
}

/** A field with its label above it. */
export function Labelled({ label, children }: LabelledProps) {
  const id = useId();
  return (
    <div className="box-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}
