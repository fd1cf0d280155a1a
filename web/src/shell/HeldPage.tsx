/** Stands before everything else while the session must do something first: the server refuses all other calls. */
import { Button } from 'antd';
import { useId, useState } from 'react';
import type { UserInfo } from '@/api/shapes';
import { PublicFrame } from '@/ui/PublicFrame';
import { GiveFactor, SetUpFactor } from './FactorForms';
import { PasswordForm } from './PasswordForm';

interface Props {
  user: UserInfo;
  onLeave: () => void;
  /** What was asked for is done, and the session goes on. */
  onDone: () => void;
}

function ChangePassword({ onLeave }: Pick<Props, 'onLeave'>) {
  const name = useId();
  const [busy, setBusy] = useState(false);
  return (
    <>
      <p className="caution">密码由他人设置或已到期，修改后才能继续使用</p>
      <PasswordForm id={name} onBusy={setBusy} onChanged={onLeave} />
      <Button type="primary" htmlType="submit" form={name} loading={busy}>
        修改
      </Button>
    </>
  );
}

const titles: Record<string, string> = {
  MUST_CHANGE_PASSWORD: '修改密码',
  SECOND_FACTOR: '手机验证码',
  SECOND_FACTOR_SETUP: '设置手机验证码',
};

export default function HeldPage({ user, onLeave, onDone }: Props) {
  const title = titles[user.held ?? ''] ?? '请稍候';
  return (
    <PublicFrame title={title}>
      <section className="public-card held-page">
        <h1>{title}</h1>
        <p className="hint">
          {user.name}（{user.loginName}）
        </p>
        {user.held === 'MUST_CHANGE_PASSWORD' && <ChangePassword onLeave={onLeave} />}
        {user.held === 'SECOND_FACTOR' && <GiveFactor onDone={onDone} byKey={user.secondFactor === 'key'} />}
        {user.held === 'SECOND_FACTOR_SETUP' && <SetUpFactor onDone={onDone} />}
        <p className="held-leave">
          <Button type="link" onClick={onLeave}>
            退出登录
          </Button>
        </p>
      </section>
    </PublicFrame>
  );
}
