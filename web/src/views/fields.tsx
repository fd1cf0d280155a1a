/** One entry per field type the server may name. A new type is added here and nowhere else. */
import { useQuery } from '@tanstack/react-query';
import { Input, Radio, Select, TreeSelect } from 'antd';
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { read } from '@/api/client';
import { type DictMap, dictQuery, labelOf } from '@/api/dict';
import type { Row } from '@/api/layout';
import type { FormField, FormGroup, Option, TreeOption } from '@/api/shapes';
import { formatDate, formatDateTime, formatMoney, formatNumber, isBlank } from '@/ui/format';
import { AreaPicker } from '@/ui/pickers/AreaPicker';
import { CategoryPicker } from '@/ui/pickers/CategoryPicker';
import { DayPicker } from '@/ui/pickers/DayPicker';
import { DictSelect } from '@/ui/pickers/DictSelect';
import { EquipmentPicker } from '@/ui/pickers/EquipmentPicker';
import { NumberBox } from '@/ui/pickers/NumberBox';
import { UnitPicker } from '@/ui/pickers/UnitPicker';
import { UserPicker } from '@/ui/pickers/UserPicker';
import './forms.css';

/** What a form item hands to its control. */
interface Control {
  id?: string;
  value?: unknown;
  onChange?: (value: unknown) => void;
  onBlur?: () => void;
}

interface FieldProps extends Control {
  field: FormField;
  record?: Row;
}

const text = (value: unknown) => (isBlank(value) ? undefined : String(value));
const list = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : isBlank(value) ? [] : String(value).split(',');
const nameBeside = ({ field, record }: FieldProps) => text(record?.[`${field.prop}Name`]);

const NO_REAL_LIMIT = 1_000_000; // what only keeps the number within its column tells nobody anything

/** The unit stands behind the value, the limit behind the unit. */
function suffixOf(field: FormField): ReactNode {
  const max = Number(field.max) < NO_REAL_LIMIT ? field.max : undefined;
  const limit =
    field.min !== undefined && max !== undefined
      ? `${field.min}–${max}`
      : max !== undefined
        ? `≤ ${max}`
        : field.min !== undefined
          ? `≥ ${field.min}`
          : '';
  const words = [field.unit, limit].filter(Boolean).join('　');
  return words ? <span className="hint">{words}</span> : undefined;
}

const thousands = (value: string) => value.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

function NumberField({ field, ...control }: FieldProps) {
  return (
    <NumberBox
      {...control}
      whole={field.type === 'int'}
      shown={field.type === 'money' ? thousands : undefined}
      suffix={suffixOf(field)}
    />
  );
}

function DateField({ field, value, onChange, id, onBlur }: FieldProps) {
  return (
    <DayPicker
      id={id}
      onBlur={onBlur}
      withTime={field.type === 'datetime'}
      value={text(value)}
      onChange={(next) => onChange?.(next || undefined)}
    />
  );
}

/** The keys of the rows that a form in a dialog is about. */
export const PickedRows = createContext<readonly string[]>([]);

/**
 * Options declared with the field, or fetched once from the address it names. One that cannot be chosen says why, and
 * where none can, the field says it; one that the server proposes is what an empty input begins with.
 */
