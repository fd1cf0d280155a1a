/** The typed-in tables of a form, each under its title with the number of its rows. */
import { Form } from 'antd';
import type { Row } from '@/api/layout';
import type { FormTable } from '@/api/shapes';
import { FormItem } from '@/ui/FormItem';
import { EditableRows } from './EditableRows';
import type { RowFault } from './useRecordForm';

interface Props {
  tables: FormTable[] | undefined;
  fault: RowFault | null;
  readOnly?: boolean;
}

export function FormTables({ tables = [], fault, readOnly }: Props) {
  const form = Form.useFormInstance();
  const values = (Form.useWatch([], form) as Row | undefined) ?? {};
  return tables.map((table) => (
    <section key={table.prop} className="form-group" data-group={table.title}>
      <h3>
        {table.title}　{(values[table.prop] as Row[] | undefined)?.length ?? 0} 行
      </h3>
      <FormItem name={table.prop} noStyle>
        <EditableRows
          viewNo={table.viewNo}
          addLabel={table.add}
          fault={fault?.table === table.prop ? fault : null}
          readOnly={readOnly}
        />
      </FormItem>
    </section>
  ));
}
