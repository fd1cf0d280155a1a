/** A maintenance visit: what was done, item by item, by whom, and the photos. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, Input, Modal, Radio, type RefSelectProps, Select } from 'antd';
import { type Ref, useEffect, useId, useRef, useState } from 'react';
import { ApiError, messageOf, postEnvelope } from '@/api/client';
import { labelOf, useDict } from '@/api/dict';
import { formConfigQuery, type Row, rowsQuery } from '@/api/layout';
import { Attachments } from '@/ui/Attachments';
import { formatDateTime } from '@/ui/format';
import { KeyValues } from '@/ui/Panel';
import { usePaused } from '@/ui/pickers/common';
import { useApp } from '@/ui/useApp';
import { FormFields } from '@/views/FormFields';
import { FaultNote } from '@/views/ListStates';
import { startQuery, visitQuery } from './api';
import '@/views/forms.css';
import './maintenance.css';
import type { Visit, VisitItem } from '@/api/shapes';

interface Props {
  /** The visit to show or change; a new one when left out. */
  id?: string;
  /** The lift of a new visit; chosen in the dialog when left out. */
  lift?: string;
  readOnly?: boolean;
  onSaved: () => void;
  onClose: () => void;
}

export function VisitDialog(props: Props) {
  const visit = useQuery(visitQuery(props.id ?? ''));
  if (props.id && !visit.data) {
    return (
      <Modal open width={980} title="维保记录" footer={null} onCancel={props.onClose}>
        {visit.isError && <FaultNote error={visit.error} onRetry={() => visit.refetch()} />}
      </Modal>
    );
  }
  return props.readOnly && visit.data ? (
    <Seen visit={visit.data} onClose={props.onClose} />
  ) : (
    <Entry {...props} visit={visit.data} />
  );
}

function Seen({ visit, onClose }: { visit: Visit; onClose: () => void }) {
  const types = useDict('C661');
  const faults = visit.items?.filter((item) => item.result === '×') ?? [];
  return (
    <Modal
      open
      width={980}
      title={`维保记录　${visit.equcode}　${visit.visitday}`}
      footer={null}
      onCancel={onClose}
    >
      <div className="visit-body">
        <KeyValues
          items={[
            { label: '使用地点', value: visit.useplace, span: 2 },
            { label: '维保类型', value: labelOf(types, visit.maitype) },
            { label: '维保单位', value: visit.maiorgname },
            { label: '维保人员', value: visit.persons },
            {
              label: '时间',
              value: `${formatDateTime(visit.starttime)} — ${formatDateTime(visit.endtime).slice(11)}`,
            },
            {
              label: '间隔',
              value: (
                <span className={visit.overdue ? 'late' : undefined}>
                  {visit.intervaldays === null ? '首次' : `${visit.intervaldays} 天`}
                  {visit.limitdays !== null && `（规定 ${visit.limitdays} 天内）`}
                </span>
              ),
            },
            { label: '使用单位签字', value: visit.signed ? visit.signedby || '已签字' : '未签字' },
            { label: '评分', value: visit.score === null ? '未评' : `${visit.score} 分` },
            { label: '备注', value: String(visit.remark || '没有'), span: 3 },
          ]}
        />
        {faults.length > 0 && (
          <p className="caution">
            发现问题 {faults.length} 项：{faults.map((one) => `${one.item}（${one.note}）`).join('；')}
          </p>
        )}
        <Items rows={visit.items ?? []} />
        <Attachments attrefsysid={visit.id} owner="maintenance" title="照片" readOnly={!visit.editable} />
      </div>
    </Modal>
  );
}

const RESULTS = ['√', '×', '/'];

