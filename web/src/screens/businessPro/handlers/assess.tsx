/** 客户评价 of one declaration. */
import type { ActionHandler } from '@/views/actionRegistry';
import { AssessDialog } from './AssessDialog';

const assess: ActionHandler = ({ rows, open, refresh }) => {
  const row = rows[0] ?? {};
  const appno = String(row.appno ?? '');
  const appMainId = String(row.appmainsysid ?? row.id ?? '');
  open((close) => <AssessDialog appno={appno} appMainId={appMainId} onClose={close} onDone={refresh} />);
};
export default assess;
