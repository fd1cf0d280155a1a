/** 报告: the issued file as it was signed. */
import { IssuedDialog } from '@/print/IssuedDialog';
import type { ActionHandler } from '@/views/actionRegistry';

const report: ActionHandler = ({ ids, rows, open }) => {
  const row = rows[0] ?? {};
  open((close) => (
    <IssuedDialog id={ids[0]!} reportno={String(row.reportno || row.seisn || '')} onClose={close} />
  ));
};
export default report;
