/** The second factor: the code of the phone, and how the phone learns it. */

import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { messageOf } from '@/api/client';
import { giveKey, keyFault } from '@/api/securityKeys';
import { fetchFactorSecret, giveFactor, setUpFactor } from '@/api/user';
import { FormItem } from '@/ui/FormItem';
import { useApp } from '@/ui/useApp';

interface Props {
  onDone: () => void;
}

const codeRules = [{ required: true, message: '请填写验证码' }];

export function GiveFactor({ onDone, byKey }: Props & { byKey: boolean }) {
  const { message } = useApp();
  const [form] = Form.useForm();
  const [busy, setBusy] = useState(false);
  const prove = async () => {
    setBusy(true);
    try {
      await giveKey();
      onDone();
    } catch (error) {
      message.error(keyFault(error, messageOf));
    } finally {
      setBusy(false);
    }
  };
  const submit = async ({ code }: { code: string }) => {
    try {
      await giveFactor(code.trim());
      onDone();
    } catch (error) {
      message.error(messageOf(error));
      form.resetFields();
    }
  };
  return (
    <>
      <p>请输入手机验证器上的 6 位验证码；手机不在身边时可用一个恢复码</p>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        <FormItem name="code" label="验证码" rules={codeRules}>
          <Input autoComplete="one-time-code" maxLength={32} autoFocus />
        </FormItem>
        <Button type="primary" htmlType="submit">
          确认
        </Button>
        {byKey && (
          <Button className="by-key" loading={busy} onClick={prove}>
            用安全密钥
          </Button>
        )}
      </Form>
    </>
  );
}

/** `own`: of one's own accord, with the login password; else because an administrator must. */
export function SetUpFactor({ onDone, own }: Props & { own?: boolean }) {
  const { message } = useApp();
  const made = useQuery({
    queryKey: ['user', 'factorSecret'],
    queryFn: fetchFactorSecret,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  }).data;
  const [codes, setCodes] = useState<string[]>();
  const submit = async ({ code, password }: { code: string; password?: string }) => {
    try {
      setCodes((await setUpFactor(made!.secret, code.trim(), password)).recovery);
    } catch (error) {
      message.error(messageOf(error));
    }
  };
  if (codes) {
    return (
      <>
        <p>请抄下恢复码并妥善保管，每个只能用一次，只显示这一次</p>
        <ul className="recovery-codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Button type="primary" onClick={onDone}>
          已抄下，继续
        </Button>
      </>
    );
  }
  if (!made) return null;
  return (
    <>
      <p>
        {own ? '设置后可用手机验证码代替签名口令确认签名' : '系统、安全、审计管理员登录须加手机验证码'}
        。用手机验证器扫描二维码，或输入密钥
      </p>
      <img src={made.picture} alt="验证器二维码" width={180} height={180} />
      <p className="code">{made.secret}</p>
      <Form layout="vertical" requiredMark={false} onFinish={submit}>
        {own && (
          <FormItem name="password" label="登录密码" rules={[{ required: true, message: '请填写登录密码' }]}>
            <Input.Password autoComplete="current-password" />
          </FormItem>
        )}
        <FormItem name="code" label="手机上显示的验证码" rules={codeRules}>
          <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
        </FormItem>
        <Button type="primary" htmlType="submit">
          启用
        </Button>
      </Form>
    </>
  );
}
