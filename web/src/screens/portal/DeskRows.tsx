/** Panels with the first rows of a list, and with the people of a station: apart from what every desk has at once. */

import dayjs from 'dayjs';
import { Link } from 'react-router';
import type { Row } from '@/api/layout';
import type { Column, DeskColumn, DeskPanel, DeskPerson } from '@/api/shapes';
import { formatNumber } from '@/ui/format';
import { StateNote } from '@/ui/Panel';
import { Cell, cellText } from '@/views/cells';
import { isElastic } from '@/views/listWidths';
import './desktop.css';

const NUMERIC = ['number', 'money'];

/** The beginning of a list; the first cell of a row opens its page. */
export function ListRows({ panel }: { panel: DeskPanel }) {
  if (panel.rows.length === 0) return <StateNote kind="empty" title={panel.none} />;
  const columns = panel.columns as (Column & DeskColumn)[];
  const today = dayjs().format('YYYY-MM-DD');
  const isDue = (column: DeskColumn, row: Row) =>
    column.due && row.late && (column.type !== 'date' || String(row[column.prop] ?? '') < today);
  return (
    <table className="plain">
      <colgroup>
        {columns.map((column) => (
          <col key={column.prop} style={{ width: isElastic(column) ? undefined : column.width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.prop} className={NUMERIC.includes(column.type) ? 'right' : undefined}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {panel.rows.map((row) => (
          <tr key={String(row.id)}>
            {columns.map((column, at) => (
              <td
                key={column.prop}
                className={NUMERIC.includes(column.type) ? 'right' : undefined}
                title={cellText(column, row)}
              >
                {at === 0 && row.route ? (
                  <Link to={String(row.route)} className={column.type === 'code' ? 'code' : undefined}>
                    {cellText(column, row)}
                  </Link>
                ) : (
                  <span className={isDue(column, row) ? 'late' : undefined}>
                    <Cell column={column} row={row} />
                  </span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function People({ people, none }: { people: DeskPerson[]; none: string }) {
  if (people.length === 0) return <StateNote kind="empty" title={none} />;
  const most = Math.max(...people.map((one) => one.open));
  return (
    <table className="plain">
      <colgroup>
        <col style={{ width: 92 }} />
        <col />
        <col style={{ width: 64 }} />
        <col style={{ width: 64 }} />
        <col style={{ width: 64 }} />
      </colgroup>
      <thead>
        <tr>
          <th>主检</th>
          <th>在办</th>
          <th className="right">超期</th>
          <th className="right">待录入</th>
          <th className="right">合计</th>
        </tr>
      </thead>
      <tbody>
        {people.map((one) => (
          <tr key={one.route}>
            <td>
              <Link to={one.route}>{one.name}</Link>
            </td>
            <td>
              <span className="step-bar" aria-hidden>
                <i className="u-late" style={{ width: `${(one.late / most) * 100}%` }} />
                <i className="u-soon" style={{ width: `${((one.open - one.late) / most) * 100}%` }} />
              </span>
            </td>
            <td className="right">
              {one.late > 0 && (
                <Link to={`${one.route}&late=1`} className="late">
                  {formatNumber(one.late)}
                </Link>
              )}
            </td>
            <td className="right">
              {one.entering > 0 && <Link to={one.enteringRoute}>{formatNumber(one.entering)}</Link>}
            </td>
            <td className="right">
              <Link to={one.route}>
                <b>{formatNumber(one.open)}</b>
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
