/** Login, the user, the menu and what may be done. */

import { queryOptions } from '@tanstack/react-query';
import { get, post, read, readEnvelope } from './client';
import { sessionStore, setTokenStoreType } from './sessionStore';
import type { LoginConfig, MenuItem, UserInfo } from './shapes';

export async function fetchLoginConfig(): Promise<LoginConfig> {
  const config = await get('/a/loginConfig');
  if (config.tokenStoreType) setTokenStoreType(config.tokenStoreType);
  return config;
}

/** Base64 of the UTF-8 text: btoa alone knows only Latin-1. */
export function base64(text: string): string {
  return base64OfBytes(new TextEncoder().encode(text));
}

export function base64OfBytes(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(''));
}

interface Credentials {
  username: string;
  password: string;
  /** Sent with every login, the code once it was typed: what is empty is not sent (params.ts). */
  validateCode: string;
  randomNum: string;
}

async function openSession(form: Record<string, unknown>): Promise<UserInfo> {
  // Not a shared write: a wrong captcha is answered by the same form with another code.
  const answer = await readEnvelope('/a/login', form);
  const user = (answer.user ?? {}) as UserInfo;
  sessionStore.open(String(answer.sessionid ?? ''), user.userSsoInfo || user.id);
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

/** Two calls of the owner before there is a session. */
export const askForReset = (name: string) => read('/a/resetRequest', { username: base64(name) });

export const setPasswordByLink = (token: string, password: string) =>
  read<null>('/a/resetPassword', { token, newPassword: base64(password) });

export const giveFactor = (code: string) => read<null>('/api/user/factor', { code });

export const fetchFactorSecret = () => read('/api/user/factorSecret');

/** `password` is asked of who sets it up of his own accord. */
export const setUpFactor = (secret: string, code: string, password = '') =>
  read('/api/user/factorSetup', { secret, code, password: base64(password) });

/** Lets this session sign for a quarter of an hour. */
export const sign = (pin: string) => read('/api/user/sign', { pin });

/** The same by the code that the own phone shows. */
export const signByCode = (code: string) => read('/api/user/signByCode', { code });

export const setPin = (password: string, pin: string) =>
  read<null>('/api/user/setPin', { password: base64(password), pin });

export const userQuery = queryOptions({
  queryKey: ['user', 'info'],
  queryFn: () => read('/api/user/info'),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

export const menuQuery = queryOptions({
  queryKey: ['user', 'menu'],
  queryFn: () => read('/api/user/menuTree'),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

export const permissionQuery = queryOptions({
  queryKey: ['user', 'permission'],
  queryFn: async () => {
    const rows = await read('/api/user/permission');
    return rows.map((row) => row.operatorCode);
  },
  staleTime: Number.POSITIVE_INFINITY,
});

const HOME = '/home';
const WORK_DESKTOP = '/workDesktop';
const STATION_HOME = '/stationHome';
const BOX = '/my';
const USING_UNIT = '23';

/** The head of a station has a desk of its own; else the industry type decides, and without one the role names do. */
export function homePathOf(user: Pick<UserInfo, 'industryType' | 'roleNames'> | undefined): string {
  const roles = (user?.roleNames ?? '').split(',').map((role) => role.trim());
  if (user?.industryType !== '21' && roles.includes('站长')) return STATION_HOME;
  if (user?.industryType === USING_UNIT) return BOX;
  if (user?.industryType) return user.industryType === '21' ? WORK_DESKTOP : HOME;
  if (roles.includes('检验普通用户')) return HOME;
  return roles.includes('监察普通用户') ? WORK_DESKTOP : HOME;
}

const SUPERVISION = '21';

type Belonging = Pick<UserInfo, 'userUnitId' | 'userOrgId' | 'industryType'>;

/** Of an enterprise, an authority or the institute (whose unit is itself): people of the first two never become staff. */
export function sideOf(user: Belonging | undefined): 'unit' | 'supervision' | 'inspection' {
  if (user && user.userUnitId !== user.userOrgId) return 'unit';
  return user?.industryType === SUPERVISION ? 'supervision' : 'inspection';
}

export const isStaff = (user: Belonging | undefined) => sideOf(user) === 'inspection';

/** Every href of a menu tree; what a desktop may offer as a shortcut. */
export function menuPaths(nodes: MenuItem[] = []): string[] {
  return nodes.flatMap((node) => [...(node.href ? [node.href] : []), ...menuPaths(node.childList)]);
}
