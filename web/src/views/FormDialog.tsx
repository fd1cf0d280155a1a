/** A form in a dialog, for records that are changed without leaving the list. */
import { App, Form, Modal } from 'antd';
import { type ReactNode, useId } from 'react';
import { ConflictDialog } from './ConflictDialog';
import { FormFields } from './FormFields';
import { useSaveKey } from './FormView';
import { FaultNote } from './ListStates';
import { type RecordFormOptions, useRecordForm } from './useRecordForm';
import './forms.css';

export interface FormDialogProps extends RecordFormOptions {
  title?: string;
  okText?: string;
  width?: number;
  readOnly?: boolean;
  children?: ReactNode;
  onClose: () => void;
}

const DEFAULT_WIDTH = 900;

export default function FormDialog(props: FormDialogProps) {
  const { title, okText = '保存', width, readOnly, children, onClose, onSaved, ...options } = props;
  const { modal } = App.useApp();
  const name = useId();
  const state = useRecordForm({
    ...options,
    onSaved: (answer, values) => {
      onSaved?.(answer, values);
      onClose();
    },
  });
  useSaveKey(() => void state.save(), !readOnly);
  const leave = () => {
    if (!state.dirty) {
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
  // 新增 alone says nothing about what: the form's own name follows.
  const named = title && title.length <= 2 && config ? `${title} ${config.title}` : title;
  return (
    <Modal
      open
      title={named ?? config?.title}
      width={width ?? config?.width ?? DEFAULT_WIDTH}
      okText={okText}
      cancelText={readOnly ? '关闭' : '取消'}
      okButtonProps={{ disabled: !config, style: readOnly ? { display: 'none' } : undefined }}
      confirmLoading={state.saving}
      mask={{ closable: false }}
      onOk={() => state.save()}
      onCancel={leave}
      styles={{ body: { maxHeight: 'calc(100vh - 220px)', overflowY: 'auto', overflowX: 'hidden' } }}
    >
      {state.error ? <FaultNote error={state.error} onRetry={state.reload} /> : null}
      {config && (
        <Form
          name={name}
          form={state.form}
          layout="horizontal"
          labelAlign="left"
          colon={false}
          className="record-form"
          onValuesChange={() => state.setDirty(true)}
        >
          <FormFields config={config} form={state.form} record={state.record} readOnly={readOnly} />
        </Form>
      )}
      {children}
      <ConflictDialog state={state} />
    </Modal>
  );
}
