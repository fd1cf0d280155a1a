/** Who uses the phone: the session says it, without a net whoever used it last. */
import { ApiError, messageOf, read } from '@/api/client';
import { sessionStore } from '@/api/sessionStore';
import type { UserInfo } from '@/api/shapes';
import { joinSession } from '@/api/sharedSession';
import { deviceName, lastPerson, lockOf, type Person, rememberPerson, unsentOf } from './database';
import { canSeal } from './vault';

export type Phase =
  | { kind: 'starting' }
  | { kind: 'insecure' }
  | { kind: 'login' }
  /** Somebody else's work is still only on this phone. */
  | { kind: 'foreign'; owner: Person; count: number }
  /** `known`: the session says that it is he. */
  | { kind: 'pin'; person: Person; first: boolean; known: boolean }
  | { kind: 'failed'; sentence: string };

/** The person of the session; null when there is none, or nobody can be asked. */
export async function fetchPerson(): Promise<(Person & { info: UserInfo }) | null> {
  if (!(await joinSession()) && !sessionStore.isLoggedIn()) return null;
  try {
    const info = await read('/api/user/info', {}, { stay: true });
    return { account: info.id, name: info.name, info };
  } catch (fault) {
    if (fault instanceof ApiError && (fault.status === 0 || fault.status === 401 || fault.status >= 500))
      return null;
    throw fault;
  }
}

export async function start(): Promise<Phase> {
  if (!canSeal()) return { kind: 'insecure' };
  try {
    const [session, last] = await Promise.all([fetchPerson(), lastPerson()]);
    if (session && last && last.account !== session.account) {
      const count = await unsentOf(last.account);
      if (count > 0) return { kind: 'foreign', owner: last, count };
    }
    const person = session ? { account: session.account, name: session.name } : last;
    if (!person) return { kind: 'login' };
    const first = !(await lockOf(person.account));
    if (first && !session) return { kind: 'login' };
    if (session) await rememberPerson(person);
    return { kind: 'pin', person, first, known: Boolean(session) };
  } catch (fault) {
    return { kind: 'failed', sentence: messageOf(fault, '手机里的数据打不开，请重新打开本页') };
  }
}

export { deviceName };

/** Comes back here after the login. */
export const LOGIN = '/login?redirect=%2Fpda';