function OptionsField({ field, value, onChange, id, onBlur, multiple }: FieldProps & { multiple?: boolean }) {
  const picked = useContext(PickedRows);
  const about = field.ofPicked ? { ids: [...picked] } : {};
  const { data } = useQuery({
    queryKey: ['options', field.optionsUrl, about],
    queryFn: () => read<Option[]>(field.optionsUrl!, about),
    enabled: Boolean(field.optionsUrl),
    staleTime: 60_000,
  });
  const asked = useRef(false);
  useEffect(() => {
    if (!data || asked.current) return;
    asked.current = true; // once: what is cleared afterwards stays empty
    const proposed = data.find((one) => one.proposed);
    if (proposed && isBlank(value)) onChange?.(proposed.value);
  }, [data, value, onChange]);
  const barred = data && data.length > 0 && data.every((one) => one.why) ? data : [];
  return (
    <>
      <Select
        id={id}
        onBlur={onBlur}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        mode={multiple ? 'multiple' : undefined}
        maxTagCount="responsive"
        options={(field.options ?? data)?.map((one) => ({
          ...one,
          disabled: Boolean(one.why),
          title: one.why,
        }))}
        optionRender={(option) => (
          <div className={option.data.why ? 'picker-option barred' : 'picker-option'}>
            <span>{option.label}</span>
            {option.data.why && <span className="hint">{option.data.why}</span>}
          </div>
        )}
        value={multiple ? list(value) : text(value)}
        onChange={(next) => onChange?.(multiple ? (next as unknown as string[]).join(',') : next)}
      />
      {barred.length > 0 && (
        <div className="hint">{[...new Set(barred.map((one) => one.why))].join('；')}</div>
      )}
    </>
  );
}

function TreeField({ field, value, onChange, id }: FieldProps) {
  const { data } = useQuery({
    queryKey: ['options', field.optionsUrl],
    queryFn: () => read<TreeOption[]>(field.optionsUrl!),
    enabled: Boolean(field.optionsUrl),
    staleTime: 60_000,
  });
  return (
    <TreeSelect
      id={id}
      allowClear
      showSearch={{ treeNodeFilterProp: 'label' }}
      treeData={(field.options as TreeOption[]) ?? data}
      value={text(value)}
      onChange={(next) => onChange?.(next)}
    />
  );
}

function ReadOnlyField({ field, value, record }: FieldProps) {
  const { data: dicts } = useQuery({ ...dictQuery, enabled: Boolean(dictOf(field)) });
  const words = fieldText(field, { ...record, [field.prop]: value ?? record?.[field.prop] }, dicts);
  return (
    <span className="read-only-value" title={words}>
      {words || '　'}
      {field.unit && <span className="hint">　{field.unit}</span>}
    </span>
  );
}

/** HTML of notices is written as text with tags; showing it is the server's cleaned copy, not this box. */
const LongText = ({ field, value, onChange, id, onBlur, rows }: FieldProps & { rows: [number, number] }) => (
  <Input.TextArea
    id={id}
    onBlur={onBlur}
    value={text(value)}
    maxLength={field.maxLength}
    autoSize={{ minRows: rows[0], maxRows: rows[1] }}
    onChange={(event) => onChange?.(event.target.value)}
  />
);

