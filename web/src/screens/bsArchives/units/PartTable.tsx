/** Rows that belong to one record, edited in place: add, change, delete, each behind its permission. */
import { PlusOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { messageOf, post } from '@/api/client';
import type { Row } from '@/api/layout';
import { usePermission } from '@/ui/permission';
import './units.css';

const FormDialog = lazy(() => import('@/views/FormDialog'));

export interface PartColumn {
  label: string;
  width?: number;
  right?: boolean;
  draw: (row: Row) => ReactNode;
}

interface Props {
  rows: Row[];
  columns: PartColumn[];
  /** The form of a row, and the call that deletes rows. */
  form: string;
  deleteUrl: string;
  permission: string;
  noun: string;
  /** Values that a new row starts with and that every save carries: the record it belongs to. */
  owner: Row;
  onChanged: () => void;
  hint?: ReactNode;
}

export function PartTable(props: Props) {
  const { rows, columns, form, deleteUrl, permission, noun, owner, onChanged, hint } = props;
  const { message, modal } = App.useApp();
  const { guard } = usePermission();
  const [edited, setEdited] = useState<string | null>(null); // '' is a new row

  const remove = (row: Row) =>
    modal.confirm({
      title: `删除${noun}`,
      content: '删除后不能恢复，变更记录仍保留',
      okText: '删除',
      onOk: async () => {
        try {
          await post(deleteUrl, { ids: [String(row.id)] });
          onChanged();
        } catch (error) {
          message.error(messageOf(error));
        }
      },
    });

  return (
    <div className="part-table">
      <div className="part-bar">
        <span className="hint">{hint}</span>
        <span className="spacer" />
        <Button size="small" icon={<PlusOutlined />} onClick={() => guard(permission, () => setEdited(''))}>
          新增{noun}
        </Button>
      </div>
      {rows.length === 0 ? (
        <p className="hint part-none">没有登记{noun}</p>
      ) : (
        <table className="plain">
          <colgroup>
            {columns.map((column) => (
              <col key={column.label} style={column.width ? { width: column.width } : undefined} />
            ))}
            <col style={{ width: 88 }} />
          </colgroup>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.label} className={column.right ? 'right' : undefined}>
                  {column.label}
                </th>
              ))}
              <th>操作</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={String(row.id)}>
                {columns.map((column) => {
                  const drawn = column.draw(row);
                  return (
                    <td
                      key={column.label}
                      className={column.right ? 'right' : undefined}
                      title={typeof drawn === 'string' ? drawn : undefined}
                    >
                      {drawn}
                    </td>
                  );
                })}
                <td className="row-actions">
                  <button
                    type="button"
                    className="link"
                    onClick={() => guard(permission, () => setEdited(String(row.id)))}
                  >
                    编辑
                  </button>{' '}
                  <button type="button" className="link" onClick={() => guard(permission, () => remove(row))}>
                    删除
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {edited !== null && (
        <Suspense fallback={null}>
          <FormDialog
            viewNo={form}
            title={`${edited ? '编辑' : '新增'}${noun}`}
            id={edited || undefined}
            initial={owner}
            extra={edited ? {} : ownerKeys(owner)}
            onClose={() => setEdited(null)}
            onSaved={onChanged}
          />
        </Suspense>
      )}
    </div>
  );
}

const ownerKeys = (owner: Row) =>
  Object.fromEntries(Object.entries(owner).filter(([name]) => name.endsWith('_id')));
