/** 查询结果: the list that a saved query makes, with what it asks above it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { dictQuery } from '@/api/dict';
import type { DictEntry, SavedQuery } from '@/api/shapes';
import { useTabTitle } from '@/ui/tab';
import { FaultNote } from '@/views/ListStates';
import { ListView } from '@/views/ListView';
import { builderOf, queryOf } from './api';
import { QueryBuilder } from './QueryBuilder';
import './queries.css';

export function ResultPage() {
  const [search] = useSearchParams();
  const id = search.get('id');
  // Without a query named there is nothing to show but the choice.
  return id ? <Result id={id} /> : <ListView viewNo="query_result_list" />;
}

function Result({ id }: { id: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [editing, setEditing] = useState(false);
  const stored = useQuery({ queryKey: ['query', id], queryFn: () => queryOf(id) });
  useTabTitle(stored.data?.name);
  if (stored.error) return <FaultNote error={stored.error} onRetry={() => stored.refetch()} />;
  if (!stored.data) return null;
  const again = () => {
    setEditing(false);
    void client.invalidateQueries({ queryKey: ['query', id] });
    void client.invalidateQueries({ queryKey: ['tableConfig'] });
    void client.invalidateQueries({ queryKey: ['rows'] });
  };
  return (
    <>
      <ListView
        key={stored.data.version}
        viewNo={`query.${id}`}
        header={
          <section className="panel query-result-head">
            <b>{stored.data.name}</b>
            <Asked query={stored.data} />
            <span className="spacer" />
            <Button size="small" onClick={() => setEditing(true)}>
              修改条件
            </Button>
            <Button size="small" onClick={() => navigate(`/query-settings/${stored.data.kind}`)}>
              全部查询
            </Button>
          </section>
        }
      />
      {editing && (
        <QueryBuilder kind={stored.data.kind} id={id} onClose={() => setEditing(false)} onSaved={again} />
      )}
    </>
  );
}

function Asked({ query }: { query: SavedQuery }) {
  const builder = useQuery({
    queryKey: ['query fields', query.kind],
    queryFn: () => builderOf(query.kind),
  }).data;
  const dicts = useQuery(dictQuery);
  if (!builder) return null;
  const words = query.conditions.map((one) => {
    const field = builder.fields.find((known) => known.prop === one.field);
    if (!field) return '';
    const value = field.dict ? inWords(dicts.data?.[field.dict], one.value) : one.value;
    if (one.op === 'days') return `${field.label}在今后 ${value} 天内`;
    if (one.op === 'past') return `${field.label}在过去 ${value} 天内`;
    return `${field.label}${builder.operators[field.type][one.op] ?? ''} ${value}`.trim();
  });
  const joint = query.matchall ? '，且' : '，或';
  return <span className="hint">{words.filter(Boolean).join(joint) || '没有条件'}</span>;
}

const inWords = (entries: DictEntry[] | undefined, codes: string) =>
  codes
    .split(',')
    .map((code) => entries?.find((entry) => entry.value === code)?.label ?? code)
    .join('、');
