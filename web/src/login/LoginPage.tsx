/** The login form. Plain elements: whoever opens the platform in the morning waits for nothing but this. */
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { ApiError, messageOf } from '@/api/client';
import { sessionStore } from '@/api/sessionStore';
import type { LoginConfig } from '@/api/shapes';
import { joinSession } from '@/api/sharedSession';
import { fetchLoginConfig, homePathOf, login } from '@/api/user';
import { Mark } from '@/ui/icons';
import { Drawing } from './Drawing';
import { EyeIcon, LockIcon, ShieldIcon, UserIcon, WarnIcon } from './icons';
import './login.css';

const defaults: Pick<LoginConfig, 'sso' | 'version' | 'product'> & Partial<LoginConfig> = {
  sso: false,
  version: '1.1.89',
  product: '特种设备检验监管平台',
};

/** The external login page, told to come back to /ssologin. */
function ssoAddress(ssoUrl: string): string {
  if (ssoUrl.includes('service=')) return ssoUrl;
  const service = encodeURIComponent(`${location.origin}/ssologin`);
  return `${ssoUrl}${ssoUrl.includes('?') ? '&' : '?'}service=${service}`;
}

/** The inspectors' page for the machine, offered where the screen is a phone's. */
const PHONE = '/pda';

const newNumber = () => String(Math.random()).slice(2, 14);

/** Only a path of this site: an address from outside must not send anybody away after login. */
function safeRedirect(target: string | null): string | null {
  return target?.startsWith('/') && !target.startsWith('//') && !target.startsWith('/login') ? target : null;
}

export default function LoginPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [loggedIn, setLoggedIn] = useState(sessionStore.isLoggedIn);
  const [config, setConfig] = useState(defaults);
  const [username, setUsername] = useState(sessionStore.rememberedName());
  const [password, setPassword] = useState('');
  const [validateCode, setValidateCode] = useState('');
  const [randomNum, setRandomNum] = useState(newNumber);
  const [captcha, setCaptcha] = useState(false);
  const [remember, setRemember] = useState(Boolean(sessionStore.rememberedName()));
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState(search.has('expired') ? '登录已失效，请重新登录' : '');

  useEffect(() => {
    void joinSession().then(setLoggedIn);
  }, []);

  useEffect(() => {
    if (loggedIn) return;
    fetchLoginConfig()
      .then((loaded) => {
        setConfig({ ...defaults, ...loaded });
        setCaptcha(loaded.captcha === 'always');
        if (loaded.ssoForced && loaded.ssoUrl) location.replace(ssoAddress(loaded.ssoUrl));
      })
      .catch(() => undefined); // the form works without it; the fault of login itself is shown
  }, [loggedIn]);

  useEffect(() => {
    document.title = `${config.product} - 登录`;
  }, [config.product]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!username.trim()) return setFault('请填写用户名');
    if (!password) return setFault('请填写密码');
    if (captcha && !validateCode) return setFault('请输入验证码');
    setBusy(true);
    setFault('');
    try {
      const user = await login({ username: username.trim(), password, validateCode, randomNum });
      if (remember) sessionStore.rememberName(username.trim());
      else sessionStore.forgetName();
      navigate(safeRedirect(search.get('redirect')) ?? homePathOf(user), { replace: true });
    } catch (error) {
      setFault(messageOf(error, '登录未成功，请重试'));
      if (error instanceof ApiError && error.body.needValidCode) setCaptcha(true);
      // A captcha is good for one try.
      setRandomNum(newNumber());
      setValidateCode('');
      setBusy(false);
    }
  };

  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  if (loggedIn) return <Navigate to={safeRedirect(search.get('redirect')) ?? '/'} replace />;
  return (
    <div className="login">
      <div className="login-picture">
        <Drawing />
        <div className="login-brand">
          <Mark size={34} />
          <div>
            <h1>{config.product}</h1>
            <p>检验　监管　登记　档案</p>
          </div>
        </div>
      </div>
      <div className="login-side">
        <form onSubmit={submit} noValidate>
          <h2>登录</h2>
          <label htmlFor="username">用户名</label>
          <div className="login-input">
            <UserIcon />
            <input
              id="username"
              autoComplete="username"
              value={username}
              autoFocus={!username}
              onChange={(event) => setUsername(event.target.value)}
            />
          </div>
          <label htmlFor="password">密码</label>
          <div className="login-input">
            <LockIcon />
            <input
              id="password"
              type={shown ? 'text' : 'password'}
              autoComplete="current-password"
              value={password}
              autoFocus={Boolean(username)}
              onChange={(event) => setPassword(event.target.value)}
              onKeyDown={watchCapsLock}
              onKeyUp={watchCapsLock}
              onBlur={() => setCapsLock(false)}
            />
            <button
              type="button"
              aria-label={shown ? '隐藏密码' : '显示密码'}
              onClick={() => setShown(!shown)}
            >
              <EyeIcon open={shown} />
            </button>
          </div>
          {capsLock && <Hint>大写锁定已打开</Hint>}
          {captcha && (
            <>
              <label htmlFor="validateCode">验证码</label>
              <div className="login-captcha">
                <div className="login-input">
                  <ShieldIcon />
                  <input
                    id="validateCode"
                    placeholder="输入右侧字符"
                    autoComplete="off"
                    value={validateCode}
                    onChange={(event) => setValidateCode(event.target.value)}
                  />
                </div>
                <button type="button" title="看不清，换一张" onClick={() => setRandomNum(newNumber())}>
                  <img src={`/a/validCode?randomNum=${randomNum}`} alt="验证码图片，点击换一张" />
                </button>
              </div>
            </>
          )}
          <div className="login-row">
            <label className="login-check">
              <input
                type="checkbox"
                checked={remember}
                onChange={(event) => setRemember(event.target.checked)}
              />
              记住用户名
            </label>
            <Link to="/resetPassword" className="link">
              忘记密码
            </Link>
          </div>
          {fault && <Hint role="alert">{fault}</Hint>}
          <button type="submit" className="login-button primary" disabled={busy}>
            {busy ? '正在登录' : '登录'}
          </button>
          {config.sso && config.ssoUrl && (
            <a className="login-button" href={ssoAddress(config.ssoUrl)}>
              统一身份认证登录
            </a>
          )}
          {search.get('redirect') === PHONE ? (
            <p className="login-phone">登录后打开手机端</p>
          ) : (
            <Link to={`/login?redirect=${encodeURIComponent(PHONE)}`} className="login-phone link">
              现场检验用手机端
            </Link>
          )}
        </form>
        <footer>
          <p>
            <b>非涉密系统，严禁处理、传输国家秘密</b>
          </p>
          {config.support && <p>{config.support}</p>}
          <p>版本 {config.version}　建议使用 Chrome 或 Edge</p>
        </footer>
      </div>
    </div>
  );
}

function Hint({ children, role }: { children: string; role?: 'alert' }) {
  return (
    <p className="login-hint" role={role}>
      <WarnIcon />
      {children}
    </p>
  );
}
