/**
 * A person's work on the phone. Every touch is one transaction of the operation and the draft; only when it is on the
 * disk does the state here, and with it the screen, change. Nothing leaves the queue by itself.
 */
import type { Core, State } from './core';
import { lockOf, type PersonBase, personBase, setting } from './database';
import { keeping, load } from './keeping';
import { queueOf } from './queue';
import { newLock, openLock } from './vault';
import { writing } from './writing';

export type Store = Awaited<ReturnType<typeof storeOf>>;

/** Makes the PIN of a person who uses this phone for the first time. */
export async function setPin(account: string, pin: string, device: string, rounds?: number): Promise<void> {
  if (await lockOf(account)) throw new Error('there is a PIN');
  const base = personBase(account);
  await base.settings.bulkPut([
    { name: 'lock', value: await newLock(pin, rounds) },
    { name: 'device', value: device }, // the sequence and the name of the terminal live and die together
  ]);
  base.close();
}

/** Opens what a person keeps here; null when the PIN is another one. */
export async function openStore(account: string, pin: string): Promise<Store | null> {
  const lock = await lockOf(account);
  const key = lock && (await openLock(lock, pin));
  return key ? storeOf(personBase(account), key) : null;
}

async function storeOf(base: PersonBase, key: CryptoKey) {
  let state: State = await load(base, key);
  const listeners = new Set<() => void>();
  let chain: Promise<unknown> = Promise.resolve();
  const core: Core = {
    base,
    key,
    device: (await setting<string>(base, 'device')) ?? '',
    state: () => state,
    show: (change) => {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    inTurn: (run) => {
      const next = chain.then(run, run);
      chain = next.catch(() => undefined);
      return next;
    },
    now: () => Date.now() + state.offset,
  };
  const { write, ...touches } = writing(core);
  return {
    device: core.device,
    state: core.state,
    now: core.now,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    ...touches,
    ...queueOf(core, write),
    ...keeping(core),
    close: () => base.close(),
  };
}
