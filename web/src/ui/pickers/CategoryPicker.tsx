/** Equipment categories on three levels. */
import { Cascader } from 'antd';
import { useMemo } from 'react';
import { useDict } from '@/api/dict';
import type { DictEntry } from '@/api/shapes';
import type { PickerProps } from './common';

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

interface CategoryPickerProps extends PickerProps {
  value?: string;
  onChange?: (value: string | undefined) => void;
  dict?: string;
  /** Offers only what stands below this category. */
  root?: string;
}

/** Equipment category on up to three levels; its value is the deepest one picked (equclacode). */
export function CategoryPicker({
  value,
  onChange,
  dict = 'C602',
  root,
  placeholder = '全部类别',
  ...rest
}: CategoryPickerProps) {
  const entries = useDict(dict);
  const nodes = useMemo(() => {
    const all = nest(entries);
    return root ? (all.find((node) => node.value === root)?.children ?? all) : all;
  }, [entries, root]);
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
