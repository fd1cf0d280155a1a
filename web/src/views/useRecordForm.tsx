/** What every form drawn from configuration does: load, check, save, and meet a change made by somebody else. */

import { useMutation, useQuery } from '@tanstack/react-query';
import { Form, type FormInstance } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { ApiError, doneWords, messageOf, type Params, postEnvelope } from '@/api/client';
import { dictQuery } from '@/api/dict';
import { formConfigQuery, loadRecord, type Row } from '@/api/layout';
import type { FormConfig, FormField } from '@/api/shapes';
import { useApp } from '@/ui/useApp';
import { fieldText } from './fields';
import { meets, say } from './template';

interface Conflict {
  sentence: string;
  who: string;
  when: string;
  latest: Row | null;
}

export interface RecordForm {
  config: FormConfig | undefined;
  record: Row | undefined;
  error: unknown;
  form: FormInstance;
  dirty: boolean;
  saving: boolean;
  conflict: Conflict | null;
  /** The typed-in row that the server refused. */
  fault: RowFault | null;
  /** Why the server did not take it, where that is the matter of no field or row; '' otherwise. */
  refusal: string;
  setDirty: (dirty: boolean) => void;
  save: () => Promise<boolean>;
  /** After a conflict: the latest values, with or without what was typed here. */
  takeLatest: (keepMine: boolean) => void;
  dropConflict: () => void;
  /** Fields whose value was changed here. */
  changed: () => FormField[];
  reload: () => void;
}

export interface RecordFormOptions {
  viewNo: string;
  id?: string;
  /** The version of it that was read, for a form that loads nothing itself. */
  version?: unknown;
  /** The picked row from which the server reads what a new record starts with. */
  beginsWith?: string;
  /** Values a new record starts with. */
  initial?: Row;
  /** Sent with every save, for example the ids of picked rows. */
  extra?: Params;
  /** What the words of the form speak of: the picked row, and `count`. */
  about?: Row;
  onSaved?: (answer: unknown, values: Row) => void;
}

/** A cell of a typed-in table, as the server names it: cylinders.2.cylno. */
export interface RowFault {
  table: string;
  row: number;
  prop: string;
  sentence: string;
}

function faultOf(field: string, sentence: string): RowFault | null {
  const cell = /^(\w+)\.(\d+)\.(\w*)$/.exec(field);
  return cell && { table: cell[1]!, row: Number(cell[2]), prop: cell[3]!, sentence };
}

const fieldsOf = (config: FormConfig | undefined) => config?.groups.flatMap((group) => group.fields) ?? [];
/** Empty values are not sent; a space tells the server that a field was cleared. */
const isCleared = (now: unknown, before: unknown) => String(now ?? '') === '' && String(before ?? '') !== '';
const same = (a: unknown, b: unknown) => String(a ?? '') === String(b ?? '');

/** What an input begins with: `{prop}` stands for a value of the row that the form is about. */
const filled = (value: unknown, row: Row): unknown =>
  typeof value === 'string' && value.includes('{') ? say(value, row) || undefined : value;