const editors: Record<FormField['type'], (props: FieldProps) => ReactNode> = {
  text: ({ field, value, onChange, id, onBlur }) => (
    <Input
      id={id}
      onBlur={onBlur}
      value={text(value)}
      maxLength={field.maxLength}
      suffix={suffixOf(field)}
      onChange={(event) => onChange?.(event.target.value)}
    />
  ),
  password: ({ value, onChange, id, onBlur }) => (
    <Input.Password
      id={id}
      onBlur={onBlur}
      value={text(value)}
      autoComplete="new-password"
      onChange={(event) => onChange?.(event.target.value)}
    />
  ),
  textarea: (props) => <LongText {...props} rows={[2, 5]} />,
  html: (props) => <LongText {...props} rows={[6, 16]} />,
  int: (props) => <NumberField {...props} />,
  decimal: (props) => <NumberField {...props} />,
  number: (props) => <NumberField {...props} />,
  money: (props) => <NumberField {...props} />,
  date: (props) => <DateField {...props} />,
  datetime: (props) => <DateField {...props} />,
  dict: ({ field, value, onChange, id }) => (
    <DictSelect id={id} dict={field.dict!} value={text(value)} onChange={(next) => onChange?.(next)} />
  ),
  dictMulti: ({ field, value, onChange, id }) => (
    <DictSelect
      id={id}
      multiple
      dict={field.dict!}
      value={list(value)}
      onChange={(next) => onChange?.(list(next).join(','))}
    />
  ),
  radio: ({ field, value, onChange, id }) => (
    <Radio.Group
      id={id}
      value={text(value)}
      options={field.options}
      onChange={(event) => onChange?.(event.target.value)}
    />
  ),
  hidden: () => null,
  bool: ({ value, onChange, id }) => (
    <Radio.Group
      id={id}
      value={isBlank(value) ? undefined : value === true || value === 1 || value === '1' ? '1' : '0'}
      options={[
        { value: '1', label: '是' },
        { value: '0', label: '否' },
      ]}
      onChange={(event) => onChange?.(event.target.value)}
    />
  ),
  unit: (props) => (
    <UnitPicker
      id={props.id}
      value={text(props.value)}
      display={nameBeside(props)}
      url={props.field.optionsUrl}
      onChange={(next) => props.onChange?.(next)}
    />
  ),
  user: (props) => (
    <UserPicker
      id={props.id}
      value={text(props.value)}
      display={nameBeside(props)}
      onChange={(next) => props.onChange?.(next)}
    />
  ),
  equipment: (props) => (
    <EquipmentPicker
      id={props.id}
      value={text(props.value)}
      display={nameBeside(props)}
      classes={props.field.root}
      onChange={(next) => props.onChange?.(next)}
    />
  ),
  area: (props) => (
    <AreaPicker
      id={props.id}
      value={text(props.value)}
      display={nameBeside(props)}
      onChange={(next) => props.onChange?.(next)}
    />
  ),
  category: ({ field, value, onChange, id }) => (
    <CategoryPicker
      id={id}
      dict={field.dict}
      root={field.root}
      placeholder="选择设备类别"
      value={text(value)}
      onChange={(next) => onChange?.(next)}
    />
  ),
  select: (props) => <OptionsField {...props} />,
  selectMulti: (props) => <OptionsField {...props} multiple />,
  tree: (props) => <TreeField {...props} />,
  readonly: (props) => <ReadOnlyField {...props} />,
};

/** The control of a field. Also the control of a form item: value and onChange come from there. */
export function FieldControl(props: FieldProps) {
  const Editor = editors[props.field.type];
  if (!Editor) throw new Error(`未知的字段类型 ${props.field.type}（${props.field.label}）`);
  return props.field.readonly ? <ReadOnlyField {...props} /> : <Editor {...props} />;
}

const dictOf = (field: FormField) => field.dict ?? (field.type === 'category' ? 'C602' : undefined);

/** The value of a field in words, for details, read-only fields and comparisons. */
export function fieldText(field: FormField, record: Row, dicts: DictMap = {}): string {
  const value = record[field.prop];
  const name = record[`${field.prop}Name`];
  if (!isBlank(name)) return String(name);
  if (isBlank(value)) return '';
  if (field.options) {
    return list(value)
      .map((one) => field.options!.find((option) => option.value === one)?.label ?? one)
      .join('、');
  }
  const entries = dicts[dictOf(field) ?? ''];
  if (entries) {
    return list(value)
      .map((one) => labelOf(entries, one))
      .join('、');
  }
  switch (field.type) {
    case 'date':
      return formatDate(value);
    case 'datetime':
      return formatDateTime(value);
    case 'money':
      return formatMoney(value);
    case 'int':
    case 'decimal':
    case 'number':
      return formatNumber(value);
    case 'bool':
      return value === true || value === 1 || value === '1' ? '是' : '否';
    case 'password':
      return '******';
    default:
      return Array.isArray(value) ? value.join('、') : String(value);
  }
}

export const isWide = (field: FormField) => field.type === 'textarea' || field.type === 'html';

const LETTER = 13;
const LONGEST_LABEL = 9; // letters; a longer one breaks rather than take the room of all fields

/** As wide as the longest label, so that labels stand in one line. */
export function labelWidth(groups: FormGroup[]): number {
  const lengths = groups.flatMap((group) =>
    group.fields.map((field) => field.label.length + (field.help ? 1.5 : 0)),
  );
  return Math.round(Math.min(Math.max(...lengths, 5), LONGEST_LABEL) * LETTER + 20);
}
