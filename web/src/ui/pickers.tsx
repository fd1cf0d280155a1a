/** Pickers of units, persons, areas and dictionary entries. Each takes `value` and `onChange`, as a form field does. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Cascader, Select, type SelectProps, TreeSelect } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import {
  AREA_ROOT,
  type Area,
  areaQuery,
  type Person,
  personQuery,
  type Unit,
  unitQuery,
} from '@/api/common';
import { type DictEntry, useDict } from '@/api/dict';
import { sessionStore } from '@/api/sessionStore';

type Common = Pick<SelectProps, 'id' | 'disabled' | 'placeholder' | 'style' | 'className' | 'allowClear'>;

/** Waits until typing pauses, so that each letter is not a call. */
function usePaused(text: string, ms = 300): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return paused;
}

export interface DictSelectProps extends Common {
  dict: string;
  /** Only the entries under this parent. */
  parentValue?: string;
  value?: string | string[];
  onChange?: (value: string | string[] | undefined, entry?: DictEntry) => void;
  multiple?: boolean;
}

export function DictSelect({ dict, parentValue, value, onChange, multiple, ...rest }: DictSelectProps) {
  const entries = useDict(dict, parentValue);
  return (
    <Select
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      {...rest}
      mode={multiple ? 'multiple' : undefined}
      maxTagCount="responsive"
      value={value === '' ? undefined : value}
      options={entries.map((entry) => ({ value: entry.value, label: entry.label }))}
      onChange={(next) =>
        onChange?.(
          next,
          entries.find((entry) => entry.value === next),
        )
      }
    />
  );
}

interface CategoryNode {
  value: string;
  label: string;
  children?: CategoryNode[];
}

/** Nests a flat dictionary by its parent values. */
export function nest(entries: DictEntry[]): CategoryNode[] {
  const nodes = new Map<string, CategoryNode>(
    entries.map((entry) => [entry.value, { value: entry.value, label: entry.label }]),
  );
  const roots: CategoryNode[] = [];
  for (const entry of entries) {
    const node = nodes.get(entry.value)!;
    const parent = entry.parentValue ? nodes.get(entry.parentValue) : undefined;
    if (parent && parent !== node) parent.children = [...(parent.children ?? []), node];
    else roots.push(node);
  }
  return roots;
}

function pathTo(nodes: CategoryNode[], value: string): string[] | null {
  for (const node of nodes) {
    if (node.value === value) return [value];
    const below = pathTo(node.children ?? [], value);
    if (below) return [node.value, ...below];
  }
  return null;
}

export interface CategoryPickerProps extends Common {
  value?: string;
  onChange?: (value: string | undefined) => void;
  dict?: string;
}

/** Equipment category on up to three levels; its value is the deepest one picked (equclacode). */
export function CategoryPicker({
  value,
  onChange,
  dict = 'C602',
  placeholder = '全部类别',
  ...rest
}: CategoryPickerProps) {
  const entries = useDict(dict);
  const nodes = useMemo(() => nest(entries), [entries]);
  const path = value ? (pathTo(nodes, value) ?? [value]) : undefined;
  return (
    <Cascader
      {...rest}
      changeOnSelect
      allowClear
      showSearch
      options={nodes}
      value={path}
      placeholder={placeholder}
      displayRender={(labels) => labels.at(-1)}
      onChange={(next) => onChange?.(next?.at(-1) as string | undefined)}
    />
  );
}

export interface UnitPickerProps extends Common {
  value?: string;
  /** Name to show while the unit of `value` has not been searched yet. */
  display?: string;
  onChange?: (id: string | undefined, unit?: Unit) => void;
  /** Narrows the search, for example by kind of unit. */
  params?: Record<string, unknown>;
}

