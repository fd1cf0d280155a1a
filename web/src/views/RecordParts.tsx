/** The child lists of a record: rows with their verbs, a declared list held to it, or a drawing of its own. */
import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ComponentType, lazy, Suspense } from 'react';
import { Link } from 'react-router';
import type { RecordPart, Row } from '@/api/layout';
import type { Action, PanelPart, RecordAnswer, RowsPart } from '@/api/shapes';
import { StateNote } from '@/ui/Panel';
import { Cell, cellText, isNumeric } from './cells';
import { useOpenLinks } from './ListTable';
import { ListView } from './ListView';
import { panelLoader } from './panelRegistry';
import { meets } from './template';
import { useActions } from './useActions';

interface Props {
  part: RecordPart;
  page: RecordAnswer;
  /** With its title above, where several share a tab. */
  headed?: boolean;
  onChanged: () => void;
}

export function PartView({ part, page, headed, onChanged }: Props) {
  return (
    <section className="detail-group record-part">
      {headed && <h3>{part.title}</h3>}
      {part.kind === 'rows' && <PartRows part={part} page={page} short={headed} onChanged={onChanged} />}
      {part.kind === 'panel' && <OwnPanel part={part} page={page} />}
      {part.kind === 'list' && (
        <div className="record-list">
          <ListView viewNo={part.viewNo} fixed={part.fixed} embedded />
        </div>
      )}
    </section>
  );
}

const panels = new Map<string, ComponentType<{ data: unknown; id: string }>>();

function OwnPanel({ part, page }: { part: PanelPart; page: RecordAnswer }) {
  const Drawing = panels.get(part.name) ?? lazy(panelLoader(part.name));
  panels.set(part.name, Drawing);
  return (
    <Suspense fallback={<div className="record-panel-room" />}>
      <Drawing data={part.data} id={page.id} />
    </Suspense>
  );
}

const WIDTH_OF_VERB = 36;

interface RowsProps {
  part: RowsPart;
  page: RecordAnswer;
  /** Says in one line that there is nothing. */
  short?: boolean;
  onChanged: () => void;
}

function PartRows({ part, page, short, onChanged }: RowsProps) {
  const { run, dialog } = useActions({
    viewNo: page.viewNo,
    rowKey: 'id',
    refresh: onChanged,
    owner: part.owner,
    noun: part.noun,
  });
  const openLink = useOpenLinks();
  const above = part.actions.filter((action) => action.place === 'toolbar');
  const verbs = part.actions.filter(
    (action) => action.place === 'row' && part.rows.some((row) => meets(action.when, row)),
  );
  return (
    <>
      {(part.hint || part.link || above.length > 0) && (
        <div className="part-bar">
          <span className="hint">{part.hint}</span>
          <span className="spacer" />
          {part.link && <Link to={part.link.to}>{part.link.text}</Link>}
          {above.map((action) => (
            <Button key={action.code} size="small" icon={<PlusOutlined />} onClick={() => run(action, [])}>
              {action.label}
            </Button>
          ))}
        </div>
      )}
      {part.rows.length === 0 ? (
        short ? (
          <p className="hint part-none">{part.empty}</p>
        ) : (
          <StateNote kind="empty" title={part.empty} />
        )
      ) : (
        <table className="plain" onClick={openLink}>
          <thead>
            <tr>
              {part.columns.map((column) => (
                <th
                  key={column.prop}
                  style={column.width ? { width: column.width } : undefined}
                  className={isNumeric(column) ? 'right' : undefined}
                >
                  {column.label}
                </th>
              ))}
              {verbs.length > 0 && <th style={{ width: verbs.length * WIDTH_OF_VERB + 16 }}>操作</th>}
            </tr>
          </thead>
          <tbody>
            {part.rows.map((row, index) => (
              <tr key={String(row.id ?? index)}>
                {part.columns.map((column) => (
                  <td
                    key={column.prop}
                    className={isNumeric(column) ? 'right' : column.type === 'text' ? 'wrap' : undefined}
                    title={String(row[`${column.prop}Note`] || cellText(column, row))}
                  >
                    <Cell column={column} row={row} />
                  </td>
                ))}
                {verbs.length > 0 && (
                  <td className="row-actions">
                    <RowVerbs verbs={verbs} row={row} onRun={run} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {dialog}
    </>
  );
}

interface VerbsProps {
  verbs: Action[];
  row: Row;
  onRun: (action: Action, rows: Row[]) => void;
}

const RowVerbs = ({ verbs, row, onRun }: VerbsProps) =>
  verbs
    .filter((action) => meets(action.when, row))
    .map((action) => (
      <button key={action.code} type="button" className="link" onClick={() => onRun(action, [row])}>
        {action.label}
      </button>
    ));
