/** The security keys of the person: a second factor that the browser or a stick holds. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Modal, Popconfirm } from 'antd';
import { messageOf } from '@/api/client';
import { addKey, deleteKey, keyFault, keysQuery } from '@/api/securityKeys';
import { userQuery } from '@/api/user';
import { FormItem } from '@/ui/FormItem';
import { formatWhen } from '@/ui/format';
import { useApp } from '@/ui/useApp';

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const { message } = useApp();
  const client = useQueryClient();
  const [form] = Form.useForm();
  const own = useQuery(keysQuery).data;
  const renew = () => {
    void client.invalidateQueries({ queryKey: keysQuery.queryKey });
    void client.invalidateQueries({ queryKey: userQuery.queryKey });
  };
  const adding = useMutation({
    mutationFn: ({ name, code }: { name: string; code: string }) => addKey(name.trim(), code.trim()),
    onSuccess: () => {
      message.success('安全密钥已登记');
      form.resetFields();
      renew();
    },
    onError: (error) => {
      message.error(keyFault(error, messageOf));
      form.resetFields(['code']);
    },
  });
  const removing = useMutation({
    mutationFn: deleteKey,
    onSuccess: renew,
    onError: (error) => void message.error(messageOf(error)),
  });
  return (
    <Modal open width={460} title="安全密钥" footer={null} onCancel={onClose}>
      <p className="hint">登录、签名时可用指纹、面容或 USB 密钥代替手机验证码；手机验证码仍然有效</p>
      {own?.keys.length === 0 && <p>还没有登记安全密钥</p>}
      <ul className="key-list">
        {own?.keys.map((key) => (
          <li key={key.id}>
            <span>
              <b>{key.name}</b>
              <small>
                {formatWhen(key.at)} 登记
                {key.usedAt ? `，最近使用 ${formatWhen(key.usedAt)}` : '，还没有用过'}
              </small>
            </span>
            <Popconfirm
              title="删除后不能再用它登录"
              okText="删除"
              cancelText="取消"
              onConfirm={() => removing.mutate(key.id)}
            >
              <Button size="small">删除</Button>
            </Popconfirm>
          </li>
        ))}
      </ul>
      {own && !own.possible && <p className="caution">安全密钥只能在有域名的 HTTPS 地址上使用</p>}
      {own?.possible && (
        <Form form={form} layout="vertical" requiredMark={false} onFinish={(given) => adding.mutate(given)}>
          <FormItem name="name" label="名称" rules={[{ required: true, message: '请填写名称' }]}>
            <Input maxLength={32} placeholder="如 办公室电脑的指纹" />
          </FormItem>
          <FormItem name="code" label="手机验证码" rules={[{ required: true, message: '请填写验证码' }]}>
            <Input inputMode="numeric" autoComplete="one-time-code" maxLength={32} />
          </FormItem>
          <Button type="primary" htmlType="submit" loading={adding.isPending}>
            登记新的密钥
          </Button>
        </Form>
      )}
    </Modal>
  );
}
