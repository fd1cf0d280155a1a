/** A table whose rows are typed in: columns from a declared form, a new row under the last, faults at their cell.
 * Without words for a new row its rows are given: they are filled in, none is added or taken out. */
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useId } from 'react';
import { formConfigQuery, type Row } from '@/api/layout';
import type { FormField } from '@/api/shapes';
import { FieldControl } from './fields';
import type { RowFault } from './useRecordForm';
import './forms.css';

interface Props {
  viewNo: string;
  value?: Row[];
  onChange?: (rows: Row[]) => void;
  fault?: RowFault | null;
  addLabel: string;
  readOnly?: boolean;
}

const WIDTHS: Partial<Record<FormField['type'], number>> = {
  date: 122,
  int: 90,
  decimal: 92,
  number: 92,
  money: 100,
};

const shown = (field: FormField) => (field.unit ? `${field.label}(${field.unit})` : field.label);
/** Units and limits stand in the head of the column, not in every cell. */
const bare = (field: FormField): FormField => ({ ...field, unit: undefined, min: undefined, max: undefined });

export function EditableRows({ viewNo, value: rows = [], onChange, fault, addLabel, readOnly }: Props) {
  const config = useQuery(formConfigQuery(viewNo));
  const own = useId();
  const free = !readOnly && Boolean(addLabel);
  const fields = config.data?.groups.flatMap((group) => group.fields) ?? [];
  const set = (index: number, prop: string, value: unknown) =>
    onChange?.(rows.map((row, at) => (at === index ? { ...row, [prop]: value } : row)));
  const add = (copy?: Row) => {
    const next = copy ? { ...copy, id: undefined, [fields[0]?.prop ?? '']: undefined } : {};
    onChange?.([...rows, next]);
  };
  return (
    <div className="editable-rows">
      <table className="plain">
        <thead>
          <tr>
            <th style={{ width: 34 }}>序</th>
            {fields.map((field) => (
              <th key={field.prop} style={{ width: WIDTHS[field.type] }}>
                {shown(field)}
                {field.required && <span className="caution"> *</span>}
              </th>
            ))}
            {free && <th style={{ width: 84 }} />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={String(row.id ?? index)}>
              <td className="hint">{index + 1}</td>
              {fields.map((field) => {
                const wrong = fault?.row === index && fault.prop === field.prop;
                const cell = `${own}-${index}-${field.prop}`;
                return (
                  <td key={field.prop} className={wrong ? 'wrong-cell' : undefined}>
                    <label className="sr-only" htmlFor={cell}>
                      第{index + 1}行{field.label}
                    </label>
                    <FieldControl
                      id={cell}
                      field={readOnly ? { ...bare(field), readonly: true } : bare(field)}
                      value={row[field.prop] ?? undefined}
                      record={row}
                      onChange={(value) => set(index, field.prop, value)}
                    />
                  </td>
                );
              })}
              {free && (
                <td>
                  <button type="button" className="link" onClick={() => add(row)}>
                    复制
                  </button>
                  {'　'}
                  <button
                    type="button"
                    className="link"
                    onClick={() => onChange?.(rows.filter((_, at) => at !== index))}
                  >
                    删除
                  </button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {fault && <p className="late">{fault.sentence}</p>}
      {free && (
        <Button size="small" onClick={() => add()}>
          {addLabel}
        </Button>
      )}
    </div>
  );
}
