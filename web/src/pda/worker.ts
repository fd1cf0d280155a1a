/** Keeps the page openable without a net (pda-sw.js), and installable. */

const MANIFEST = '/pda.webmanifest';

export async function keepOpening(): Promise<void> {
  if (!document.querySelector('link[rel=manifest]')) {
    const link = document.createElement('link');
    link.rel = 'manifest';
    link.href = MANIFEST;
    document.head.append(link);
  }
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // The page works without it while there is a net; the settings say whether it is there.
  await navigator.serviceWorker.register('/pda-sw.js', { scope: '/pda' }).catch(() => undefined);
}

/** Whether the page would open without a net: what it needs has been kept. */
export async function opensOffline(): Promise<boolean> {
  const found = await navigator.serviceWorker?.getRegistration('/pda').catch(() => undefined);
  return Boolean(found?.active);
}

export const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true;
