/** Voiding declarations or tasks: a reason, its detail prefilled with the reason, both required. */
import { App, Form, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { messageOf } from '@/api/client';
import { type VoidType, voidRecords } from '@/api/common';
import { labelOf, useDict } from '@/api/dict';
import { DictSelect } from '@/ui/pickers/DictSelect';

export interface VoidDialogProps {
  type: VoidType;
  ids: string[];
  stepNo?: string;
  onClose: () => void;
  /** After success: the list is loaded again. */
  onDone: () => void;
}

const REASONS = 'C611';
export const NOTHING_TO_VOID = '请选择作废数据';

export function VoidDialog({ type, ids, stepNo, onClose, onDone }: VoidDialogProps) {
  const { message } = App.useApp();
  const [form] = Form.useForm();
  const name = useId();
  const [busy, setBusy] = useState(false);
  const reasons = useDict(REASONS);

  const submit = async ({ reasonId, detailDesc }: { reasonId: string; detailDesc: string }) => {
    const reasonLabel = labelOf(reasons, reasonId);
    setBusy(true);
    try {
      const answer = await voidRecords(type, {
        ids,
        stepNo,
        reasonId,
        reasonLabel,
        detailDesc,
        reason: `${reasonLabel}${detailDesc}`,
      });
      message.success(answer.errorMsg || '作废成功');
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
      width={500}
      title="数据作废"
      okText="作废"
      cancelText="取消"
      confirmLoading={busy}
      mask={{ closable: false }}
      okButtonProps={{ htmlType: 'submit', form: name }}
      onCancel={onClose}
    >
      <Form name={name} id={name} form={form} layout="vertical" validateTrigger="onBlur" onFinish={submit}>
        <p className="hint">共 {ids.length} 条，作废后不能恢复</p>
        <Form.Item name="reasonId" label="作废原因" rules={[{ required: true, message: '作废原因不能为空' }]}>
          <ReasonSelect
            onPicked={(value) => {
              form.setFieldsValue({ detailDesc: labelOf(reasons, value) });
              void form.validateFields(['reasonId', 'detailDesc']);
            }}
          />
        </Form.Item>
        <Form.Item
          name="detailDesc"
          label="详细说明"
          rules={[{ required: true, message: '详细说明不能为空' }]}
        >
          <Input.TextArea rows={3} maxLength={500} showCount />
        </Form.Item>
      </Form>
    </Modal>
  );
}

interface ReasonProps {
  id?: string;
  value?: string;
  onChange?: (value: string | undefined) => void;
  onBlur?: () => void;
  onPicked: (value: string | undefined) => void;
}

function ReasonSelect({ id, value, onChange, onBlur, onPicked }: ReasonProps) {
  return (
    <div onBlur={onBlur}>
      <DictSelect
        id={id}
        dict={REASONS}
        value={value}
        style={{ width: '100%' }}
        onChange={(next) => {
          onChange?.(next as string | undefined);
          if (next) onPicked(next as string);
        }}
      />
    </div>
  );
}
