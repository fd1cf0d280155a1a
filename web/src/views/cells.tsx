/** One entry per column type the server may name. A new type is added here and nowhere else. */
import { RollbackOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import type { Row } from '@/api/layout';
import type { Column } from '@/api/shapes';
import { byWay, formatDate, formatDateTime, formatMoney, formatNumber, isBlank } from '@/ui/format';
import { EquipmentIcon } from '@/ui/icons';
import { leftWords, limitWords } from '@/ui/limit';
import { StateDot } from '@/ui/Panel';
import { fillTemplate } from './template';

const named = (column: Column, row: Row) => {
  const name = row[`${column.prop}Name`];
  return isBlank(name) ? String(row[column.prop] ?? '') : String(name);
};

const yes = (value: unknown) => value === true || value === 1 || value === '1' || value === 'true';

const plain = (column: Column, row: Row) => (isBlank(row[column.prop]) ? '' : String(row[column.prop]));

/** What is left until a moment or of days; nothing for other columns. A row that the server calls in time is not late. */
function limitOf(column: Column, row: Row) {
  if (column.type === 'deadline') {
    const words = limitWords(plain(column, row));
    return words?.late && row.late === '0'
      ? { ...words, text: formatDate(row[column.prop]), late: false }
      : words;
  }
  return column.type === 'left' ? leftWords(row[column.prop]) : null;
}

const CONCLUSIONS = 'C605'; // the words of one name its class in brackets, for where one chooses among all
const shortly = (words: string) => words.split('(')[0] ?? '';

/** The words of a cell, for the title, for common values of picked rows and for copying. */
const texts: Record<Column['type'], (column: Column, row: Row) => string> = {
  text: plain,
  code: plain,
  number: (column, row) => formatNumber(row[column.prop]),
  money: (column, row) => formatMoney(row[column.prop]),
  date: (column, row) => formatDate(row[column.prop]),
  datetime: (column, row) => formatDateTime(row[column.prop]),
  deadline: (column, row) => limitOf(column, row)?.text ?? '',
  left: (column, row) => limitOf(column, row)?.text ?? '',
  dict: (column, row) => (column.dict === CONCLUSIONS ? shortly(named(column, row)) : named(column, row)),
  state: named,
  bool: (column, row) => (isBlank(row[column.prop]) ? '' : yes(row[column.prop]) ? '是' : '否'),
  way: (column, row) => byWay(row[column.prop]),
};

export function cellText(column: Column, row: Row): string {
  const write = texts[column.type];
  if (!write) throw new Error(`未知的列类型 ${column.type}（${column.label}）`);
  return write(column, row);
}

const isEquipmentKind = (column: Column) => column.dict === 'C602' || column.prop === 'equclacode';

/** Red for what is late or failed, ochre for what wants a look; everything else is silent. */
export const toneClass = (tone: unknown) => (tone === 'no' ? 'late' : tone === 'ca' ? 'caution' : undefined);

export const LETTER = 13; // pixels of a table's letters
export const PADDING = 16; // of a cell, both sides
const EMS: [RegExp, number][] = [
  [/[WM@%&]/, 0.92],
  [/[mw]/, 0.88],
  [/[A-Z]/, 0.68],
  [/[-.,:;/|()il]/, 0.36],
];
const ems = (letter: string) =>
  letter > 'ÿ' ? 1 : (EMS.find(([letters]) => letters.test(letter))?.[1] ?? 0.56);
const textWidth = (text: string) => [...text].reduce((sum, letter) => sum + ems(letter) * LETTER, 0);

/** A code wider than its column, or any number without a gap longer than a device code, wraps: it is read whole. */
const lengthClass = (text: string, { type, width }: Column) => {
  const longest = Math.max(0, ...(text.match(/[!-~]{21,}/g) ?? []).map((run) => run.length));
  if (longest > 40) return 'long-code longer';
  return longest > 0 || (type === 'code' && textWidth(text) > width - PADDING) ? 'long-code' : '';
};

const ICON = 20; // of a kind of device, with the gap behind it

/** Pixels that the words of a cell take in one line. */
export const cellWidth = (column: Column, row: Row) =>
  textWidth(cellText(column, row)) + (column.type === 'dict' && isEquipmentKind(column) ? ICON : 0);

/** Its links are plain ones: the table opens them (useOpenLinks), so that a row need not know the router. */
export function Cell({ column, row }: { column: Column; row: Row }): ReactNode {
  const text = cellText(column, row);
  if (!text) return null;
  const link = row[`${column.prop}Link`] ?? (column.link && fillTemplate(column.link, row));
  const limit = limitOf(column, row);
  if (limit) {
    const urgency = limit.late ? 'late' : limit.soon ? 'caution' : undefined;
    return <span className={urgency}>{text}</span>;
  }
  const colour = column.type === 'state' ? undefined : toneClass(row[`${column.prop}Tone`]);
  const long = lengthClass(text, column);
  const code = column.type === 'code' || long ? `code ${long}`.trim() : undefined;
  if (link) {
    return (
      <a href={String(link)} className={colour ? `${colour} ${long}`.trim() : code}>
        {text}
      </a>
    );
  }
  if (column.type === 'state')
    return <StateDot tone={String(row[`${column.prop}Tone`] ?? 'go')}>{shortly(text)}</StateDot>;
  if (code && !colour && column.type !== 'dict') return <span className={code}>{text}</span>;
  if (column.type === 'dict' && isEquipmentKind(column)) {
    return (
      <>
        <EquipmentIcon code={row[column.prop]} /> {text}
      </>
    );
  }
  return colour ? <span className={colour}>{text}</span> : text;
}

export const isNumeric = (column: Column) => column.type === 'number' || column.type === 'money';

/** Names of a row that say it was sent back; the marker stands before the number. */
export const isReturned = (row: Row) => !isBlank(row.backReason);

export function ReturnMarker({ row }: { row: Row }) {
  if (!isReturned(row)) return null;
  const who = [row.backUserName ?? row.backUser, row.backStepName, formatDateTime(row.backTime)]
    .filter(Boolean)
    .join('　');
  const lines: [string, unknown][] = [
    ['退回原因', row.backReasonName ?? row.backReason],
    ['责任环节', row.backDutyTaskName ?? row.backDutyTask],
    ['详细说明', row.backDescription],
  ];
  const tip = (
    <dl className="return-tip">
      {lines.map(([label, value]) =>
        isBlank(value) ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{String(value)}</dd>
          </div>
        ),
      )}
      {who && <p>{who}</p>}
    </dl>
  );
  return (
    <Tooltip title={tip} placement="rightTop" styles={{ root: { maxWidth: 380 } }}>
      <span className="return-marker" role="img" aria-label="退回过" tabIndex={0}>
        <RollbackOutlined />
      </span>
    </Tooltip>
  );
}
