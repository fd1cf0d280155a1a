/** 流转日志: of a business item by its serial number, of a declaration by its number. */
import type { ActionHandler } from '@/views/actionRegistry';
import { FlowLogDialog } from '@/workflow/FlowLog';

const flowLog: ActionHandler = ({ rows, open }) => {
  const row = rows[0] ?? {};
  const by = row.seisn ? { seisn: String(row.seisn) } : { appno: String(row.appno ?? '') };
  open((close) => <FlowLogDialog {...by} onClose={close} />);
};
export default flowLog;
