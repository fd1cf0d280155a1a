/** Gives every screen the print preview: an action hands over what to print, the dialog does the rest. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { PrintJob } from '@/views/actionRegistry';
import { PrintContext } from '@/views/useActions';

const PrintPreview = lazy(() => import('./PrintPreview'));

export function PrintProvider({ children }: { children: ReactNode }) {
  const [job, setJob] = useState<PrintJob | null>(null);
  return (
    <PrintContext value={setJob}>
      {children}
      <Suspense fallback={null}>{job && <PrintPreview job={job} onClose={() => setJob(null)} />}</Suspense>
    </PrintContext>
  );
}
