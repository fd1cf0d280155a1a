/** 导入 of any list whose records come from Excel files. */
import { lazy, Suspense } from 'react';
import type { ActionHandler } from './actionRegistry';

const ImportDialog = lazy(() => import('./ImportDialog'));

const importRows: ActionHandler = ({ viewNo, open, refresh }) =>
  open((close) => (
    <Suspense fallback={null}>
      <ImportDialog viewNo={viewNo} onClose={close} onDone={refresh} />
    </Suspense>
  ));
export default importRows;
