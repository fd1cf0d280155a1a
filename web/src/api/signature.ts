/** The signing PIN or second factor: asked for when the server says that a call is a signature, then the same call is made again. */
import { ApiError } from './errors';

export const SIGN_NEEDED = 'SIGN_NEEDED';

/** Shows the dialog; true when it was confirmed. Put in by the shell. */
let ask: (() => Promise<boolean>) | undefined;
export function setSignatureDialog(dialog: typeof ask): void {
  ask = dialog;
}

let asking: Promise<boolean> | undefined;
/** One dialog however many calls wait for it. */
function asked(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined;
  });
  return asking;
}

/** Runs a call, and once more after it was confirmed. */
export async function withSignature<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorCode !== SIGN_NEEDED || !(await asked())) throw error;
    return run();
  }
}
