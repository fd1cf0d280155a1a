/** Where the browser keeps the session. The secret itself is an HttpOnly cookie; here is only its second half. */

const SYSTEM = 'scdeap';
export const keys = {
  token: `${SYSTEM}_token`,
  sid: `${SYSTEM}_sidtoken`,
  usualPerson: `${SYSTEM}_usualPerson`,
  rememberLogin: `${SYSTEM}_remenberLogin`,
  tabs: `${SYSTEM}_tabs`,
} as const;

const REMEMBER_DAYS = 10;
const COOKIE_DAYS = 1;

let tokenStoreType = '2';
/** "2" keeps the session id in session storage (one browser tab), anything else in a cookie. Told by the server. */
export function setTokenStoreType(type: string): void {
  tokenStoreType = type;
}

function writeCookie(name: string, value: string, days: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in the browsers of the offices
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${days * 86_400}; SameSite=Strict${secure}`;
}

function readCookie(name: string): string | null {
  const part = document.cookie.split('; ').find((piece) => piece.startsWith(`${name}=`));
  return part ? decodeURIComponent(part.slice(name.length + 1)) : null;
}

function dropCookie(name: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: see writeCookie
  document.cookie = `${name}=; path=/; max-age=0`;
}

function write(key: string, value: string): void {
  if (tokenStoreType === '2') sessionStorage.setItem(key, value);
  else writeCookie(key, value, COOKIE_DAYS);
}

/** After a reload the kind of store is not known yet: whichever holds the value counts. */
function read(key: string): string | null {
  return sessionStorage.getItem(key) ?? readCookie(key);
}

/** Who must hear of it: the other tabs of this browser (sharedSession.ts). */
interface Watcher {
  opened: () => void;
  gone: (sid: string) => void;
}
let watcher: Watcher | undefined;

export const sessionStore = {
  watch(next: Watcher) {
    watcher = next;
  },
  sid: () => read(keys.sid),
  token: () => read(keys.token),
  isLoggedIn: () => Boolean(read(keys.sid)),
  open(sessionid: string, token: string) {
    sessionStore.adopt(sessionid, token);
    watcher?.opened();
  },
  /** Takes over the session that another tab has. */
  adopt(sessionid: string, token: string) {
    write(keys.sid, sessionid);
    write(keys.token, token);
  },
  /** Ends the session here and in the other tabs that have the same. */
  clear() {
    const sid = read(keys.sid);
    sessionStore.drop();
    if (sid) watcher?.gone(sid);
  },
  /** Forgets session id, token and open tabs; the remembered user name stays. */
  drop() {
    for (const key of [keys.sid, keys.token]) {
      sessionStorage.removeItem(key);
      dropCookie(key);
    }
    localStorage.removeItem(keys.tabs);
  },
  rememberedName: () => readCookie(keys.rememberLogin) ?? '',
  rememberName: (name: string) => writeCookie(keys.rememberLogin, name, REMEMBER_DAYS),
  forgetName: () => dropCookie(keys.rememberLogin),
  usualPersons(): { id: string; name: string }[] {
    try {
      return JSON.parse(read(keys.usualPerson) ?? '[]');
    } catch {
      return [];
    }
  },
  noteUsualPerson(person: { id: string; name: string }) {
    const others = sessionStore.usualPersons().filter((known) => known.id !== person.id);
    const kept = [{ id: person.id, name: person.name }, ...others].slice(0, 8);
    write(keys.usualPerson, JSON.stringify(kept));
  },
};
