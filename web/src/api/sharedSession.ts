/** Several browser tabs share one login: a new tab asks the others, and all leave together. */
import { sessionStore } from './sessionStore';

const CHANNEL = 'scdeap_session';
/** How long a new tab waits for an answer before it shows the login page. */
const PATIENCE_MS = 250;

type Said =
  | { kind: 'ask' }
  | { kind: 'session' | 'opened'; sid: string; token: string }
  | { kind: 'gone'; sid: string };

let channel: BroadcastChannel | undefined;
let waiting: ((found: boolean) => void) | undefined;

function own(kind: 'session' | 'opened'): Said | undefined {
  const [sid, token] = [sessionStore.sid(), sessionStore.token()];
  return sid && token ? { kind, sid, token } : undefined;
}

function tell(said: Said | undefined): void {
  if (said) channel?.postMessage(said);
}

function hear(said: Said, go: (path: string) => void): void {
  if (said.kind === 'ask') tell(own('session'));
  else if (said.kind === 'gone') {
    if (sessionStore.sid() !== said.sid) return;
    sessionStore.drop();
    go('/login?expired=1');
  } else if (said.kind === 'session') {
    if (!waiting || sessionStore.isLoggedIn()) return;
    sessionStore.adopt(said.sid, said.token);
    waiting(true);
  } else {
    // The cookie of this browser belongs to the new session now; another user's pages must not stay open.
    const same = sessionStore.token() === said.token;
    sessionStore.adopt(said.sid, said.token);
    if (!same) go('/');
  }
}

/** Called once, before anything is drawn. */
export function shareSession(go = (path: string) => location.assign(path)): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const opened = new BroadcastChannel(CHANNEL);
  channel = opened;
  opened.onmessage = (event: MessageEvent<Said>) => hear(event.data, go);
  sessionStore.watch({
    opened: () => tell(own('opened')),
    gone: (sid) => tell({ kind: 'gone', sid }),
  });
  return () => {
    opened.close();
    channel = undefined;
  };
}

/** Whether this tab has a session, if need be one that another tab hands over. */
export function joinSession(): Promise<boolean> {
  if (sessionStore.isLoggedIn() || !channel) return Promise.resolve(sessionStore.isLoggedIn());
  return new Promise((resolve) => {
    const done = (found: boolean) => {
      clearTimeout(timer);
      waiting = undefined;
      resolve(found);
    };
    const timer = setTimeout(() => done(false), PATIENCE_MS);
    waiting = done;
    tell({ kind: 'ask' });
  });
}
