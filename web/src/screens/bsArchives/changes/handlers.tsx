/** The handlers of the change buttons in one chunk. */
import { Modal } from 'antd';
import { Attachments } from '@/ui/Attachments';
import { equipmentRoute } from '@/ui/equipmentRoutes';
import type { ActionContext, ActionHandler } from '@/views/actionRegistry';
import { ListView } from '@/views/ListView';
import type { Act } from './api';
import { BatchDialog } from './BatchDialog';
import { DeleteDialog } from './DeleteDialog';
import { MergeDialog } from './MergeDialog';
import { StateDialog } from './StateDialog';
import { TraceDialog } from './TraceDialog';
import { UnitAsOfDialog } from './UnitAsOfDialog';

const classOf = ({ rows }: ActionContext) => String(rows[0]?.equclass ?? '');
const titleOf = ({ rows }: ActionContext) => {
  const first = rows[0] ?? {};
  const name = [first.equname ?? first.name, first.equcode ?? first.code].filter(Boolean).join(' ');
  return rows.length > 1 ? `${name} 等 ${rows.length} 条` : name;
};

export const batchUpdate: ActionHandler = ({ ids, open, refresh }) =>
  open((close) => <BatchDialog ids={ids} onClose={close} onDone={refresh} />);

const merging =
  (type: (context: ActionContext) => string): ActionHandler =>
  (context) =>
    context.open((close) => (
      <MergeDialog type={type(context)} ids={context.ids} onClose={close} onDone={context.refresh} />
    ));
export const mergeDevices = merging(classOf);
export const mergeUnits = merging(() => 'unit');

const deleting =
  (type: (context: ActionContext) => string): ActionHandler =>
  (context) =>
    context.open((close) => (
      <DeleteDialog
        type={type(context)}
        seen={context.seen}
        count={context.ids.length}
        title={titleOf(context)}
        onClose={close}
        onDone={context.refresh}
      />
    ));
export const deleteDevices = deleting(classOf);
export const deleteUnits = deleting(() => 'unit');

const acting =
  (act: Act): ActionHandler =>
  ({ rows, ids, open, refresh }) =>
    open((close) => <StateDialog act={act} rows={rows} ids={ids} onClose={close} onDone={refresh} />);
export const stopDevices = acting('stop');
export const restartDevices = acting('restart');
export const logoutDevices = acting('logout');
export const moveDevices = acting('move');

export const transfers: ActionHandler = ({ open }) =>
  open((close) => (
    <Modal open width={1180} style={{ top: 40 }} title="迁移与状态变更记录" footer={null} onCancel={close}>
      <div className="transfers">
        <ListView viewNo="eqd_state_list" embedded />
      </div>
    </Modal>
  ));

export const openChanged: ActionHandler = ({ rows, navigate }) => {
  const page = equipmentRoute(rows[0]?.equclass, rows[0]?.equdatasysid);
  if (page) navigate(page);
};

export const stateProof: ActionHandler = ({ rows, ids, open }) =>
  open((close) => (
    <Modal open width={520} title={`证明材料 ${rows[0]?.equcode ?? ''}`} footer={null} onCancel={close}>
      <Attachments attrefsysid={ids[0]!} owner="state" readOnly />
    </Modal>
  ));

export const traceDetail: ActionHandler = ({ ids, open }) =>
  open((close) => <TraceDialog id={ids[0]!} onClose={close} />);

export const unitAsOf: ActionHandler = ({ rows, ids, open }) =>
  open((close) => <UnitAsOfDialog id={ids[0]!} title={String(rows[0]?.name ?? '')} onClose={close} />);
