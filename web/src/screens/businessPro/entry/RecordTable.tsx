/** A table of the record, as its template declares it: typed cells, computed cells, results. */

import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { type ClipboardEvent, useRef } from 'react';
import type { EntryTable, TableCell, WorkedTable } from '@/api/shapes';
import { formatDateTime } from '@/ui/format';
import { useApp } from '@/ui/useApp';
import type { TableFill } from './model';
import { PhotoInput } from './PhotoInput';
import { PhotoStrip } from './PhotoStrip';
import type { Photo, usePhotos } from './photos';
import {
  pasted,
  pasteFault,
  picturesIn,
  typedCells,
  unlisted,
  withCell,
  withoutPicture,
  withoutRow,
  withPictures,
} from './tables';

interface Props {
  table: EntryTable;
  fill: TableFill;
  worked: WorkedTable | undefined;
  photos: ReturnType<typeof usePhotos>;
  readOnly: boolean;
  /** Given a function, it changes the table as it is by then: an upload takes a while. */
  onChange: (fill: TableFill | ((now: TableFill) => TableFill)) => void;
}

const unitOf = (cell: { unit: string }) => (cell.unit ? `（${cell.unit}）` : '');

export function RecordTable({ table, fill, worked, photos, readOnly, onChange }: Props) {
  const { message, modal } = useApp();
  const files = useRef<HTMLInputElement>(null);
  const asked = useRef({ row: 0, column: '' });
  const pictured = table.cells.filter((cell) => cell.role === 'photo');
  const own = photos.of(table.code);
  const busyOf = (row: number, column: string) => `${table.code} ${row} ${column}`;
  const add = async (chosen: File[]) => {
    const { row, column } = asked.current;
    const keys = await photos.add(table.code, chosen, busyOf(row, column));
    if (keys.length > 0) onChange((now) => withPictures(now, row, column, keys));
  };
  const takeOff = async (column: string, key: string) => {
    if (await photos.remove(key)) onChange((now) => withoutPicture(now, column, key));
  };
  const removeRow = (at: number) => {
    const drop = () => onChange((now) => withoutRow(now, at));
    const keys = pictured.flatMap((cell) => picturesIn(fill.rows[at]?.[cell.column]));
    const gone = own.filter((photo) => keys.includes(photo.attsysid));
    if (gone.length === 0) return drop();
    modal.confirm({
      title: `删除第 ${at + 1} 行？`,
      content: `这一行有 ${gone.length} 张附图（${takers(gone)}）。附图不随行删除，留在“没有归到行的附图”中，不印入报告，可以放回一行。`,
      okText: '删除',
      cancelText: '取消',
      onOk: drop,
    });
  };
  const named = new Set(fill.rows.flatMap((row) => pictured.flatMap((cell) => picturesIn(row[cell.column]))));
  const [first] = pictured;
  const loose = own.filter((photo) => !named.has(photo.attsysid));

  const typed = typedCells(table);
  const computed = table.cells.filter((cell) => cell.role === 'computed');
  const params = table.cells.filter((cell) => cell.role === 'param');
  const listed = unlisted(table, fill);
  const fails = new Set(worked?.fails ?? []);
  // what fails may lie beyond the edge of a wide table: its row says so too
  const failed = new Set([...fails].map((one) => Number(one.split('#')[1])));
  const paste = (event: ClipboardEvent, row: number, column: string) => {
    const text = event.clipboardData.getData('text');
    if (readOnly || !/[\t\n]/.test(text)) return;
    event.preventDefault();
    const fault = pasteFault(table, row, text);
    if (fault) return void message.warning(fault);
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
              {pictured.map((cell) => (
                <th key={cell.column}>{cell.label}</th>
              ))}
              {!readOnly && <th aria-label="删除" />}
            </tr>
          </thead>
          <tbody>
            {fill.rows.map((row, at) => (
              <tr key={at}>
                <td className={failed.has(at + 1) ? 'outside' : undefined}>{at + 1}</td>
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
                {pictured.map((cell) => (
                  <td key={cell.column} className="row-photos">
                    <PhotoStrip
                      small
                      photos={picturesIn(row[cell.column]).flatMap((key) =>
                        own.filter((photo) => photo.attsysid === key),
                      )}
                      uploading={photos.uploading(busyOf(at, cell.column))}
                      readOnly={readOnly}
                      addWords=""
                      addLabel={`第 ${at + 1} 行加照片或草图`}
                      onAdd={() => {
                        asked.current = { row: at, column: cell.column };
                        files.current?.click();
                      }}
                      onRemove={(key) => void takeOff(cell.column, key)}
                    />
                  </td>
                ))}
                {!readOnly && (
                  <td>
                    <Button
                      size="small"
                      type="text"
                      icon={<DeleteOutlined />}
                      aria-label={`删除第 ${at + 1} 行`}
                      onClick={() => removeRow(at)}
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
      {loose.length > 0 && (
        <div className="loose-photos">
          <span className="hint">没有归到行的附图</span>
          {loose.map((photo) => (
            <LoosePhoto
              key={photo.attsysid}
              photo={photo}
              rows={first ? fill.rows.length : 0}
              readOnly={readOnly}
              onPut={(row) => onChange((now) => withPictures(now, row, first!.column, [photo.attsysid]))}
              onRemove={(key) => void photos.remove(key)}
            />
          ))}
        </div>
      )}
      <PhotoInput ref={files} label="上传本行附图" onChosen={(chosen) => void add(chosen)} />
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

/** 陈立峰 2 张、林志远 1 张 */
function takers(photos: Photo[]): string {
  const counts = new Map<string, number>();
  for (const photo of photos) counts.set(photo.createByName, (counts.get(photo.createByName) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${name} ${count} 张`).join('、');
}

interface LooseProps {
  photo: Photo;
  rows: number;
  readOnly: boolean;
  onPut: (row: number) => void;
  onRemove: (id: string) => void;
}

/** A picture that no row has: where it stood, who took it, and the row to put it to. */
function LoosePhoto({ photo, rows, readOnly, onPut, onRemove }: LooseProps) {
  return (
    <div className="loose-photo">
      <PhotoStrip small photos={[photo]} uploading={0} readOnly={readOnly} addWords="" onRemove={onRemove} />
      <span className="hint">
        {photo.formerly && `原${photo.formerly}　`}
        {photo.createByName} {formatDateTime(photo.createTime)}
      </span>
      {!readOnly && rows > 0 && (
        <Select
          size="small"
          aria-label={`${photo.name} 放到哪一行`}
          placeholder="放到一行"
          value={null}
          options={Array.from({ length: rows }, (_, at) => ({ value: at, label: `第 ${at + 1} 行` }))}
          onChange={(row: number | null) => row !== null && onPut(row)}
        />
      )}
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
