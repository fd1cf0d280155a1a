/** Asks for the signing PIN; who has none yet sets one with the login password. */
import { App, Form, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { messageOf } from '@/api/client';
import type { UserInfo } from '@/api/shapes';
import { setPin, sign } from '@/api/user';
import { FormItem } from '@/ui/FormItem';

const DEMO_PIN = '2026';

interface Props {
  user: UserInfo;
  /** Set a PIN although there is one. */
  change?: boolean;
  onDone: (signed: boolean) => void;
}

const pinRules = [
  { required: true, message: '请填写签名口令' },
  { pattern: /^\d{6,12}$/, message: '应为 6 至 12 位数字' },
];

export default function SignDialog({ user, change, onDone }: Props) {
  const { message } = App.useApp();
  const [form] = Form.useForm();
  const name = useId();
  const [busy, setBusy] = useState(false);
  const setting = change || user.hasPin === false;

  const submit = async ({ password, pin }: { password: string; pin: string }) => {
    setBusy(true);
    try {
      if (setting) await setPin(password, pin);
      if (!change) await sign(pin);
      if (change) message.success('签名口令已设置');
      onDone(!change);
    } catch (error) {
      message.error(messageOf(error));
      form.resetFields(setting ? ['password'] : ['pin']);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      width={400}
      title={setting ? '设置签名口令' : '签名确认'}
      okText={setting ? '设置' : '签名'}
      cancelText="取消"
      mask={{ closable: false }}
      confirmLoading={busy}
      okButtonProps={{ htmlType: 'submit', form: name }}
      onCancel={() => onDone(false)}
      afterOpenChange={(open) => open && form.focusField(setting ? 'password' : 'pin')}
    >
      <p className="hint">
        {setting
          ? '签名口令用于批准、签章、欠费发放等操作，与登录密码分开保管'
          : '此操作是本人的签名。输入签名口令后 15 分钟内不再询问'}
      </p>
      <Form name={name} id={name} form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        {setting && (
          <FormItem name="password" label="登录密码" rules={[{ required: true, message: '请填写登录密码' }]}>
            <Input.Password autoComplete="current-password" autoFocus />
          </FormItem>
        )}
        <FormItem
          name="pin"
          label={setting ? '新签名口令' : '签名口令'}
          extra={!setting && user.demo ? `演示账户的签名口令是 ${DEMO_PIN}` : undefined}
          rules={setting ? pinRules : pinRules.slice(0, 1)}
        >
          <Input.Password inputMode="numeric" autoComplete="off" maxLength={12} autoFocus={!setting} />
        </FormItem>
        {setting && (
          <FormItem
            name="again"
            label="再输一次"
            dependencies={['pin']}
            rules={[
              { required: true, message: '请再输一次' },
              {
                validator: async (_, value: string) => {
                  if (value && value !== form.getFieldValue('pin')) throw new Error('两次输入不一致');
                },
              },
            ]}
          >
            <Input.Password inputMode="numeric" autoComplete="off" maxLength={12} />
          </FormItem>
        )}
      </Form>
    </Modal>
  );
}
