/** The inputs for a new password of one's own, with a meter that says what is missing. */

import { Form, Input } from 'antd';
import { messageOf } from '@/api/client';
import { modifyPassword } from '@/api/user';
import { FormItem } from '@/ui/FormItem';
import { useApp } from '@/ui/useApp';
import { isSimplePassword, passwordScore } from '@/ui/validators';

interface Props {
  id: string;
  onBusy: (busy: boolean) => void;
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
      <span className="hint">
        {password ? words[score] : '至少 8 位，含大写、小写、数字、符号中的三类，避开常见词和姓名'}
      </span>
    </div>
  );
}

export function PasswordForm({ id, onBusy, onChanged }: Props) {
  const { message } = useApp();
  const [form] = Form.useForm();
  const typed: string = Form.useWatch('newPassword', form) ?? '';

  const submit = async (values: { oldPassword: string; newPassword: string }) => {
    onBusy(true);
    try {
      await modifyPassword(values.oldPassword, values.newPassword);
      message.success('密码已修改，请重新登录');
      onChanged();
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      onBusy(false);
    }
  };

  return (
    <Form name={id} id={id} form={form} layout="vertical" requiredMark={false} onFinish={submit}>
      <FormItem name="oldPassword" label="原密码" rules={[{ required: true, message: '请填写原密码' }]}>
        <Input.Password autoComplete="current-password" />
      </FormItem>
      <FormItem
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
      </FormItem>
      <FormItem
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
      </FormItem>
    </Form>
  );
}
