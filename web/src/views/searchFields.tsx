/** One entry per search widget the server may name, and how its value reads in words. */
import { Checkbox, Input, Select } from 'antd';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Params } from '@/api/client';
import { labelOf } from '@/api/dict';
import type { DictEntry, SearchField } from '@/api/shapes';
import { DictSelect } from '@/ui/pickers/DictSelect';
import { UnitPicker } from '@/ui/pickers/UnitPicker';
import { UserPicker } from '@/ui/pickers/UserPicker';

// Calendars and trees are heavy and mostly folded away: they come when a field of their kind is drawn.
// The rows come first.
const idle = () => new Promise<void>((done) => (window.requestIdleCallback ?? setTimeout)(() => done()));
const CategoryPicker = lazy(async () => {
  await idle();
  return { default: (await import('@/ui/pickers/CategoryPicker')).CategoryPicker };
});
const AreaPicker = lazy(async () => {
  await idle();
  return { default: (await import('@/ui/pickers/AreaPicker')).AreaPicker };
});
const DateSearch = lazy(() => import('./DateSearch').then((m) => ({ default: m.DateSearch })));
const RangeSearch = lazy(() => import('./DateSearch').then((m) => ({ default: m.RangeSearch })));

type Change = (values: Params) => void;
type Draw = (field: SearchField, values: Params, change: Change) => ReactNode;

const text = (value: unknown) => (value === undefined || value === null ? '' : String(value));

const PICKED = '图上选定的一块';

const rangeNames = (field: SearchField) => [`${field.prop}Start`, `${field.prop}End`] as const;

const widgets: Record<SearchField['widget'], Draw> = {
  input: (field, values, change) => (
    <Input
      value={text(values[field.prop])}
      placeholder={field.placeholder}
      allowClear
      onChange={(event) => change({ [field.prop]: event.target.value })}
    />
  ),
  number: (field, values, change) => (
    <Input
      inputMode="numeric"
      value={text(values[field.prop])}
      placeholder={field.placeholder}
      allowClear
      onChange={(event) => change({ [field.prop]: event.target.value.replace(/[^\d.-]/g, '') })}
    />
  ),
  select: (field, values, change) =>
    field.dict ? (
      <DictSelect
        dict={field.dict}
        placeholder={field.placeholder ?? '全部'}
        value={text(values[field.prop])}
        onChange={(value) => change({ [field.prop]: value })}
      />
    ) : (
      <Select
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={field.placeholder ?? '全部'}
        value={text(values[field.prop]) || undefined}
        options={field.options}
        onChange={(value) => change({ [field.prop]: value })}
      />
    ),
  date: (field, values, change) => (
    <DateSearch value={text(values[field.prop])} onChange={(value) => change({ [field.prop]: value })} />
  ),
  dateRange: (field, values, change) => {
    const [start, end] = rangeNames(field);
    return (
      <RangeSearch
        start={text(values[start])}
        end={text(values[end])}
        onChange={(from, to) => change({ [start]: from, [end]: to })}
      />
    );
  },
  category: (field, values, change) => (
    <CategoryPicker
      dict={field.dict}
      value={text(values[field.prop]) || undefined}
      onChange={(value) => change({ [field.prop]: value })}
    />
  ),
  area: (field, values, change) => (
    <AreaPicker
      value={text(values[field.prop]) || undefined}
      display={text(values[`${field.prop}Name`])}
      onChange={(value, name) => change({ [field.prop]: value, [`${field.prop}Name`]: name })}
    />
  ),
  unit: (field, values, change) => (
    <UnitPicker
      value={text(values[field.prop]) || undefined}
      display={text(values[`${field.prop}Name`])}
      onChange={(value, unit) => change({ [field.prop]: value, [`${field.prop}Name`]: unit?.name })}
    />
  ),
  user: (field, values, change) => (
    <UserPicker
      value={text(values[field.prop]) || undefined}
      display={text(values[`${field.prop}Name`])}
      onChange={(value, person) => change({ [field.prop]: value, [`${field.prop}Name`]: person?.name })}
    />
  ),
  // what is picked on the map: drawn only while it holds, and taken away here
  map: (field, values, change) => (
    <Input
      readOnly
      allowClear
      value={text(values[field.prop]) && PICKED}
      onChange={(event) => event.target.value || change({ [field.prop]: undefined })}
    />
  ),
  checkbox: (field, values, change) => (
    <Checkbox
      checked={text(values[field.prop]) === '1'}
      onChange={(event) => change({ [field.prop]: event.target.checked ? '1' : undefined })}
    >
      {field.placeholder ?? '是'}
    </Checkbox>
  ),
};

export function drawSearchField(field: SearchField, values: Params, change: Change): ReactNode {
  const draw = widgets[field.widget];
  if (!draw) throw new Error(`未知的查询控件 ${field.widget}（${field.label}）`);
  return <Suspense fallback={<span className="control-place" />}>{draw(field, values, change)}</Suspense>;
}

export interface Condition {
  names: string[];
  text: string;
}

/** The conditions in force, each with the names to drop when its chip is removed. */
export function conditionsOf(
  fields: SearchField[],
  values: Params,
  dicts: Record<string, DictEntry[]>,
): Condition[] {
  const found: Condition[] = [];
  const known = new Set<string>();
  for (const field of fields) {
    const names = field.widget === 'dateRange' ? [...rangeNames(field)] : [field.prop, `${field.prop}Name`];
    for (const name of names) known.add(name);
    if (field.widget === 'dateRange') {
      const [start, end] = names.map((name) => text(values[name]));
      if (start || end) found.push({ names, text: `${field.label} ${start || '…'} 至 ${end || '…'}` });
      continue;
    }
    const value = text(values[field.prop]);
    if (!value) continue;
    const spoken =
      text(values[`${field.prop}Name`]) ||
      field.options?.find((option) => option.value === value)?.label ||
      (field.widget === 'category' && labelOf(dicts[field.dict ?? 'C602'] ?? [], value)) ||
      (field.dict && labelOf(dicts[field.dict] ?? [], value)) ||
      (field.widget === 'user' || field.widget === 'unit'
        ? '已选定'
        : field.widget === 'map'
          ? PICKED
          : value);
    found.push({ names, text: field.widget === 'checkbox' ? field.label : `${field.label} ${spoken}` });
  }
  // Conditions that came with a link and have no field of their own are removed together.
  const others = Object.keys(values).filter((name) => !known.has(name) && text(values[name]) !== '');
  if (others.length > 0) found.push({ names: others, text: '桌面带来的条件' });
  return found;
}
