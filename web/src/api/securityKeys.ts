/** Security keys of the browser (WebAuthn): the server asks, the browser answers. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { queryOptions } from '@tanstack/react-query';
import { read } from './client';

const library = () => import('@simplewebauthn/browser');

export const keysQuery = queryOptions({
  queryKey: ['user', 'keys'],
  queryFn: () => read('/api/user/keyList'),
});

/** What the browser's key answers to the server's question. */
async function answerOfKey(): Promise<string> {
  const { options } = await read('/api/user/keyOptions');
  const { startAuthentication } = await library();
  const answer = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
  });
  return JSON.stringify(answer);
}

/** Gives the second factor of this session by a key. */
export async function giveKey(): Promise<void> {
  await read<null>('/api/user/keyFactor', { credential: await answerOfKey() });
}

/** Lets this session sign for a quarter of an hour, by a key. */
export async function signByKey(): Promise<void> {
  await read('/api/user/signByKey', { credential: await answerOfKey() });
}

/** Registers a key, for a code of the phone. */
export async function addKey(name: string, code: string): Promise<void> {
  const { options } = await read('/api/user/keyNew', { code });
  const { startRegistration } = await library();
  const answer = await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  });
  await read<null>('/api/user/keySave', { name, credential: JSON.stringify(answer) });
}

export const deleteKey = (id: string) => read<null>('/api/user/keyDelete', { id });

/** What to tell somebody whose browser gave no key. */
export function keyFault(error: unknown, otherwise: (error: unknown) => string): string {
  if (!(error instanceof Error)) return otherwise(error);
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return '没有完成：已取消或超时';
  if (error.name === 'InvalidStateError') return '这个安全密钥已经登记过';
  return error.name === 'SecurityError' || error.name === 'NotSupportedError'
    ? '浏览器不支持安全密钥，请用手机验证码'
    : otherwise(error);
}
