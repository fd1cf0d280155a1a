/** 查看问题 of a device in the list of data quality. */
import type { ActionHandler } from '@/views/actionRegistry';
import { FaultsDialog } from './FaultsDialog';

export const faults: ActionHandler = ({ rows, ids, open }) => {
  const row = rows[0] ?? {};
  const title = [row.equcode, row.equname].filter(Boolean).join('　');
  open((close) => <FaultsDialog id={ids[0]!} title={title} onClose={close} />);
};