export function useRecordForm(options: RecordFormOptions): RecordForm {
  const { viewNo, id, initial, extra, about, onSaved } = options;
  const loads = id ?? options.beginsWith;
  const { message } = useApp();
  const [form] = Form.useForm();
  const [dirty, setDirty] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [fault, setFault] = useState<RowFault | null>(null);
  const [refusal, setRefusal] = useState('');
  const [latest, setLatest] = useState<Row>();
  const [start] = useState(initial); // starting values are read once
  const [row] = useState(about ?? {}); // and so is the row that the form is about
  const declared = useQuery(formConfigQuery(viewNo));
  const config = declared.data;
  const fields = useMemo(() => fieldsOf(config), [config]);

  const coded = fields.some((field) => field.dict);
  const { data: dicts } = useQuery({ ...dictQuery, enabled: coded });

  const loaded = useQuery({
    queryKey: ['record', viewNo, loads],
    queryFn: () => loadRecord(config!.loadUrl!, loads!),
    enabled: Boolean(config?.loadUrl && loads),
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: false,
  });
  const fresh = useMemo(() => {
    if (!config || (loads && config.loadUrl && !loaded.data)) return undefined;
    const defaults = Object.fromEntries(
      fields
        .filter((field) => field.default !== undefined && field.type !== 'hidden')
        .map((field) => [field.prop, filled(field.default, row)]),
    );
    const blank = (config.tables ?? []).map((table) => [
      table.prop,
      Array.from({ length: table.least }, () => ({})),
    ]);
    return { ...(id ? {} : { ...defaults, ...Object.fromEntries(blank) }), ...start, ...loaded.data } as Row;
  }, [config, fields, id, loads, loaded.data, start, row]);
  // A form keeps what it began with: a later reading would take away what was typed, and the version it was typed on.
  const [begun, setBegun] = useState<{ of: string; record: Row }>();
  const of = JSON.stringify([viewNo, loads]);
  const record = latest ?? (begun?.of === of ? begun.record : undefined);

  useEffect(() => {
    if (!fresh || begun?.of === of) return;
    // A state that is not among the answers (待审 to a review) is a question, not an answer.
    const open = fields
      .filter((field) => field.type === 'select' && field.required && field.options)
      .filter((field) => !field.options!.some((one) => same(one.value, fresh[field.prop])))
      .map((field) => [field.prop, undefined]);
    form.setFieldsValue({ ...fresh, ...Object.fromEntries(open) });
    setBegun({ of, record: fresh });
    setDirty(false);
  }, [fresh, form, fields, begun, of]);

  const changed = () => {
    const now = form.getFieldsValue(true) as Row;
    return fields.filter((field) => !field.readonly && !same(now[field.prop], record?.[field.prop]));
  };

  const mutation = useMutation({
    mutationFn: async (values: Row) => {
      if (!config?.saveUrl) throw new Error(`表单 ${viewNo} 没有保存地址`);
      const key = record?.id ?? id;
      const read = key ? { id: key, version: record?.version ?? options.version } : {};
      return postEnvelope<unknown>(config.saveUrl, { ...values, ...extra, ...read });
    },
  });

  const meetConflict = async (error: ApiError) => {
    const url = config?.loadUrl;
    const newest = url && id ? await loadRecord(url, id).catch(() => null) : null;
    setConflict({
      sentence: error.errorMsg,
      who: String(error.body.who ?? ''),
      when: String(error.body.when ?? ''),
      latest: newest,
    });
  };

  const save = async (): Promise<boolean> => {
    if (!record) return false;
    try {
      await form.validateFields();
    } catch (invalid) {
      const first = (invalid as { errorFields?: { name: (string | number)[] }[] }).errorFields?.[0];
      if (first) form.scrollToField(first.name, { block: 'center', focus: true });
      return false;
    }
    const all = form.getFieldsValue(true) as Row;
    const named = fields.map((field) => [`${field.prop}Name`, fieldText(field, all, dicts)]);
    const words: Row = { ...about, ...all, ...Object.fromEntries(named) };
    const values = Object.fromEntries(
      fields
        .filter((field) => !field.readonly && field.type !== 'readonly' && meets(field.when, all))
        .map((field) => [
          field.prop,
          field.type === 'hidden'
            ? say(field.default, words)
            : isCleared(all[field.prop], record?.[field.prop])
              ? ' '
              : all[field.prop],
        ]),
    );
    for (const { prop } of config?.tables ?? [])
      values[prop] = ((all[prop] as Row[] | undefined) ?? []).map((row, place) => ({ ...row, place }));
    setFault(null);
    setRefusal('');
    try {
      const answer = await mutation.mutateAsync(values);
      setDirty(false);
      // A dialog without a record of its own did something: what, says its button or its title.
      const plain = config?.loadUrl ? '保存成功' : `${config?.okText || say(config?.title, words)}完成`;
      message.success(doneWords(answer, say(config?.done, words) || plain));
      onSaved?.(answer.data, values);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 409 && config?.loadUrl) {
        await meetConflict(error);
        return false;
      }
      const field = error instanceof ApiError ? String(error.body.field ?? '') : '';
      if (field && fields.some((one) => one.prop === field)) {
        form.setFields([{ name: field, errors: [messageOf(error)] }]);
        form.scrollToField(field, { block: 'center', focus: true });
      } else {
        const cell = faultOf(field, messageOf(error));
        setFault(cell);
        if (cell) message.error(cell.sentence);
        else setRefusal(messageOf(error)); // it stays until it is read: a sentence can be long
      }
      return false;
    }
  };

  const takeLatest = (keepMine: boolean) => {
    if (!conflict?.latest) return;
    const now = form.getFieldsValue(true) as Row;
    const mine = keepMine ? Object.fromEntries(changed().map((field) => [field.prop, now[field.prop]])) : {};
    setLatest(conflict.latest);
    form.setFieldsValue({ ...conflict.latest, ...mine });
    setDirty(keepMine && Object.keys(mine).length > 0);
    setConflict(null);
  };

  return {
    config,
    record,
    error: record ? null : (declared.error ?? loaded.error), // what is typed is not taken away for a failed reading
    form,
    dirty,
    saving: mutation.isPending,
    conflict,
    fault,
    refusal,
    setDirty,
    save,
    takeLatest,
    dropConflict: () => setConflict(null),
    changed,
    reload: () => {
      void declared.refetch();
      if (id) void loaded.refetch();
    },
  };
}
