/** What every screen of the phone shares: the store, the round with the server, where one is, what is said. */
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { State } from './core';
import type { Person } from './database';
import type { Store } from './store';
import { alone, type Round, syncRound } from './sync';
import type { Change } from './writing';

export const EVERY = 60_000;

interface Phone {
  store: Store;
  state: State;
  person: Person;
  round: Round | null;
  busy: boolean;
  sync: () => Promise<void>;
  /** Writes fields; false when it was not written, which is then said. */
  touch: (record: string, changes: Change[], typing?: boolean) => Promise<boolean>;
  /** Runs something of the person, and says why it did not work. */
  attempt: (run: () => Promise<unknown>) => Promise<boolean>;
  say: (sentence: string) => void;
}

const Context = createContext<Phone | null>(null);

export function usePhone(): Phone {
  const phone = useContext(Context);
  if (!phone) throw new Error('outside the phone');
  return phone;
}

const SAID_MS = 6000;

export function PhoneProvider({
  store,
  person,
  children,
}: {
  store: Store;
  person: Person;
  children: ReactNode;
}) {
  const state = useSyncExternalStore(store.subscribe, store.state);
  const [round, setRound] = useState<Round | null>(null);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const running = useRef<Promise<void> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const say = useCallback((sentence: string) => {
    setSaid(sentence);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSaid(''), SAID_MS);
  }, []);

  const sync = useCallback(() => {
    running.current ??= alone(() => syncRound(store))
      .then((done) => {
        if (done) setRound(done);
      })
      .finally(() => {
        running.current = null;
        setBusy(false);
      });
    setBusy(true);
    return running.current;
  }, [store]);

  const ended = round?.kind === 'blocked';
  useEffect(() => {
    if (ended) return undefined;
    void sync();
    const seen = () => document.visibilityState === 'visible' && void sync();
    const again = setInterval(() => void sync(), EVERY);
    const cut = () => setRound({ kind: 'offline' });
    window.addEventListener('online', sync);
    window.addEventListener('offline', cut);
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearInterval(again);
      window.removeEventListener('online', sync);
      window.removeEventListener('offline', cut);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [sync, ended]);

  const attempt = useCallback(
    async (run: () => Promise<unknown>) => {
      try {
        await run();
        return true;
      } catch (fault) {
        say(fault instanceof Error && fault.message ? fault.message : '操作未完成，请重试');
        return false;
      }
    },
    [say],
  );
  const touch = useCallback(
    (record: string, changes: Change[], typing = false) =>
      attempt(() => store.touch(record, changes, typing)),
    [attempt, store],
  );

  return (
    <Context value={{ store, state, person, round, busy, sync, touch, attempt, say }}>
      {children}
      {said && (
        <div className="pda-said" role="alert">
          <span>{said}</span>
          <button type="button" onClick={() => setSaid('')}>
            知道了
          </button>
        </div>
      )}
    </Context>
  );
}
