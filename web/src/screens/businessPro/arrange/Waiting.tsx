/** What waits to be arranged, the most urgent first. Each can be dragged onto the calendar. */
import { Checkbox } from 'antd';
import { useEffect, useRef } from 'react';
import type { Row } from '@/api/layout';
import { EquipmentIcon } from '@/ui/icons';
import { dueWords } from '@/ui/limit';
import { StateNote } from '@/ui/Panel';

interface Props {
  rows: Row[];
  ids: string[];
  onPick: (ids: string[]) => void;
  onDrag: (id: string | null) => void;
}

const DRAG_TYPE = 'text/x-task';

export function Waiting({ rows, ids, onPick, onDrag }: Props) {
  const toggle = (id: string) => {
    const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
    if (next.length > 0) onPick(next);
  };
  const list = useRef<HTMLUListElement>(null);
  const first = ids[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the rows are there, the one in hand is brought into sight
  useEffect(() => {
    list.current?.querySelector('li.on')?.scrollIntoView({ block: 'nearest' });
  }, [first, rows.length]);
  return (
    <section className="panel waiting">
      <header className="panel-head">
        <span className="panel-title">待安排</span>
        <span className="hint">{rows.length} 台</span>
        {ids.length > 1 && <span className="panel-extra">已选 {ids.length} 台</span>}
      </header>
      <ul ref={list}>
        {rows.map((row) => {
          const id = String(row.id);
          const on = ids.includes(id);
          const due = dueWords(row.duedate as string | null);
          return (
            <li
              key={id}
              className={`${on ? 'on' : ''} ${due?.late ? 'late' : ''}`}
              draggable
              aria-current={on || undefined}
              onDragStart={(event) => {
                event.dataTransfer.setData(DRAG_TYPE, id);
                event.dataTransfer.effectAllowed = 'move';
                if (!on) onPick([id]);
                onDrag(id);
              }}
              onDragEnd={() => onDrag(null)}
            >
              <Checkbox
                checked={on}
                aria-label={`一起安排 ${String(row.seisn)}`}
                onChange={() => toggle(id)}
              />
              <button type="button" onClick={() => onPick([id])}>
                <span>
                  <b>
                    <EquipmentIcon code={row.equclacode} /> {String(row.equname ?? '')}
                  </b>
                  <em>{due?.late ? due.text : String(row.duedate ?? '').slice(5)}</em>
                </span>
                <span className="ellipsis">{String(row.unitname ?? '')}</span>
                <span className="hint">
                  <span className="ellipsis">{String(row.useplace ?? '')}</span>
                  <span className="code">{String(row.seisn ?? '')}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {rows.length === 0 && <StateNote kind="empty" title="没有待安排的业务" />}
    </section>
  );
}
