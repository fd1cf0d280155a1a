/** Conditions, columns and sort of a saved query, over the fields that the server declares. */

import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Modal, Segmented, Select, Switch } from 'antd';
import { useEffect, useState } from 'react';
import { messageOf } from '@/api/client';
import { useDict } from '@/api/dict';
import { formatNumber } from '@/ui/format';
import { DayPicker } from '@/ui/pickers/DayPicker';
import { NumberBox } from '@/ui/pickers/NumberBox';
import { useApp } from '@/ui/useApp';
import { useOwnCopy } from '@/ui/useOwnCopy';
import { FaultNote } from '@/views/ListStates';
import { builderOf, queryOf, saveQuery, tryOut } from './api';
import './queries.css';
import type { Builder, Condition, FieldConfig, SavedQuery } from '@/api/shapes';

interface Props {
  kind: string;
  /** Missing: a new query. */
  id?: string;
  onClose: () => void;
  onSaved: (id: string) => void;
}

const FRESH: Partial<SavedQuery> = { name: '', matchall: true, conditions: [], columns: [], sort: '' };

export function QueryBuilder({ kind, id, onClose, onSaved }: Props) {
  const { message } = useApp();
  const builder = useQuery({ queryKey: ['query fields', kind], queryFn: () => builderOf(kind) });
  const own = useOwnCopy();
  const stored = useQuery({
    queryKey: ['query to change', id, own.key],
    queryFn: () => queryOf(id!),
    enabled: Boolean(id),
    ...own.options,
  });
  const [query, setQuery] = useState<Partial<SavedQuery>>(id ? {} : { ...FRESH, kind });
  const [found, setFound] = useState('');
  const [saving, setSaving] = useState(false);
  useEffect(() => {
    if (stored.data) setQuery(stored.data);
  }, [stored.data]);
  const change = (part: Partial<SavedQuery>) => {
    setFound('');
    setQuery((now) => ({ ...now, ...part }));
  };
  const conditions = query.conditions ?? [];
  const setCondition = (index: number, part: Partial<Condition>) =>
    change({ conditions: conditions.map((one, i) => (i === index ? { ...one, ...part } : one)) });

  const save = async () => {
    setSaving(true);
    try {
      const { id: saved } = await saveQuery(query);
      message.success('查询已保存');
      onSaved(saved);
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setSaving(false);
    }
  };
  const ask = async () => {
    try {
      const { count, countCapped } = await tryOut(kind, query.matchall !== false, conditions);
      setFound(`符合条件的有 ${countCapped ? `${formatNumber(count)} 条以上` : `${formatNumber(count)} 条`}`);
    } catch (error) {
      message.error(messageOf(error));
    }
  };
  const error = builder.error ?? stored.error;
  return (
    <Modal
      open
      width={860}
      title={`${id ? '编辑' : '新增'}${builder.data?.title ?? ''}查询`}
      mask={{ closable: false }}
      onCancel={onClose}
      styles={{ body: { maxHeight: 'calc(100vh - 220px)', overflowY: 'auto' } }}
      footer={
        <div className="query-foot">
          <Button onClick={ask}>试查</Button>
          <span className="hint">{found}</span>
          <span className="spacer" />
          <Button onClick={onClose}>取消</Button>
          <Button
            type="primary"
            loading={saving}
            disabled={query.mine === false || !query.name?.trim()}
            onClick={save}
          >
            保存
          </Button>
        </div>
      }
    >
      {error && <FaultNote error={error} onRetry={() => builder.refetch()} />}
      {builder.data && query.kind && (
        <div className="query-builder">
          {query.mine === false && <p className="hint">这是他人共享的查询，只能查看结果。</p>}
          <div className="query-line">
            <label htmlFor="query-name">名称</label>
            <Input
              id="query-name"
              autoFocus
              maxLength={60}
              value={query.name}
              onChange={(event) => change({ name: event.target.value })}
            />
            <label htmlFor="query-remark">说明</label>
            <Input
              id="query-remark"
              maxLength={200}
              value={query.remark}
              onChange={(event) => change({ remark: event.target.value })}
            />
          </div>
          <div className="query-head">
            <b>条件</b>
            <Segmented
              size="small"
              value={query.matchall !== false ? 'all' : 'any'}
              options={[
                { value: 'all', label: '全部满足' },
                { value: 'any', label: '满足任一' },
              ]}
              onChange={(value) => change({ matchall: value === 'all' })}
            />
            <span className="spacer" />
            <Button
              size="small"
              icon={<PlusOutlined />}
              onClick={() => change({ conditions: [...conditions, { field: '', op: '', value: '' }] })}
            >
              添加条件
            </Button>
          </div>
          {conditions.length === 0 && <p className="hint">没有条件时，结果是您能看到的全部数据。</p>}
          {conditions.map((one, index) => (
            <ConditionRow
              key={index}
              builder={builder.data}
              value={one}
              onChange={(part) => setCondition(index, part)}
              onDelete={() => change({ conditions: conditions.filter((_, i) => i !== index) })}
            />
          ))}
          <div className="query-head">
            <b>显示列与排序</b>
          </div>
          <Select
            mode="multiple"
            style={{ width: '100%' }}
            placeholder="不选时显示常用列；选择的先后就是列的顺序"
            optionFilterProp="label"
            value={query.columns}
            options={grouped(builder.data.fields)}
            onChange={(columns: string[]) => change({ columns })}
          />
          <div className="query-line">
            <label htmlFor="query-sort">排序</label>
            <Sort builder={builder.data} query={query} onChange={(sort) => change({ sort })} />
            <label htmlFor="query-shared">本机构共享</label>
            <Switch
              id="query-shared"
              size="small"
              checked={query.shared}
              onChange={(shared) => change({ shared })}
            />
          </div>
        </div>
      )}
    </Modal>
  );
}

