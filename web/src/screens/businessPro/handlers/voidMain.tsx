/** 作废: declarations, with a reason. */
import type { ActionHandler } from '@/views/actionRegistry';
import { VoidDialog } from '@/workflow/VoidDialog';

const voidMain: ActionHandler = ({ ids, rows, open, refresh }) => {
  const step = String(rows[0]?.step ?? '');
  open((close) => <VoidDialog type="sbdj" ids={ids} stepNo={step} onClose={close} onDone={refresh} />);
};
export default voidMain;
