/** Comes back from the external login page with a ticket, which is good once. */
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { messageOf } from '@/api/client';
import { homePathOf, loginByTicket } from '@/api/user';
import './login.css';

export default function SsoLoginPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [fault, setFault] = useState('');
  const used = useRef(false);
  const ticket = search.get('ticket');

  useEffect(() => {
    document.title = '特种设备检验监管平台 - 单点登录';
    if (!ticket) {
      setFault('没有收到统一身份认证的票据');
      return;
    }
    if (used.current) return;
    used.current = true;
    loginByTicket(ticket, `${location.origin}/ssologin`)
      .then((user) => navigate(homePathOf(user), { replace: true }))
      .catch((error: unknown) => setFault(messageOf(error, '统一身份认证登录未成功')));
  }, [ticket, navigate]);

  return (
    <main className="sso-wait">
      <p>{fault || '正在登录'}</p>
      {fault && <a href="/login">返回登录页</a>}
    </main>
  );
}