function grouped(fields: FieldConfig[]) {
  const groups = new Map<string, { value: string; label: string }[]>();
  for (const field of fields) {
    const list = groups.get(field.group) ?? [];
    list.push({ value: field.prop, label: field.label });
    groups.set(field.group, list);
  }
  return [...groups].map(([label, options]) => ({ label, options }));
}

interface SortProps {
  builder: Builder;
  query: Partial<SavedQuery>;
  onChange: (sort: string) => void;
}

function Sort({ builder, query, onChange }: SortProps) {
  const shown = query.columns?.length ? query.columns : builder.columns;
  const named = new Map(builder.fields.map((field) => [field.prop, field.label]));
  const options = shown.flatMap((prop) => [
    { value: prop, label: `${named.get(prop) ?? prop} 升序` },
    { value: `-${prop}`, label: `${named.get(prop) ?? prop} 降序` },
  ]);
  return (
    <Select
      id="query-sort"
      allowClear
      showSearch
      optionFilterProp="label"
      placeholder="默认顺序"
      value={query.sort || undefined}
      options={options}
      onChange={(value?: string) => onChange(value ?? '')}
    />
  );
}

interface RowProps {
  builder: Builder;
  value: Condition;
  onChange: (part: Partial<Condition>) => void;
  onDelete: () => void;
}

function ConditionRow({ builder, value, onChange, onDelete }: RowProps) {
  const field = builder.fields.find((one) => one.prop === value.field);
  const operators = field ? Object.entries(builder.operators[field.type]) : [];
  return (
    <div className="query-condition">
      <Select
        showSearch
        optionFilterProp="label"
        placeholder="字段"
        aria-label="字段"
        value={value.field || undefined}
        options={grouped(builder.fields.filter((one) => !one.closed))}
        onChange={(prop: string) => {
          const next = builder.fields.find((one) => one.prop === prop)!;
          onChange({ field: prop, op: Object.keys(builder.operators[next.type])[0]!, value: '' });
        }}
      />
      <Select
        placeholder="条件"
        aria-label="条件"
        value={value.op || undefined}
        options={operators.map(([code, label]) => ({ value: code, label }))}
        onChange={(op: string) => onChange({ op, value: sameInput(value.op, op) ? value.value : '' })}
      />
      {field && <ValueInput field={field} value={value} onChange={(text) => onChange({ value: text })} />}
      <Button type="text" size="small" aria-label="删除条件" icon={<DeleteOutlined />} onClick={onDelete} />
    </div>
  );
}

const DAYS = ['days', 'past'];
const sameInput = (a: string, b: string) => DAYS.includes(a) === DAYS.includes(b);

function ValueInput({
  field,
  value,
  onChange,
}: {
  field: FieldConfig;
  value: Condition;
  onChange: (text: string) => void;
}) {
  const entries = useDict(field.dict);
  if (['empty', 'filled', 'is', 'isnot'].includes(value.op)) return <span />;
  if (field.type === 'dict')
    return (
      <Select
        mode="multiple"
        maxTagCount="responsive"
        optionFilterProp="label"
        placeholder="可选多个"
        aria-label="值"
        value={value.value ? value.value.split(',') : []}
        options={entries.map((one) => ({ value: one.value, label: one.label }))}
        onChange={(codes: string[]) => onChange(codes.join(','))}
      />
    );
  if (field.type === 'date' && !DAYS.includes(value.op))
    return <DayPicker aria-label="值" value={value.value} onChange={onChange} />;
  if (field.type === 'number' || field.type === 'date')
    return (
      <NumberBox
        aria-label="值"
        whole={field.type === 'date'}
        value={value.value}
        suffix={field.type === 'date' ? '天' : undefined}
        onChange={(number) => onChange(number ?? '')}
      />
    );
  return (
    <Input
      aria-label="值"
      maxLength={200}
      value={value.value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
