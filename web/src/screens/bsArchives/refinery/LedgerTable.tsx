/** A table that takes rows from a spreadsheet: paste, mend the marked cells, register all or none. */

import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { ApiError, messageOf, postEnvelope, read } from '@/api/client';
import { StateNote } from '@/ui/Panel';
import { usePaused } from '@/ui/pickers/common';
import { useUnsaved } from '@/ui/tab';
import { useApp } from '@/ui/useApp';
import { FaultNote } from '@/views/ListStates';
import { type Cells, isEmptyRow, pasted } from './paste';
import './refinery.css';
import type { Ledger, LedgerFault } from '@/api/shapes';

interface Props {
  kind: 'container' | 'pipeline';
  checkUrl: '/api/refinery/checkContainers' | '/api/refinery/checkPipelines';
  saveUrl: '/api/refinery/registerContainers' | '/api/refinery/registerPipelines';
  /** What all rows belong to; nothing is checked before it is chosen. */
  target: Record<string, string>;
  ready: boolean;
  onSaved: (answer: Ledger) => void;
}

const BLANK_ROWS = 12;
const WIDE = 130;
const NARROW = 92;
const blank = (): Cells[] => Array.from({ length: BLANK_ROWS }, () => ({}));
const narrow = new Set(['decimal', 'int', 'dict', 'date']);

export function LedgerTable({ kind, checkUrl, saveUrl, target, ready, onSaved }: Props) {
  const { message } = useApp();
  const columns = useQuery({
    queryKey: ['ledger columns', kind],
    queryFn: () => read('/api/refinery/columns', { kind }),
    staleTime: 3_600_000,
  });
  const [rows, setRows] = useState<Cells[]>(blank);
  const [busy, setBusy] = useState(false);
  const table = useRef<HTMLTableElement>(null);
  const filled = rows.map((row, place) => ({ row, place })).filter(({ row }) => !isEmptyRow(row));
  const now = JSON.stringify({ target, rows: filled.map(({ row }) => row) });
  const asked = usePaused(now, 600);
  const places = filled.map(({ place }) => place);
  useUnsaved(filled.length > 0);
  const check = useQuery({
    queryKey: ['ledger check', checkUrl, asked],
    queryFn: () => {
      const sent = JSON.parse(asked) as { target: Record<string, string>; rows: Cells[] };
      return read(checkUrl, {
        ...sent.target,
        rows: sent.rows.map((row, index) => ({ ...row, place: index })),
      });
    },
    enabled: ready && filled.length > 0 && asked === now,
    retry: false,
  });
  const [refused, setRefused] = useState<LedgerFault[]>([]);
  const faults = refused.length > 0 ? refused : (check.data?.faults ?? []);
  const byPlace = new Map(faults.map((fault) => [places[fault.row] ?? -1, fault]));
  const list = columns.data ?? [];
  const props = list.map((column) => column.prop);
  const change = (next: Cells[]) => {
    setRefused([]);
    setRows(next.length - next.filter((row) => !isEmptyRow(row ?? {})).length < 2 ? [...next, {}, {}] : next);
  };
  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const text = event.clipboardData.getData('text/plain');
    if (!text.includes('\t') && !text.includes('\n')) return;
    event.preventDefault();
    change(
      pasted(
        rows,
        props,
        list.map((one) => one.label),
        row,
        column,
        text,
      ).map((one) => one ?? {}),
    );
  };
  const move = (event: KeyboardEvent, row: number, column: number) => {
    const down = event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (!down) return;
    event.preventDefault();
    const cell = table.current?.tBodies[0]?.rows[row + down]?.cells[column + 1];
    cell?.querySelector('input')?.focus();
  };
  const save = async () => {
    setBusy(true);
    try {
      const answer = await postEnvelope<Ledger>(saveUrl, {
        ...target,
        rows: filled.map(({ row }, index) => ({ ...row, place: index })),
      });
      setRows(blank());
      onSaved(answer.data);
    } catch (error) {
      if (error instanceof ApiError && Array.isArray(error.body.faults))
        setRefused(error.body.faults as LedgerFault[]);
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  if (columns.isError) return <FaultNote error={columns.error} onRetry={() => columns.refetch()} />;
  const state = !ready
    ? '先选择所属'
    : filled.length === 0
      ? '粘贴或填写后自动核对'
      : check.isFetching || asked !== now
        ? '正在核对'
        : check.isError
          ? messageOf(check.error)
          : faults.length > 0
            ? `${faults.length} 行有问题，改好才能登记`
            : `${filled.length} 行核对无误`;
  const good =
    ready && filled.length > 0 && check.data && !check.isFetching && asked === now && faults.length === 0;
  return (
    <>
      <section className="panel ledger-box">
        <table className="plain ledger-table" ref={table}>
          <thead>
            <tr>
              <th style={{ width: 38 }}>行</th>
              {list.map((column) => (
                <th key={column.prop} style={{ width: narrow.has(column.type) ? NARROW : WIDE }}>
                  {column.label}
                  {column.unit && <span className="hint">({column.unit})</span>}
                  {column.required && <span className="caution"> *</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => {
              const fault = byPlace.get(index);
              return (
                <tr key={index} className={fault ? 'faulty' : undefined} title={fault?.sentence}>
                  <td className={fault ? 'late' : 'hint'}>{index + 1}</td>
                  {list.map((column, place) => (
                    <td
                      key={column.prop}
                      className={
                        fault && (fault.prop === column.prop || !fault.prop) ? 'wrong-cell' : undefined
                      }
                    >
                      <input
                        aria-label={`第${index + 1}行 ${column.label}`}
                        value={row[column.prop] ?? ''}
                        onChange={(event) =>
                          change(
                            rows.map((one, at) =>
                              at === index ? { ...one, [column.prop]: event.target.value } : one,
                            ),
                          )
                        }
                        onPaste={(event) => paste(event, index, place)}
                        onKeyDown={(event) => move(event, index, place)}
                      />
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
        {columns.isPending && <StateNote kind="empty" title="正在打开" />}
      </section>
      <section className="panel ledger-foot">
        <span className={faults.length > 0 || check.isError ? 'late' : 'soft'}>{state}</span>
        {faults.length > 0 && (
          <span className="hint ellipsis" title={faults.map((one) => one.sentence).join('\n')}>
            {faults
              .slice(0, 3)
              .map((one) => `第${(places[one.row] ?? 0) + 1}行 ${one.sentence}`)
              .join('；')}
          </span>
        )}
        <span className="spacer" />
        <Button onClick={() => change(blank())}>清空</Button>
        <Button type="primary" loading={busy} disabled={!good} onClick={save}>
          全部登记
        </Button>
      </section>
    </>
  );
}
