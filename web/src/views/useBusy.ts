/** Work at the server that one waits for: whether it runs, and how it is run; what goes wrong is said at the top. */

import { useState } from 'react';
import { messageOf } from '@/api/client';
import { useApp } from '@/ui/useApp';

export function useBusy(): [busy: boolean, run: (work: () => Promise<void>) => Promise<void>] {
  const { message } = useApp();
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return [busy, run];
}
