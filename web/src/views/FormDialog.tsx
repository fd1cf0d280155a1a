/** A form in a dialog: a record that is changed without leaving the list, or what a move asks of the picked rows. */

import { useQuery } from '@tanstack/react-query';
import { Form, Modal } from 'antd';
import { type ReactNode, useId, useRef, useState } from 'react';
import { dictQuery } from '@/api/dict';
import type { Row } from '@/api/layout';
import { seen } from '@/api/seen';
import type { FormConfig } from '@/api/shapes';
import { useSaveKey } from '@/ui/pageKeys';
import { useApp } from '@/ui/useApp';
import { useDialogFocus } from '@/ui/useOpeningFocus';
import { ConflictDialog } from './ConflictDialog';
import { FormFields } from './FormFields';
import { FormTables } from './FormTables';
import { fieldText, PickedRows } from './fields';
import { FaultNote } from './ListStates';
import { say } from './template';
import { type RecordFormOptions, useRecordForm } from './useRecordForm';
import './forms.css';

interface FormDialogProps extends RecordFormOptions {
  title?: string;
  okText?: string;
  width?: number;
  readOnly?: boolean;
  /** The form of a move: the rows it is made on, in the order of `ids`. */
  rows?: Row[];
  ids?: string[];
  children?: ReactNode;
  onClose: () => void;
}

const DEFAULT_WIDTH = 900;
const NONE: readonly string[] = [];

/** 退回 2 件: one row is named by the title, several are counted, unless the note counts them. */
function titleOf({ title, note }: FormConfig, about: Row): string {
  if (Number(about.count) < 2) return say(title, about);
  const plain = title.replace(/ *\{.*$/, '');
  return note?.includes('{count}') ? plain : `${plain} ${String(about.count)} 件`;
}

export default function FormDialog(props: FormDialogProps) {
  const { title, okText, width, readOnly, rows, ids, children, onClose, onSaved, ...options } = props;
  const { modal } = useApp();
  const name = useId();
  const [about] = useState<Row>(() => ({ ...rows?.[0], count: ids?.length }));
  const state = useRecordForm({
    ...options,
    ...(ids?.length === 1 && { beginsWith: ids[0] }),
    ...(ids && { extra: seen(ids.map((id, place) => ({ id, version: rows?.[place]?.version }))), about }),
    onSaved: (answer, values) => {
      onSaved?.(answer, values);
      onClose();
    },
  });
  useSaveKey(() => void state.save(), !readOnly, true);
  const leave = () => {
    if (!state.dirty || ids) {
      onClose();
      return;
    }
    modal.confirm({
      title: '有未保存的内容',
      content: '关闭后，填写的内容不会保存',
      okText: '放弃并关闭',
      cancelText: '继续填写',
      onOk: onClose,
    });
  };
  const { config } = state;
  const batch = ids !== undefined && ids.length > 1; // rows that are typed in belong to one record
  const box = useRef<HTMLDivElement>(null);
  useDialogFocus(box, Boolean(state.record) && !readOnly);
  const { data: dicts } = useQuery({ ...dictQuery, enabled: Boolean(config?.groups.length) });
  /** The label of a choice is the first word of the field it fills. */
  const fill = (changed: Row, all: Row) => {
    state.setDirty(true);
    for (const field of config?.groups.flatMap((group) => group.fields) ?? []) {
      if (!field.fills || !changed[field.prop]) continue;
      state.form.setFieldValue(field.fills, fieldText(field, all, dicts));
      void state.form.validateFields([field.fills]);
    }
  };
  // 新增 alone says nothing about what: the form's own name follows, or says both.
  const named =
    title && title.length <= 2 && config
      ? config.title.includes(title)
        ? config.title
        : `${title} ${config.title}`
      : title;
  const asked = ids && config && titleOf(config, about);
  return (
    <Modal
      open
      title={asked ?? named ?? config?.title}
      width={width ?? config?.width ?? DEFAULT_WIDTH}
      okText={okText ?? config?.okText ?? '保存'}
      cancelText={readOnly ? '关闭' : '取消'}
      okButtonProps={{ disabled: !state.record, style: readOnly ? { display: 'none' } : undefined }}
      confirmLoading={state.saving}
      mask={{ closable: false }}
      onOk={() => state.save()}
      onCancel={leave}
      footer={(buttons) => (
        <div className="form-foot">
          <span className="late form-refusal" role="alert">
            {state.refusal}
          </span>
          {buttons}
        </div>
      )}
      styles={{ body: { maxHeight: 'calc(100vh - 220px)', overflowY: 'auto', overflowX: 'hidden' } }}
    >
      {state.error ? <FaultNote error={state.error} onRetry={state.reload} /> : null}
      <div ref={box}>
        {/* What is typed before the record is there would be lost when it comes. */}
        {config && state.record && (
          <Form
            name={name}
            form={state.form}
            layout="horizontal"
            labelAlign="left"
            colon={false}
            className="record-form"
            onValuesChange={fill}
          >
            {config.note && <p className="hint">{say(config.note, about)}</p>}
            <PickedRows value={ids ?? NONE}>
              <FormFields config={config} form={state.form} record={state.record} readOnly={readOnly} />
            </PickedRows>
            {!batch && <FormTables tables={config.tables} fault={state.fault} readOnly={readOnly} />}
          </Form>
        )}
        {children}
      </div>
      <ConflictDialog state={state} />
    </Modal>
  );
}
