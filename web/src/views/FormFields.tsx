/** The groups and fields of a declared form, in three columns as on paper. */
import { Form, type FormInstance } from 'antd';
import type { Rule } from 'antd/es/form';
import type { CSSProperties } from 'react';
import type { Row } from '@/api/layout';
import type { FormConfig, FormField } from '@/api/shapes';
import { FormItem } from '@/ui/FormItem';
import { isBlank } from '@/ui/format';
import { dayFault, numberFault } from '@/ui/typed';
import { useValidate, type Validate } from '@/ui/validators';
import { FieldControl, isWide, labelWidth } from './fields';
import { meets } from './template';

const picked = new Set([
  'dict',
  'dictMulti',
  'date',
  'datetime',
  'unit',
  'user',
  'equipment',
  'area',
  'category',
  'select',
  'selectMulti',
  'radio',
  'tree',
  'bool',
]);

function rulesOf(field: FormField, check: Validate): Rule[] {
  const rules: Rule[] = [];
  if (field.required && !field.readonly) {
    const verb = picked.has(field.type) ? '请选择' : '请填写';
    rules.push({
      validator: async (_, value) => {
        if (isBlank(value) || (Array.isArray(value) && value.length === 0))
          throw new Error(field.missing ?? `${verb}${field.label}`);
      },
    });
  }
  if (field.type === 'date' || field.type === 'datetime')
    rules.push({ validator: async (_, value) => refuse(dayFault(value, field.type === 'datetime')) });
  if (numeric.has(field.type))
    rules.push({ validator: async (_, value) => refuse(numberFault(value, field.type === 'int')) });
  if (field.rule) {
    const name = field.rule;
    rules.push({
      validator: async (_, value) => refuse(check(name, value)),
    });
  }
  if (field.min !== undefined || field.max !== undefined)
    rules.push({ validator: async (_, value) => inRange(field, value) });
  return rules;
}

const numeric = new Set(['int', 'decimal', 'number', 'money']);

function refuse(sentence: string | null): void {
  if (sentence) throw new Error(sentence);
}

function inRange(field: FormField, value: unknown): void {
  if (isBlank(value)) return;
  const number = Number(value);
  const unit = field.unit ?? '';
  if (field.min !== undefined && number < field.min)
    throw new Error(`应不小于 ${field.min}${unit}，现在 ${number}`);
  if (field.max !== undefined && number > field.max)
    throw new Error(`应不大于 ${field.max}${unit}，现在 ${number}`);
}

const COLUMNS = 24; // of the declared grid; half of it is the smallest step
const columnsOf = (field: FormField) => field.span ?? (isWide(field) ? COLUMNS : 8);

interface Props {
  config: Pick<FormConfig, 'groups'>;
  form: FormInstance;
  record: Row | undefined;
  readOnly?: boolean;
}

export function FormFields({ config, form, record, readOnly }: Props) {
  const check = useValidate();
  const values = (Form.useWatch([], form) as Row | undefined) ?? {};
  const known = { ...record, ...values };
  return (
    <div style={{ '--label': `${labelWidth(config.groups)}px` } as CSSProperties}>
      {config.groups.map((group, index) => {
        const fields = group.fields.filter((field) => field.type !== 'hidden' && meets(field.when, known));
        if (fields.length === 0) return null;
        return (
          <section key={group.title ?? index} className="form-group" data-group={group.title}>
            {group.title && <h3>{group.title}</h3>}
            <div className="form-grid">
              {fields.map((field) => (
                <div key={field.prop} style={{ gridColumn: `span ${columnsOf(field)}` }}>
                  <FormItem
                    name={field.prop}
                    label={field.label}
                    required={field.required && !field.readonly}
                    tooltip={field.help}
                    rules={rulesOf(field, check)}
                    validateFirst
                  >
                    <FieldControl field={readOnly ? { ...field, readonly: true } : field} record={record} />
                  </FormItem>
                </div>
              ))}
            </div>
          </section>
        );
      })}
    </div>
  );
}
