/** A table of the record, as its template declares it: typed cells, computed cells, results. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import type { ClipboardEvent } from 'react';
import type { EntryTable, TableCell, WorkedTable } from '@/api/shapes';
import type { TableFill } from './model';
import { pasted, typedCells, unlisted, withCell, withoutRow } from './tables';

interface Props {
  table: EntryTable;
  fill: TableFill;
  worked: WorkedTable | undefined;
  readOnly: boolean;
  onChange: (fill: TableFill) => void;
}

const unitOf = (cell: { unit: string }) => (cell.unit ? `（${cell.unit}）` : '');

export function RecordTable({ table, fill, worked, readOnly, onChange }: Props) {
  const typed = typedCells(table);
  const computed = table.cells.filter((cell) => cell.role === 'computed');
  const params = table.cells.filter((cell) => cell.role === 'param');
  const listed = unlisted(table, fill);
  const fails = new Set(worked?.fails ?? []);
  const paste = (event: ClipboardEvent, row: number, column: string) => {
    const text = event.clipboardData.getData('text');
    if (readOnly || !/[\t\n]/.test(text)) return;
    event.preventDefault();
    onChange(pasted(table, fill, row, column, text));
  };
  return (
    <div className="record-table">
      <p className="hint">
        {table.hint}
        {!readOnly && '；可从表格软件粘贴多行多列'}
      </p>
      {params.map((cell) => (
        <p key={cell.column} className="record-param">
          {cell.label}
          {unitOf(cell)}{' '}
          <CellInput
            cell={cell}
            value={fill.params[cell.column] ?? ''}
            readOnly={readOnly}
            onChange={(value) => onChange({ ...fill, params: { ...fill.params, [cell.column]: value } })}
          />
        </p>
      ))}
      <div className="record-scroll">
        <table aria-label={table.title}>
          <thead>
            <tr>
              <th>行</th>
              {[...typed, ...computed].map((cell) => (
                <th key={cell.column}>
                  {cell.label}
                  {cell.unit && <span className="unit">{cell.unit}</span>}
                </th>
              ))}
              {!readOnly && <th aria-label="删除" />}
            </tr>
          </thead>
          <tbody>
            {fill.rows.map((row, at) => (
              <tr key={at}>
                <td>{at + 1}</td>
                {typed.map((cell) => (
                  <td
                    key={cell.column}
                    className={fails.has(`${cell.column}#${at + 1}`) ? 'outside' : undefined}
                    onPaste={(event) => paste(event, at, cell.column)}
                  >
                    <CellInput
                      cell={cell}
                      row={at + 1}
                      value={row[cell.column] ?? ''}
                      readOnly={readOnly}
                      onChange={(value) => onChange(withCell(fill, at, cell.column, value))}
                    />
                  </td>
                ))}
                {computed.map((cell) => (
                  <td
                    key={cell.column}
                    className={fails.has(`${cell.column}#${at + 1}`) ? 'outside' : 'computed'}
                  >
                    {worked?.rows[at]?.[cell.column] ?? ''}
                  </td>
                ))}
                {!readOnly && (
                  <td>
                    <Button
                      size="small"
                      type="text"
                      icon={<DeleteOutlined />}
                      aria-label={`删除第 ${at + 1} 行`}
                      onClick={() => onChange(withoutRow(fill, at))}
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!readOnly && (
        <Button
          size="small"
          icon={<PlusOutlined />}
          onClick={() => onChange({ ...fill, rows: [...fill.rows, {}] })}
        >
          加一行
        </Button>
      )}
      {!readOnly && listed.length > 0 && (
        <Button
          size="small"
          className="proposed-button"
          onClick={() => onChange({ ...fill, rows: [...fill.rows, ...listed] })}
        >
          列出{fill.rows.length > 0 && '其余'} {listed.length} 行
        </Button>
      )}
      {worked && worked.results.length > 0 && (
        <dl className="record-results">
          {worked.results.map((one) => (
            <div key={one.label}>
              <dt>{one.label}</dt>
              <dd>
                {one.value} {one.unit}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {worked?.lacking.map((text) => (
        <p key={text} className="caution">
          {text}
        </p>
      ))}
    </div>
  );
}

interface CellProps {
  cell: TableCell;
  row?: number;
  value: string;
  readOnly: boolean;
  onChange: (value: string) => void;
}

const yesNo = [
  { value: '1', label: '是' },
  { value: '0', label: '否' },
];

function CellInput({ cell, row, value, readOnly, onChange }: CellProps) {
  const label = row ? `${cell.label} 第 ${row} 行` : cell.label;
  if (cell.type === 'choice' || cell.type === 'flag') {
    return (
      <Select
        size="small"
        aria-label={label}
        allowClear
        showSearch
        disabled={readOnly}
        value={value || undefined}
        popupMatchSelectWidth={false}
        options={cell.type === 'flag' ? yesNo : cell.options.map((one) => ({ value: one, label: one }))}
        onChange={(chosen?: string) => onChange(chosen ?? '')}
      />
    );
  }
  return (
    <Input
      size="small"
      aria-label={label}
      inputMode={cell.type === 'number' ? 'decimal' : undefined}
      placeholder={cell.type === 'date' ? '年-月-日' : undefined}
      maxLength={200}
      readOnly={readOnly}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
