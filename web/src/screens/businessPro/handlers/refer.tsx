/** 转办: to another department of the institute; the number stays. */

import { useQuery } from '@tanstack/react-query';
import { App, Form, Input, Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { messageOf, post } from '@/api/client';
import { officesQuery } from '@/screens/businessPro/api';
import type { ActionHandler } from '@/views/actionRegistry';

interface Props {
  id: string;
  appno: string;
  onClose: () => void;
  onDone: () => void;
}

function ReferDialog({ id, appno, onClose, onDone }: Props) {
  const { message } = App.useApp();
  const name = useId();
  const [busy, setBusy] = useState(false);
  const offices = (useQuery(officesQuery).data ?? []).filter(
    (office) => office.type === 'dept' || office.type === 'station',
  );
  const submit = async (values: { chedept: string; reason: string }) => {
    setBusy(true);
    try {
      await post('/api/appmain/refer', { id, ...values });
      message.success('已转办');
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
      title={`转办 ${appno}`}
      okText="转办"
      cancelText="取消"
      confirmLoading={busy}
      mask={{ closable: false }}
      okButtonProps={{ htmlType: 'submit', form: name }}
      onCancel={onClose}
    >
      <Form id={name} name={name} layout="vertical" onFinish={submit}>
        <Form.Item name="chedept" label="转到部门" rules={[{ required: true, message: '请选择部门' }]}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={offices.map((one) => ({ value: String(one.id), label: String(one.name) }))}
          />
        </Form.Item>
        <Form.Item
          name="reason"
          label="转办原因"
          rules={[{ required: true, whitespace: true, message: '请填写转办原因' }]}
        >
          <Input.TextArea rows={3} maxLength={500} showCount />
        </Form.Item>
      </Form>
    </Modal>
  );
}

const refer: ActionHandler = ({ ids, rows, open, refresh }) => {
  const appno = String(rows[0]?.appno ?? '');
  open((close) => <ReferDialog id={ids[0]!} appno={appno} onClose={close} onDone={refresh} />);
};
export default refer;
