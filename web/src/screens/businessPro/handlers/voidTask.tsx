/** 任务作废: the arrangement only; the business goes back to acceptance. */
import type { ActionHandler } from '@/views/actionRegistry';
import { VoidDialog } from '@/workflow/VoidDialog';

const voidTask: ActionHandler = ({ ids, rows, open, refresh }) => {
  const step = String(rows[0]?.step ?? '');
  open((close) => <VoidDialog type="rwap" ids={ids} stepNo={step} onClose={close} onDone={refresh} />);
};
export default voidTask;
