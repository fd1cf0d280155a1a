/** Changing one's own password, with a meter that says what is missing. */
import { App, Form, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { messageOf } from '@/api/client';
import { modifyPassword } from '@/api/user';
import { isSimplePassword, passwordScore } from '@/ui/validators';

interface Props {
  forced?: boolean;
  onClose: () => void;
  /** The session ends with the old password. */
  onChanged: () => void;
}

const words = ['太短', '很弱', '弱', '中', '强'];

function PasswordMeter({ password }: { password: string }) {
  const score = passwordScore(password);
  return (
    <div
      className="password-meter"
      role="meter"
      aria-label="密码强度"
      aria-valuenow={score}
      aria-valuemax={4}
    >
      {[1, 2, 3, 4].map((level) => (
        <i key={level} className={level <= score ? (score < 3 ? 'weak' : 'good') : ''} />
      ))}
      <span className="hint">{password ? words[score] : '至少 6 位，含大写、小写、数字、符号中的三类'}</span>
    </div>
  );
}

export default function PasswordDialog({ forced, onClose, onChanged }: Props) {
  const { message } = App.useApp();
  const [form] = Form.useForm();
  const name = useId();
  const [busy, setBusy] = useState(false);
  const typed: string = Form.useWatch('newPassword', form) ?? '';

  const submit = async (values: { oldPassword: string; newPassword: string }) => {
    setBusy(true);
    try {
      await modifyPassword(values.oldPassword, values.newPassword);
      message.success('密码已修改，请重新登录');
      onChanged();
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      width={420}
      title="修改密码"
      okText="修改"
      cancelText="取消"
      closable={!forced}
      keyboard={!forced}
      mask={{ closable: false }}
      cancelButtonProps={forced ? { style: { display: 'none' } } : undefined}
      confirmLoading={busy}
      okButtonProps={{ htmlType: 'submit', form: name }}
      onCancel={onClose}
    >
      {forced && <p className="caution">初始密码或密码已到期，修改后才能继续</p>}
      <Form name={name} id={name} form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        <Form.Item name="oldPassword" label="原密码" rules={[{ required: true, message: '请填写原密码' }]}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Form.Item
          name="newPassword"
          label="新密码"
          extra={<PasswordMeter password={typed} />}
          rules={[
            { required: true, message: '请填写新密码' },
            {
              validator: async (_, value: string) => {
                if (value && isSimplePassword(value)) throw new Error('密码过于简单，请含三类以上字符');
              },
            },
          ]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="again"
          label="再输一次"
          dependencies={['newPassword']}
          rules={[
            { required: true, message: '请再输一次新密码' },
            {
              validator: async (_, value: string) => {
                if (value && value !== form.getFieldValue('newPassword')) throw new Error('两次输入不一致');
              },
            },
          ]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
      </Form>
    </Modal>
  );
}
