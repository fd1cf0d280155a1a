/** The tree of administrative areas. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import { useEffect, useState } from 'react';
import { AREA_ROOT, areaQuery } from '@/api/common';
import type { AreaItem } from '@/api/shapes';
import type { PickerProps } from './common';

interface AreaNode {
  value: string;
  title: string;
  isLeaf: boolean;
  children?: AreaNode[];
}

const nodeOf = (area: AreaItem): AreaNode => ({
  value: area.id,
  title: area.name,
  isLeaf: !area.hasChildren,
});

function withChildren(nodes: AreaNode[], id: string, children: AreaNode[]): AreaNode[] {
  return nodes.map((node) => {
    if (node.value === id) return { ...node, children };
    return node.children ? { ...node, children: withChildren(node.children, id, children) } : node;
  });
}

interface AreaPickerProps extends PickerProps {
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
