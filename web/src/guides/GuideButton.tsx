/** `?` and its mark in the bar: the guide of the screen that is shown. */
import { lazy, Suspense, useState } from 'react';
import { inField, isPlain, usePageKeys } from '@/ui/pageKeys';

const GuideDialog = lazy(() => import('./GuideDialog'));

export default function GuideButton() {
  const [open, setOpen] = useState(false);
  usePageKeys((event) => {
    if (event.key !== '?' || !isPlain(event) || inField(event.target)) return false;
    setOpen(true);
    return true;
  });
  return (
    <>
      <button type="button" aria-label="本页指南" title="本页指南（?）" onClick={() => setOpen(true)}>
        ?
      </button>
      <Suspense fallback={null}>{open && <GuideDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