export function UnitPicker({ value, display, onChange, params, ...rest }: UnitPickerProps) {
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<Unit>();
  const [open, setOpen] = useState(false);
  const { data = [], isFetching } = useQuery({ ...unitQuery(usePaused(text), params), enabled: open });
  const known = picked?.id === value ? picked?.name : display;
  const options = data.map((unit) => ({ value: unit.id, label: unit.name, unit }));
  if (value && !data.some((unit) => unit.id === value)) {
    options.unshift({ value, label: known ?? value, unit: { id: value, name: known ?? value } });
  }
  return (
    <Select
      allowClear
      placeholder="名称或拼音首字母"
      {...rest}
      value={value || undefined}
      options={options}
      loading={isFetching}
      notFoundContent={isFetching ? '正在查找' : '没有这样的单位'}
      onOpenChange={setOpen}
      showSearch={{ filterOption: false, onSearch: setText }}
      optionRender={(option) => (
        <div className="picker-option">
          <span>{option.data.unit.name}</span>
          <span className="hint">{option.data.unit.code}</span>
        </div>
      )}
      onChange={(next) => {
        const unit = data.find((candidate) => candidate.id === next);
        setPicked(unit);
        onChange?.(next, unit);
      }}
    />
  );
}

export interface UserPickerProps extends Common {
  value?: string | string[];
  display?: string;
  multiple?: boolean;
  type?: string;
  orgId?: string;
  onChange?: (id: string | string[] | undefined, person?: Person) => void;
}

/** Persons, those picked lately first. */
export function UserPicker({ value, display, multiple, type, orgId, onChange, ...rest }: UserPickerProps) {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const query = { type, orgId, name: usePaused(text) };
  const { data = [], isFetching } = useQuery({ ...personQuery(query), enabled: open });
  const usual = sessionStore.usualPersons().map((person) => person.id);
  const rank = (id: string) => (usual.includes(id) ? usual.indexOf(id) : usual.length);
  const people: Person[] = [...data].sort((a, b) => rank(a.id) - rank(b.id));
  const names = (display ?? '').split(',');
  const values = [value ?? []].flat();
  values.forEach((id, index) => {
    if (people.every((person) => person.id !== id)) people.unshift({ id, name: names[index] || id });
  });
  return (
    <Select
      allowClear
      placeholder="姓名或拼音首字母"
      {...rest}
      mode={multiple ? 'multiple' : undefined}
      maxTagCount="responsive"
      value={value || undefined}
      loading={isFetching}
      notFoundContent={isFetching ? '正在查找' : '没有这样的人员'}
      onOpenChange={setOpen}
      showSearch={{ filterOption: false, onSearch: setText }}
      options={people.map((person) => ({ value: person.id, label: person.name, depart: person.departName }))}
      optionRender={(option) => (
        <div className="picker-option">
          <span>{option.label}</span>
          <span className="hint">{option.data.depart}</span>
        </div>
      )}
      onChange={(next) => {
        const last = Array.isArray(next) ? next.at(-1) : next;
        const person = people.find((candidate) => candidate.id === last);
        if (person) sessionStore.noteUsualPerson(person);
        onChange?.(next, person);
      }}
    />
  );
}

interface AreaNode {
  value: string;
  title: string;
  isLeaf: boolean;
  children?: AreaNode[];
}

const nodeOf = (area: Area): AreaNode => ({ value: area.id, title: area.name, isLeaf: !area.hasChildren });

function withChildren(nodes: AreaNode[], id: string, children: AreaNode[]): AreaNode[] {
  return nodes.map((node) => {
    if (node.value === id) return { ...node, children };
    return node.children ? { ...node, children: withChildren(node.children, id, children) } : node;
  });
}

export interface AreaPickerProps extends Common {
  value?: string;
  display?: string;
  onChange?: (id: string | undefined, name?: string) => void;
}

/** The tree of areas, each level loaded when it is opened. */
export function AreaPicker({ value, display, onChange, ...rest }: AreaPickerProps) {
  const client = useQueryClient();
  const { data } = useQuery(areaQuery(AREA_ROOT));
  const [loaded, setLoaded] = useState<AreaNode[]>([]);
  useEffect(() => {
    if (data) setLoaded(data.map(nodeOf));
  }, [data]);
  const loadBelow = async (id: string) => {
    const children = await client.fetchQuery(areaQuery(id));
    setLoaded((nodes) => withChildren(nodes, id, children.map(nodeOf)));
  };
  return (
    <TreeSelect
      allowClear
      placeholder="行政区划"
      {...rest}
      value={value ? { value, label: display } : undefined}
      labelInValue
      treeData={loaded}
      loadData={(node) => loadBelow(String(node.value))}
      showSearch={{ treeNodeFilterProp: 'title' }}
      onChange={(next?: { value: string; label?: unknown }) =>
        onChange?.(next?.value, next?.label === undefined ? undefined : String(next.label))
      }
    />
  );
}
