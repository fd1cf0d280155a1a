/** 删除 with a reason; a registered device only on purpose. */

import { Checkbox, Form, Input, Modal } from 'antd';
import { useId } from 'react';
import type { Params } from '@/api/client';
import { FormItem } from '@/ui/FormItem';
import { useApp } from '@/ui/useApp';
import { useBusy } from '@/views/useBusy';
import { remove } from './api';

interface Props {
  type: string;
  /** The keys with the versions that were read. */
  seen: Params;
  count: number;
  title: string;
  onClose: () => void;
  onDone: () => void;
}

export function DeleteDialog({ type, seen, count, title, onClose, onDone }: Props) {
  const { message } = useApp();
  const name = useId();
  const [busy, run] = useBusy();
  const submit = async (values: { reason: string; direct?: boolean }) => {
    await run(async () => {
      const done = await remove(type, seen, values.reason.trim(), Boolean(values.direct));
      message.success(`已删除 ${done.count} 条，可在删除痕迹中恢复`);
      onClose();
      onDone();
    });
  };
  return (
    <Modal
      open
      width={480}
      title={`删除 ${count} 条档案`}
      okText="删除"
      cancelText="取消"
      confirmLoading={busy}
      mask={{ closable: false }}
      okButtonProps={{ htmlType: 'submit', form: name, danger: true }}
      onCancel={onClose}
    >
      <p className="soft">{title}</p>
      <p className="hint" style={{ margin: '2px 0 10px' }}>
        删除后列表中不再显示，痕迹和全部内容保留，可以恢复。有在办业务的不能删除；重复的档案请用合并
      </p>
      <Form id={name} name={name} layout="vertical" onFinish={submit}>
        <FormItem
          style={{ marginBottom: 22 }}
          name="reason"
          label="删除原因"
          rules={[{ required: true, whitespace: true, message: '请填写删除原因' }]}
        >
          <Input.TextArea rows={3} maxLength={500} showCount />
        </FormItem>
        {type !== 'unit' && (
          <FormItem name="direct" valuePropName="checked" style={{ marginBottom: 0 }}>
            <Checkbox>已登记未注销的设备也直接删除</Checkbox>
          </FormItem>
        )}
      </Form>
    </Modal>
  );
}
