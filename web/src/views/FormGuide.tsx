/** Beside a form that fills a page: its groups, and what is still missing before it can be saved, each a way there. */
import { Form, type FormInstance } from 'antd';
import type { Row } from '@/api/layout';
import type { FormConfig, FormField } from '@/api/shapes';
import { isBlank } from '@/ui/format';
import { meets } from './template';

interface Props {
  config: Pick<FormConfig, 'groups'> & Partial<Pick<FormConfig, 'tables'>>;
  form: FormInstance;
  record: Row | undefined;
}

const isMissing = (field: FormField, values: Row) =>
  field.required && !field.readonly && (isBlank(values[field.prop]) || String(values[field.prop]) === '');

export function FormGuide({ config, form, record }: Props) {
  const values = { ...record, ...(Form.useWatch([], form) as Row | undefined) };
  const faults = new Map(form.getFieldsError().map((one) => [String(one.name[0]), one.errors]));
  const groups = config.groups.map((group) => {
    const fields = group.fields.filter((field) => meets(field.when, values));
    const open = fields.filter((field) => isMissing(field, values) || faults.get(field.prop)?.length);
    return { title: group.title ?? '', fields, open };
  });
  const tables = (config.tables ?? []).map((table) => ({ title: table.title, fields: [], open: [] }));
  const open = groups.flatMap((group) => group.open);
  const show = (prop: string) => form.scrollToField(prop, { block: 'center', focus: true });
  return (
    <nav className="panel form-guide" aria-label="表单目录">
      {[...groups.filter((group) => group.title && group.fields.length > 0), ...tables].map((group) => (
        <button key={group.title} type="button" className="link" onClick={() => reveal(group.title)}>
          <span>{group.title}</span>
          {group.open.length > 0 && <span className="caution">{group.open.length}</span>}
        </button>
      ))}
      <h3>{open.length > 0 ? `保存前　${open.length} 处要填` : '必填项目已填'}</h3>
      {open.map((field) => (
        <button key={field.prop} type="button" className="link" onClick={() => show(field.prop)}>
          {field.label}
        </button>
      ))}
    </nav>
  );
}

const reveal = (title: string) =>
  [...document.querySelectorAll<HTMLElement>('.form-view [data-group]')]
    .find((one) => one.dataset.group === title && one.offsetParent !== null)
    ?.scrollIntoView({ block: 'start', behavior: 'auto' });
