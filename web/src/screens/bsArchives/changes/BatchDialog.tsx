/** 批量修改: choose fields, enter the new values, see what would change on each device, then change all or none. */

import { CloseOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { plainLabel } from '@/screens/bsArchives/equipment/api';
import { isBlank } from '@/ui/format';
import { StateNote } from '@/ui/Panel';
import { useApp } from '@/ui/useApp';
import { FieldControl } from '@/views/fields';
import { FaultNote } from '@/views/ListStates';
import { useBusy } from '@/views/useBusy';
import { applyBatch, batchFieldsQuery, previewBatch } from './api';
import './changes.css';
import type { BatchField, Previewed } from '@/api/shapes';

const CLEARED = ' ';

interface Props {
  ids: string[];
  onClose: () => void;
  onDone: () => void;
}

export function BatchDialog({ ids, onClose, onDone }: Props) {
  const { message } = useApp();
  const name = useId();
  const fields = useQuery(batchFieldsQuery(ids));
  const [values, setValues] = useState<Record<string, unknown>>({});
  const [shown, setShown] = useState<Previewed[] | null>(null);
  const [busy, run] = useBusy();
  const known = fields.data ?? [];
  const chosen = Object.keys(values);
  const sent = Object.fromEntries(
    Object.entries(values).map(([prop, value]) => [prop, isBlank(value) ? CLEARED : value]),
  );
  const set = (next: Record<string, unknown>) => {
    setValues(next);
    setShown(null); // what was shown belongs to the former values
  };
  const preview = () => run(async () => setShown(await previewBatch(ids, sent)));
  const apply = () =>
    run(async () => {
      const rows = (shown ?? []).map(({ id, version }) => ({ id, version }));
      const done = await applyBatch(rows, sent);
      message.success(`${done.count} 台设备已修改`);
      onClose();
      onDone();
    });
  const refused = (shown ?? []).filter((row) => row.refusal).length;
  const touched = (shown ?? []).filter((row) => row.changes.length > 0).length;
  return (
    <Modal
      open
      width={1080}
      title={`批量修改 ${ids.length} 台设备`}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={[
        shown && refused > 0 && (
          <span key="refused" className="caution">
            {refused} 台不能修改，全部都能修改时才能提交　
          </span>
        ),
        <Button key="cancel" onClick={onClose}>
          取消
        </Button>,
        shown ? (
          <Button
            key="apply"
            type="primary"
            loading={busy}
            disabled={refused > 0 || touched === 0}
            onClick={apply}
          >
            修改 {touched} 台
          </Button>
        ) : (
          <Button
            key="preview"
            type="primary"
            loading={busy}
            disabled={chosen.length === 0}
            onClick={preview}
          >
            预览
          </Button>
        ),
      ]}
    >
      {fields.isError ? (
        <FaultNote error={fields.error} onRetry={() => fields.refetch()} />
      ) : (
        <div className="batch-change">
          <div className="batch-side">
            <Select
              mode="multiple"
              aria-label="要修改的项目"
              placeholder="选择要修改的项目"
              value={chosen}
              options={optionsOf(known)}
              showSearch={{ optionFilterProp: 'label' }}
              maxTagCount={0}
              maxTagPlaceholder={(all) => `已选 ${all.length} 项`}
              onChange={(next: string[]) => set(Object.fromEntries(next.map((prop) => [prop, values[prop]])))}
            />
            {chosen.map((prop) => {
              const field = known.find((one) => one.prop === prop);
              if (!field) return null;
              const { [prop]: _gone, ...rest } = values;
              return (
                <div key={prop} className="batch-field">
                  <span>
                    <label htmlFor={`${name}${prop}`}>{plainLabel(field.label)}</label>
                    <button
                      type="button"
                      className="icon-button"
                      aria-label={`不改${field.label}`}
                      onClick={() => set(rest)}
                    >
                      <CloseOutlined />
                    </button>
                  </span>
                  <FieldControl
                    id={`${name}${prop}`}
                    field={field}
                    value={values[prop]}
                    onChange={(next) => set({ ...values, [prop]: next })}
                  />
                </div>
              );
            })}
            {chosen.length > 0 && <p className="hint">留空表示清除原值，必填项目不能清除</p>}
          </div>
          <div>{shown ? <Preview rows={shown} /> : <Before chosen={chosen.length} />}</div>
        </div>
      )}
    </Modal>
  );
}

function optionsOf(fields: BatchField[]) {
  const groups = [...new Set(fields.map((field) => field.group))];
  return groups.map((group) => ({
    label: group,
    options: fields
      .filter((field) => field.group === group)
      .map((field) => ({ value: field.prop, label: plainLabel(field.label) })),
  }));
}

function Before({ chosen }: { chosen: number }) {
  return (
    <StateNote kind="empty" title={chosen > 0 ? '填好后点「预览」' : '先在左边选择要修改的项目'}>
      每台设备的原值和新值会列在这里，确认后一次修改
    </StateNote>
  );
}

const words = (value: unknown) => (isBlank(value) ? '空' : String(value));

function Preview({ rows }: { rows: Previewed[] }) {
  return (
    <table className="plain">
      <colgroup>
        <col style={{ width: 250 }} />
        <col />
      </colgroup>
      <thead>
        <tr>
          <th>设备</th>
          <th>原值 → 新值</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className="wrap">
              <span className="code">{row.code || row.id}</span> {row.name}
              <div className="hint">{row.place}</div>
            </td>
            <td className="wrap old-new">
              {row.refusal && <div className="late">{row.refusal}</div>}
              {row.changes.map((change) => (
                <div key={change.prop}>
                  <span className="soft">{plainLabel(change.label)}</span> <s>{words(change.old)}</s> →{' '}
                  {words(change.new)}
                </div>
              ))}
              {!row.refusal && row.changes.length === 0 && <span className="hint">没有变化</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
