/** Sets a password without the old one: the link is this page, the check number is told to the administrator. */
import { type FormEvent, useState } from 'react';
import { ApiError, messageOf } from '@/api/client';
import { askForReset, setPasswordByLink } from '@/api/user';
import { PublicFrame } from '@/ui/PublicFrame';
import { isSimplePassword } from '@/ui/validators';

/** Behind the # of the address: a reload keeps it, and no server is ever sent it. */
function linkOfAddress() {
  const kept = new URLSearchParams(location.hash.slice(1));
  return { token: kept.get('link') ?? '', check: kept.get('check') ?? '' };
}

export default function ResetPage() {
  const [link, setLink] = useState(linkOfAddress);
  const [done, setDone] = useState(false);
  if (done) {
    return (
      <PublicFrame title="重置密码">
        <section className="public-card">
          <h1>新密码已设置</h1>
          <p>
            <a href="/login">去登录</a>
          </p>
        </section>
      </PublicFrame>
    );
  }
  return (
    <PublicFrame title="重置密码">
      {link.token ? (
        <NewPassword link={link} onDone={() => setDone(true)} />
      ) : (
        <AskForLink
          onMade={(made) => {
            history.replaceState(
              null,
              '',
              `#${new URLSearchParams({ link: made.token, check: made.check })}`,
            );
            setLink(made);
          }}
        />
      )}
    </PublicFrame>
  );
}

function AskForLink({ onMade }: { onMade: (made: { token: string; check: string }) => void }) {
  const [name, setName] = useState('');
  const [fault, setFault] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return setFault('请填写用户名');
    try {
      onMade(await askForReset(name.trim()));
    } catch (error) {
      setFault(messageOf(error));
    }
  };
  return (
    <section className="public-card">
      <h1>重置密码</h1>
      <p className="hint">新账户第一次设置密码、忘记密码，都在这里由本人办理，管理员看不到密码</p>
      <form className="public-form" onSubmit={submit} noValidate>
        <label>
          用户名
          <input value={name} autoComplete="username" onChange={(event) => setName(event.target.value)} />
        </label>
        {fault && <p role="alert">{fault}</p>}
        <button type="submit">申请</button>
      </form>
      <p>
        <a href="/login">返回登录页</a>
      </p>
    </section>
  );
}

function NewPassword({ link, onDone }: { link: { token: string; check: string }; onDone: () => void }) {
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [fault, setFault] = useState('');
  const [waits, setWaits] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setWaits(false);
    if (isSimplePassword(password)) return setFault('密码过于简单，请含三类以上字符');
    if (password !== again) return setFault('两次输入不一致');
    try {
      await setPasswordByLink(link.token, password);
      history.replaceState(null, '', location.pathname);
      onDone();
    } catch (error) {
      setFault(messageOf(error));
      setWaits(error instanceof ApiError && error.errorCode === 'WAIT');
    }
  };
  return (
    <section className="public-card">
      <h1>核对码 {link.check}</h1>
      <p>
        请当面或电话把核对码告诉本单位系统管理员（30 分钟内有效），确认后 15
        分钟内在此设置新密码。不要关闭本页。
      </p>
      <form className="public-form" onSubmit={submit} noValidate>
        <label>
          新密码
          <input
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </label>
        <label>
          再输一次
          <input
            type="password"
            autoComplete="new-password"
            value={again}
            onChange={(event) => setAgain(event.target.value)}
          />
        </label>
        {fault && <p role={waits ? 'status' : 'alert'}>{fault}</p>}
        <button type="submit">设置新密码</button>
      </form>
      <p>
        <a href="/login">返回登录页</a>
      </p>
    </section>
  );
}
