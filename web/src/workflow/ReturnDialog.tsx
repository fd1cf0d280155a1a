/** Sending work back: to which step, for which reason, and what has to be done there. */
import { App, Form, Input, Modal, Radio } from 'antd';
import { useId, useState } from 'react';
import { messageOf } from '@/api/client';
import { labelOf, useDict } from '@/api/dict';
import { DictSelect } from '@/ui/pickers/DictSelect';

export interface ReturnStep {
  stepcode: string;
  label: string;
  /** When to choose it, small. */
  note?: string;
}

export interface ReturnValues {
  toStep: string;
  reasonId: string;
  reasonLabel: string;
  description: string;
}

export interface ReturnDialogProps {
  /** Steps the work may go back to; the first is proposed. */
  steps: ReturnStep[];
  title?: string;
  okText?: string;
  /** Dictionary of reasons. */
  dict?: string;
  /** How many pieces of work are sent back. */
  count?: number;
  /** Sends the work back; a rejection is shown and the dialog stays. */
  onSubmit: (values: ReturnValues) => Promise<unknown>;
  onClose: () => void;
}

const REASONS = 'C610';

export function ReturnDialog(props: ReturnDialogProps) {
  const { steps, title = '退回', okText = '退回', dict = REASONS, count = 1, onSubmit, onClose } = props;
  const { message } = App.useApp();
  const [form] = Form.useForm();
  const name = useId();
  const [busy, setBusy] = useState(false);
  const reasons = useDict(dict);

  const submit = async (values: { toStep: string; reasonId: string; description: string }) => {
    setBusy(true);
    try {
      await onSubmit({ ...values, reasonLabel: labelOf(reasons, values.reasonId) });
      onClose();
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      width={500}
      title={count > 1 ? `${title} ${count} 件` : title}
      okText={okText}
      cancelText="取消"
      confirmLoading={busy}
      mask={{ closable: false }}
      okButtonProps={{ htmlType: 'submit', form: name }}
      onCancel={onClose}
    >
      <Form
        name={name}
        id={name}
        form={form}
        layout="vertical"
        initialValues={{ toStep: steps[0]?.stepcode }}
        onFinish={submit}
      >
        <Form.Item name="toStep" label="退回到" rules={[{ required: true, message: '请选择退回到哪个环节' }]}>
          <Radio.Group
            options={steps.map((step) => ({
              value: step.stepcode,
              label: (
                <>
                  {step.label} <span className="hint">{step.note}</span>
                </>
              ),
            }))}
          />
        </Form.Item>
        <Form.Item name="reasonId" label="退回原因" rules={[{ required: true, message: '请选择退回原因' }]}>
          <DictSelect dict={dict} />
        </Form.Item>
        <Form.Item
          name="description"
          label="详细说明"
          rules={[{ required: true, whitespace: true, message: '请写明要改什么' }]}
        >
          <Input.TextArea rows={3} maxLength={500} showCount />
        </Form.Item>
      </Form>
    </Modal>
  );
}
