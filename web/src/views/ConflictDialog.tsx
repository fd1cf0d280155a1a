/** Somebody else saved in the meantime: who, when, both values, and the ways on. */
import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { dictQuery } from '@/api/dict';
import type { Row } from '@/api/layout';
import type { FormField } from '@/api/shapes';
import { formatDateTime } from '@/ui/format';
import { fieldText } from './fields';
import type { RecordForm } from './useRecordForm';

export function ConflictDialog({ state }: { state: RecordForm }) {
  const { conflict, record } = state;
  const { data: dicts } = useQuery({ ...dictQuery, enabled: conflict !== null });
  if (!conflict) return null;
  const mine = state.changed();
  const now = state.form.getFieldsValue(true) as Row;
  const theirs = changedFields(state, conflict.latest, record);
  const rows = [...new Set([...mine, ...theirs])];
  const latest = conflict.latest;
  return (
    <Modal
      open
      width={520}
      title="已被别人办理"
      onCancel={state.dropConflict}
      footer={[
        latest && mine.length > 0 && (
          <Button key="keep" type="primary" onClick={() => state.takeLatest(true)}>
            载入最新并保留我的 {mine.length} 处
          </Button>
        ),
        latest && (
          <Button
            key="latest"
            type={mine.length > 0 ? 'default' : 'primary'}
            onClick={() => state.takeLatest(false)}
          >
            {mine.length > 0 ? '载入最新，放弃我的' : '载入最新'}
          </Button>
        ),
        <Button key="back" onClick={state.dropConflict}>
          继续填写
        </Button>,
      ]}
    >
      <p>
        <b>
          {conflict.who
            ? `此单已由 ${conflict.who} 于 ${formatDateTime(conflict.when)} 保存`
            : conflict.sentence}
        </b>
      </p>
      {latest && rows.length > 0 && (
        <table className="plain conflict-table">
          <thead>
            <tr>
              <th>字段</th>
              <th>{conflict.who || '最新'}</th>
              <th>您的</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((field) => (
              <tr key={field.prop}>
                <td>{field.label}</td>
                <td>{fieldText(field, latest, dicts)}</td>
                <td>
                  {mine.includes(field) ? (
                    <b>{fieldText(field, { [field.prop]: now[field.prop] }, dicts)}</b>
                  ) : (
                    '未改'
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Modal>
  );
}

function changedFields(state: RecordForm, latest: Row | null, before: Row | undefined): FormField[] {
  if (!latest || !before) return [];
  const fields = state.config?.groups.flatMap((group) => group.fields) ?? [];
  return fields.filter((field) => String(latest[field.prop] ?? '') !== String(before[field.prop] ?? ''));
}
