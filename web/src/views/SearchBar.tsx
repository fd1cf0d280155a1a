/** The search of a list: the quick fields in one row, the rest folded. Enter searches. */
import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type FormEvent, useEffect, useState } from 'react';
import type { Params } from '@/api/client';
import type { SearchField } from '@/api/shapes';
import { drawSearchField } from './searchFields';

interface Props {
  fields: SearchField[];
  value: Params;
  onSearch: (values: Params) => void;
}

const QUICK_AT_MOST = 4;

const widths: Partial<Record<SearchField['widget'], number>> = {
  dateRange: 220,
  category: 178,
  unit: 200,
  select: 130,
  number: 100,
  date: 130,
  user: 120,
  area: 150,
};

/** Wide enough for its own hint: a hint that is cut off explains nothing. */
function widthOf(field: SearchField): number {
  const hint = (field.placeholder?.length ?? 0) * 13 + 44;
  return widths[field.widget] ?? Math.min(220, Math.max(130, hint));
}

function Field({
  field,
  draft,
  change,
}: {
  field: SearchField;
  draft: Params;
  change: (values: Params) => void;
}) {
  // A box to tick carries its own words: the label beside it would say them twice.
  if (field.widget === 'checkbox')
    return (
      <span className="search-field">
        {drawSearchField({ ...field, placeholder: field.label }, draft, change)}
      </span>
    );
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control inside comes from the declared widget
    <label className="search-field">
      <span>{field.label}</span>
      <span className="search-control" style={{ width: widthOf(field) }}>
        {drawSearchField(field, draft, change)}
      </span>
    </label>
  );
}

export function SearchBar({ fields, value, onSearch }: Props) {
  const [draft, setDraft] = useState(value);
  const [unfolded, setUnfolded] = useState(false);
  useEffect(() => setDraft(value), [value]);
  if (fields.length === 0) return null;

  const typed = fields.filter((field) => field.widget !== 'map');
  const onMap = fields.filter((field) => field.widget === 'map' && draft[field.prop]);
  const declared = typed.filter((field) => field.quick);
  const quick = [...(declared.length > 0 ? declared : typed).slice(0, QUICK_AT_MOST), ...onMap];
  const rest = typed.filter((field) => !quick.includes(field));
  const change = (values: Params) => setDraft((old) => ({ ...old, ...values }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(draft);
  };

  return (
    <form className="panel search-bar" onSubmit={submit}>
      <div className="search-row">
        {quick.map((field) => (
          <Field key={field.prop} field={field} draft={draft} change={change} />
        ))}
        <span className="spacer" />
        <Button type="primary" htmlType="submit">
          查询
        </Button>
        <Button onClick={() => onSearch({})}>重置</Button>
        {rest.length > 0 && (
          <button
            type="button"
            className="link"
            aria-expanded={unfolded}
            onClick={() => setUnfolded(!unfolded)}
          >
            {unfolded ? '收起' : `展开 ${rest.length} 项`} {unfolded ? <UpOutlined /> : <DownOutlined />}
          </button>
        )}
      </div>
      {unfolded && (
        <div className="search-more">
          {rest.map((field) => (
            <Field key={field.prop} field={field} draft={draft} change={change} />
          ))}
        </div>
      )}
    </form>
  );
}
