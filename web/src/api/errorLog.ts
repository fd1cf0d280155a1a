/** Tells the server about faults the user met. Never about a fault of telling. */
import { formBody } from './params';
import { sessionStore } from './sessionStore';

const LOGGER_PATH = '/save_error_logger';
const sent = new Map<string, number>();
const REPEAT_AFTER_MS = 60_000;

interface Fault {
  type: 'ajax' | 'script';
  code: number;
  message: string;
  url: string;
}

export function reportFault(fault: Fault): void {
  if (fault.url.includes(LOGGER_PATH)) return;
  // A page that fails in a loop must not flood the log.
  const key = `${fault.type}|${fault.code}|${fault.message}|${fault.url}`;
  const now = Date.now();
  if (now - (sent.get(key) ?? Number.NEGATIVE_INFINITY) < REPEAT_AFTER_MS) return;
  sent.set(key, now);
  const sid = encodeURIComponent(sessionStore.sid() ?? '');
  void fetch(`${LOGGER_PATH}?__sid=${sid}`, {
    method: 'POST',
    credentials: 'include',
    body: formBody({ ...fault, message: fault.message.slice(0, 2000) }),
  }).catch(() => undefined);
}

export function watchScriptErrors(): void {
  window.addEventListener('error', (event) => {
    if (event.message) reportFault({ type: 'script', code: 0, message: event.message, url: location.href });
  });
  window.addEventListener('unhandledrejection', (event) => {
    const reason = event.reason as { name?: string; message?: string } | undefined;
    // Refusals of the server and aborted loads are not faults of a script.
    if (reason?.name === 'ApiError' || reason?.name === 'AbortError' || reason?.name === 'CancelledError')
      return;
    reportFault({ type: 'script', code: 0, message: String(reason?.message ?? reason), url: location.href });
  });
}
