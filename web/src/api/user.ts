/** Login, the user, the menu and what may be done. */
import { queryOptions } from '@tanstack/react-query';
import { get, post, read, readEnvelope } from './client';
import { sessionStore, setTokenStoreType } from './sessionStore';

export interface UserInfo {
  id: string;
  name: string;
  loginName: string;
  avatar?: string;
  userSsoInfo?: string;
  userDepartId?: string;
  userOrgId?: string;
  userUnitId?: string;
  jurisdiction?: string;
  userUnitAreacode?: string;
  industryType?: string;
  roleNames?: string;
  userDeptUniCode?: string;
  sessionid?: string;
  orgName?: string;
  departName?: string;
  mustChangePassword?: boolean;
  demo?: boolean;
}

export interface MenuNode {
  id: string;
  parentId?: string;
  parentIds?: string;
  name: string;
  href?: string;
  icon?: string;
  sysCode?: string;
  todo?: string;
  childList?: MenuNode[];
}

export interface LoginConfig {
  /** Single sign-on is configured; `ssoForced`: it is the only way in. */
  sso: boolean;
  ssoForced?: boolean;
  ssoUrl?: string;
  tokenStoreType?: string;
  captcha?: string;
  product?: string;
  version?: string;
  support?: string;
}

export async function fetchLoginConfig(): Promise<LoginConfig> {
  const config = await get<LoginConfig>('/a/loginConfig');
  if (config.tokenStoreType) setTokenStoreType(config.tokenStoreType);
  return config;
}

/** Base64 of the UTF-8 text: btoa alone knows only Latin-1. */
export function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

interface Credentials {
  username: string;
  password: string;
  validateCode?: string;
  randomNum?: string;
}

async function openSession(form: Record<string, unknown>): Promise<UserInfo> {
  // Not a shared write: a wrong captcha is answered by the same form with another code.
  const answer = await readEnvelope<unknown>('/a/login', form);
  const user = (answer.user ?? {}) as UserInfo;
  sessionStore.open(String(answer.sessionid ?? user.sessionid ?? ''), user.userSsoInfo || user.id);
  return user;
}

export function login({ username, password, validateCode, randomNum }: Credentials): Promise<UserInfo> {
  return openSession({
    username: base64(username),
    password: base64(password),
    validateCode,
    loginType: 1,
    randomNum,
  });
}

export const loginByTicket = (ticket: string, service: string) =>
  openSession({ ticket, service, loginType: 1, isSso: 1 });

export async function logout(): Promise<void> {
  try {
    await post('/a/Logout');
  } finally {
    sessionStore.clear();
  }
}

export const modifyPassword = (oldPassword: string, newPassword: string) =>
  read<null>('/api/user/modifyPwd', { oldPassword: base64(oldPassword), newPassword: base64(newPassword) });

export const userQuery = queryOptions({
  queryKey: ['user', 'info'],
  queryFn: async () => {
    const user = await read<UserInfo>('/api/user/info');
    return { ...user, userUnitAreacode: user.jurisdiction } satisfies UserInfo;
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

export const menuQuery = queryOptions({
  queryKey: ['user', 'menu'],
  queryFn: () => read<MenuNode[]>('/api/user/menuTree'),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

export const permissionQuery = queryOptions({
  queryKey: ['user', 'permission'],
  queryFn: async () => {
    const rows = await read<{ operatorCode: string }[]>('/api/user/permission');
    return rows.map((row) => row.operatorCode);
  },
  staleTime: Number.POSITIVE_INFINITY,
});

const HOME = '/home';
const WORK_DESKTOP = '/workDesktop';

/** The industry type decides the desktop; without one the role names do. */
export function homePathOf(user: Pick<UserInfo, 'industryType' | 'roleNames'> | undefined): string {
  if (user?.industryType) return user.industryType === '21' ? WORK_DESKTOP : HOME;
  const roles = (user?.roleNames ?? '').split(',').map((role) => role.trim());
  if (roles.includes('检验普通用户')) return HOME;
  return roles.includes('监察普通用户') ? WORK_DESKTOP : HOME;
}

/** Every href of a menu tree; what a desktop may offer as a shortcut. */
export function menuPaths(nodes: MenuNode[] = []): string[] {
  return nodes.flatMap((node) => [...(node.href ? [node.href] : []), ...menuPaths(node.childList)]);
}
