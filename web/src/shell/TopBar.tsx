/** The dark bar: product, search, desktops, messages, the user. */
import {
  BellOutlined,
  DownOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  SearchOutlined,
} from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { listenForMessages, messageBoxQuery, unreadCountQuery } from '@/api/messages';
import type { UserInfo } from '@/api/shapes';
import { fetchLoginConfig } from '@/api/user';
import { Mark } from '@/ui/icons';
import { PopMenu } from '@/ui/PopMenu';
import { switchTheme } from '@/ui/palette';
import { usePermission } from '@/ui/permission';
import { useThemeName } from '@/ui/useThemeName';
import { useLeave } from './useLeave';

const GuideButton = lazy(() => import('@/guides/GuideButton'));
const PasswordDialog = lazy(() => import('./PasswordDialog'));
const KeysDialog = lazy(() => import('./KeysDialog'));
const PhoneDialog = lazy(() => import('./PhoneDialog'));
const SignDialog = lazy(() => import('./SignDialog'));

const desktops = [
  { path: '/home', label: '工作桌面' },
  { path: '/stationHome', label: '站长桌面' },
  { path: '/workDesktop', label: '监管桌面' },
  { path: '/assistMng/netHome', label: '物联桌面' },
];

interface Props {
  user: UserInfo;
  /** Desktops this user's menu or home names. */
  allowed: (path: string) => boolean;
  folded: boolean;
  onFold: () => void;
  onSearch: () => void;
}

export function TopBar({ user, allowed, folded, onFold, onSearch }: Props) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <header className="top">
      <button
        type="button"
        className="top-mark"
        aria-label={folded ? '展开菜单' : '收起菜单'}
        onClick={onFold}
      >
        <Mark />
        <span className="fold-mark">{folded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}</span>
      </button>
      <span className="product">特种设备检验监管平台</span>
      <button type="button" className="find" onClick={onSearch}>
        <SearchOutlined />
        <span className="ellipsis">设备号码、单位或拼音首字母、地点、单号、菜单</span>
        <kbd>Ctrl K</kbd>
      </button>
      <nav className="desktops" aria-label="桌面">
        {desktops
          .filter((desktop) => allowed(desktop.path))
          .map((desktop) => (
            <button
              key={desktop.path}
              type="button"
              className={pathname === desktop.path ? 'on' : ''}
              onClick={() => navigate(desktop.path)}
            >
              {desktop.label}
            </button>
          ))}
      </nav>
      <div className="who">
        {user.demo && <DemoMark />}
        <MessageBell />
        <UserMenu user={user} />
      </div>
    </header>
  );
}

/** Who records inspections does it at the machine as well. */
const RECORDS = 'inspection:enter:handle';

const LOOK_AGAIN = 10_000;

/** That all of this is demonstration data; while its business still comes in, how far it is. */
function DemoMark() {
  const { data } = useQuery({
    queryKey: ['arriving'],
    queryFn: fetchLoginConfig,
    refetchInterval: ({ state }) => (state.data?.arriving ? LOOK_AGAIN : false),
  });
  const arriving = data?.arriving;
  if (!arriving) return <span className="demo">演示数据</span>;
  return (
    <span className="demo" title="演示业务正在陆续办理，列表和统计会继续增加">
      演示数据 正在装载 {arriving.done}/{arriving.total}
    </span>
  );
}

function MessageBell() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: unread = 0 } = useQuery(unreadCountQuery);
  useEffect(
    () =>
      listenForMessages(() => {
        void client.invalidateQueries({ queryKey: unreadCountQuery.queryKey });
        void client.invalidateQueries({ queryKey: messageBoxQuery.queryKey });
      }),
    [client],
  );
  return (
    <button
      type="button"
      aria-label={unread > 0 ? `消息，${unread} 条未读` : '消息'}
      onClick={() => navigate('/message/message_page')}
    >
      <BellOutlined style={{ fontSize: 15 }} /> {unread > 0 && unread}
    </button>
  );
}

function UserMenu({ user }: { user: UserInfo }) {
  const navigate = useNavigate();
  const themeName = useThemeName();
  const [changing, setChanging] = useState(false);
  const [pinOpen, setPinOpen] = useState(false);
  const [keysOpen, setKeysOpen] = useState(false);
  const [phoneOpen, setPhoneOpen] = useState(false);
  const leave = useLeave();
  const { can } = usePermission();
  const items = [
    ...(can(RECORDS) ? [{ key: 'field', label: '手机端' }] : []),
    { key: 'theme', label: themeName === 'black' ? '浅色主题' : '深色主题' },
    { key: 'password', label: '修改密码' },
    { key: 'pin', label: '签名口令' },
    user.secondFactor ? { key: 'keys', label: '安全密钥' } : { key: 'phone', label: '手机验证码' },
    { key: 'version', label: '版本信息' },
    { key: 'logout', label: '退出', apart: true },
  ];
  const choose = (key: string) => {
    if (key === 'field')
      location.assign('/pda'); // a page of its own, which keeps working without a net
    else if (key === 'theme') switchTheme(themeName === 'black' ? 'default' : 'black');
    else if (key === 'password') setChanging(true);
    else if (key === 'pin') setPinOpen(true);
    else if (key === 'keys') setKeysOpen(true);
    else if (key === 'phone') setPhoneOpen(true);
    else if (key === 'version') navigate('/version/versionInfo');
    else void leave();
  };
  return (
    <>
      <PopMenu items={items} onChoose={choose}>
        <span className="user-name">
          <span>{user.departName || user.orgName}</span>
          <b>{user.name}</b>
          <DownOutlined style={{ fontSize: 9 }} />
        </span>
      </PopMenu>
      <Suspense fallback={null}>
        <GuideButton />
        {changing && <PasswordDialog onClose={() => setChanging(false)} onChanged={() => void leave()} />}
        {keysOpen && <KeysDialog onClose={() => setKeysOpen(false)} />}
        {phoneOpen && <PhoneDialog onClose={() => setPhoneOpen(false)} />}
        {pinOpen && <SignDialog user={user} change onDone={() => setPinOpen(false)} />}
      </Suspense>
    </>
  );
}
