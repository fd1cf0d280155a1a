/** Asks for the signing PIN or the second factor; who has neither sets a PIN with the login password. */

import { Form, Input, Modal, Segmented } from 'antd';
import { useId, useState } from 'react';
import { messageOf } from '@/api/client';
import { keyFault, signByKey } from '@/api/securityKeys';
import type { UserInfo } from '@/api/shapes';
import { setPin, sign, signByCode } from '@/api/user';
import { FormItem } from '@/ui/FormItem';
import { useApp } from '@/ui/useApp';

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

type Way = 'pin' | 'code' | 'key';
const names: Record<Way, string> = { pin: '签名口令', code: '手机验证码', key: '安全密钥' };

/** How a person can confirm a signature: by what he has set up. */
export function waysOf({ hasPin, secondFactor }: UserInfo): Way[] {
  const pin: Way[] = hasPin ? ['pin'] : [];
  if (!secondFactor) return pin;
  return secondFactor === 'key' ? [...pin, 'code', 'key'] : [...pin, 'code'];
}

export default function SignDialog({ user, change, onDone }: Props) {
  const { message } = useApp();
  const [form] = Form.useForm();
  const name = useId();
  const [busy, setBusy] = useState(false);
  const ways = change ? [] : waysOf(user);
  const [way, setWay] = useState<Way>(ways[0] ?? 'pin');
  const setting = change || (ways.length === 0 && !user.hasPin);

  const submit = async ({ password, pin }: { password: string; pin: string }) => {
    setBusy(true);
    try {
      if (setting) await setPin(password, pin);
      if (way === 'key') await signByKey();
      else if (way === 'code') await signByCode(pin.trim());
      else if (!change) await sign(pin);
      if (change) message.success('签名口令已设置');
      onDone(!change);
    } catch (error) {
      message.error(way === 'key' ? keyFault(error, messageOf) : messageOf(error));
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
          : '此操作是本人的签名。确认后 15 分钟内不再询问'}
      </p>
      {ways.length > 1 && (
        <Segmented
          block
          className="sign-ways"
          aria-label="确认方式"
          value={way}
          options={ways.map((one) => ({ value: one, label: names[one] }))}
          onChange={(next) => {
            form.resetFields(['pin']);
            setWay(next);
          }}
        />
      )}
      <Form name={name} id={name} form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        {setting && (
          <FormItem name="password" label="登录密码" rules={[{ required: true, message: '请填写登录密码' }]}>
            <Input.Password autoComplete="current-password" autoFocus />
          </FormItem>
        )}
        {way === 'pin' && (
          <FormItem
            name="pin"
            label={setting ? '新签名口令' : '签名口令'}
            extra={!setting && user.demo ? `演示账户的签名口令是 ${DEMO_PIN}` : undefined}
            rules={setting ? pinRules : pinRules.slice(0, 1)}
          >
            <Input.Password inputMode="numeric" autoComplete="off" maxLength={12} autoFocus={!setting} />
          </FormItem>
        )}
        {way === 'code' && (
          <FormItem
            name="pin"
            label="手机上显示的验证码"
            rules={[{ required: true, message: '请填写验证码' }]}
          >
            <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} autoFocus />
          </FormItem>
        )}
        {way === 'key' && <p>按“签名”后，按浏览器的提示使用安全密钥</p>}
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