function Items({ rows, onChange }: { rows: VisitItem[]; onChange?: (rows: VisitItem[]) => void }) {
  if (rows.length === 0) return <p className="hint">这种维保没有规定项目，在备注中写明内容</p>;
  const set = (index: number, part: Partial<VisitItem>) =>
    onChange?.(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  return (
    <table className="plain visit-items">
      <thead>
        <tr>
          <th style={{ width: 40 }}>序</th>
          <th style={{ width: 300 }}>维保项目</th>
          {onChange && <th>要求</th>}
          <th style={{ width: onChange ? 116 : 60 }}>结果</th>
          <th style={{ width: onChange ? 190 : undefined }}>情况与处理</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.no}>
            <td className="hint">{index + 1}</td>
            <td title={row.item}>{row.item}</td>
            {onChange && (
              <td className="soft" title={row.requirement}>
                {row.requirement}
              </td>
            )}
            <td className={row.result === '×' ? 'late' : undefined}>
              {onChange ? (
                <Radio.Group
                  size="small"
                  optionType="button"
                  buttonStyle="solid"
                  options={RESULTS}
                  value={row.result}
                  onChange={(event) => set(index, { result: event.target.value })}
                />
              ) : (
                row.result
              )}
            </td>
            <td>
              {onChange ? (
                <Input
                  size="small"
                  maxLength={200}
                  value={row.note}
                  placeholder={row.result === '×' ? '写明情况与处理' : ''}
                  onChange={(event) => set(index, { note: event.target.value })}
                />
              ) : (
                row.note
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Entry({ lift: given, visit: read, onSaved, onClose }: Props & { visit?: Visit }) {
  const { message } = useApp();
  const [visit] = useState(read); // read again, it would take away what was typed
  const client = useQueryClient();
  const [form] = Form.useForm();
  const name = useId();
  const config = useQuery(formConfigQuery('maintenance_form'));
  const [lift, setLift] = useState(given ?? visit?.equdatasysid ?? '');
  const type = String(Form.useWatch('maitype', form) ?? visit?.maitype ?? '01');
  const start = useQuery(startQuery(lift, type));
  const [marks, setMarks] = useState<Record<string, VisitItem>>(() =>
    Object.fromEntries((visit?.items ?? []).map((item) => [item.no, item])),
  );
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    form.setFieldsValue(visit ?? { maitype: '01', signed: '0' });
  }, [form, visit]);
  // The same people come again, most often.
  const before = start.data?.persons;
  useEffect(() => {
    if (!visit && before && !form.isFieldTouched('persons')) form.setFieldValue('persons', before);
  }, [form, visit, before]);
  const finder = useRef<RefSelectProps>(null);
  // Everything is in order unless somebody says otherwise: a visit has up to 76 items.
  const rows = (start.data?.items ?? []).map((item) => ({ ...item, result: '√', ...marks[item.no] }));
  const save = async () => {
    if (!lift) {
      message.warning('请先选择电梯');
      return;
    }
    try {
      await form.validateFields();
    } catch {
      return;
    }
    setBusy(true);
    try {
      const saved = await postEnvelope<Visit>('/api/maintenance/save', {
        ...form.getFieldsValue(true),
        items: rows.map(({ no, result, note }) => ({ no, result, note })),
        id: visit?.id,
        version: visit?.version,
        equdatasysid: lift,
      });
      message.success('保存成功，照片可在“查看”中上传');
      void client.invalidateQueries({ queryKey: ['visit', saved.data.id] });
      onSaved();
      onClose();
    } catch (error) {
      const field = error instanceof ApiError ? String(error.body.field ?? '') : '';
      if (field && field !== 'items') form.setFields([{ name: field, errors: [messageOf(error)] }]);
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const shown = start.data?.lift;
  return (
    <Modal
      open
      width={1040}
      title={visit ? `编辑维保记录　${visit.equcode}　${visit.visitday}` : '登记维保'}
      okText="保存"
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: Boolean(lift) && !start.data }}
      afterOpenChange={(open) => open && finder.current?.focus()}
      mask={{ closable: false }}
      onOk={save}
      onCancel={onClose}
    >
      <div className="visit-body">
        {!given && !visit && <LiftPicker finder={finder} value={lift} onChange={setLift} />}
        {start.isError && <FaultNote error={start.error} onRetry={() => start.refetch()} />}
        {shown && (
          <p className="soft">
            {shown.equcode}　{shown.useplace}　{shown.maiorgname || '没有维保单位'}
            {start.data?.last && `　上次维保 ${start.data.last}`}
          </p>
        )}
        {config.data && (
          <Form
            name={name}
            form={form}
            layout="horizontal"
            labelAlign="left"
            colon={false}
            className="record-form"
          >
            <FormFields config={config.data} form={form} record={visit as Row | undefined} />
          </Form>
        )}
        {lift && start.data && (
          <Items
            rows={rows}
            onChange={(next) => setMarks(Object.fromEntries(next.map((item) => [item.no, item])))}
          />
        )}
      </div>
    </Modal>
  );
}

interface PickerProps {
  finder: Ref<RefSelectProps>;
  value: string;
  onChange: (id: string) => void;
}

function LiftPicker({ finder, value, onChange }: PickerProps) {
  const [text, setText] = useState('');
  const paused = usePaused(text.trim());
  const query = useQuery({
    ...rowsQuery('/api/eqd3000tpm/eqd3000tpm/findListBy3000', { codes: paused || undefined, pageSize: 20 }),
  });
  const options = (query.data?.list ?? []).map((row) => ({
    value: String(row.id),
    label: `${String(row.equcode)} ${String(row.useplace)}`,
  }));
  return (
    <div className="visit-lift">
      <span>电梯</span>
      <Select
        ref={finder}
        style={{ flex: 1 }}
        placeholder="设备代码、登记证或应急识别码"
        value={value || undefined}
        options={options}
        loading={query.isFetching}
        notFoundContent={query.isFetching ? '正在查找' : '没有这样的电梯'}
        showSearch={{ filterOption: false, onSearch: setText }}
        onChange={onChange}
      />
    </div>
  );
}
