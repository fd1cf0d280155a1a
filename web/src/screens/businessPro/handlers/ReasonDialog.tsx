/** One question with a reason, for acts that are neither a return nor a void. */
import { App, Form, Input, Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { messageOf } from '@/api/client';

interface Props {
  title: string;
  okText: string;
  label: string;
  hint?: string;
  reasons?: string[];
  send: (values: { reasonLabel: string; detailDesc: string }) => Promise<unknown>;
  onClose: () => void;
  onDone: () => void;
}

export function ReasonDialog({ title, okText, label, hint, reasons, send, onClose, onDone }: Props) {
  const { message } = App.useApp();
  const name = useId();
  const [busy, setBusy] = useState(false);
  const submit = async (values: { reasonLabel?: string; detailDesc?: string }) => {
    setBusy(true);
    try {
      await send({ reasonLabel: values.reasonLabel ?? '', detailDesc: values.detailDesc?.trim() ?? '' });
      onClose();
      onDone();
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={480}
      title={title}
      okText={okText}
      cancelText="取消"
      confirmLoading={busy}
      mask={{ closable: false }}
      okButtonProps={{ htmlType: 'submit', form: name }}
      onCancel={onClose}
    >
      <Form id={name} name={name} layout="vertical" onFinish={submit}>
        {hint && <p className="hint">{hint}</p>}
        {reasons && (
          <Form.Item name="reasonLabel" label={label} rules={[{ required: true, message: `请选择${label}` }]}>
            <Select options={reasons.map((value) => ({ value, label: value }))} />
          </Form.Item>
        )}
        <Form.Item
          name="detailDesc"
          label={reasons ? '详细说明' : label}
          rules={[{ required: !reasons, whitespace: true, message: `请填写${label}` }]}
        >
          <Input.TextArea rows={3} maxLength={500} showCount />
        </Form.Item>
      </Form>
    </Modal>
  );
}
