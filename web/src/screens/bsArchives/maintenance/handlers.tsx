/** 登记, 查看 and 编辑 of maintenance visits from their list. */
import type { ActionHandler } from '@/views/actionRegistry';
import { VisitDialog } from './VisitDialog';

export const maintenanceAdd: ActionHandler = ({ open, refresh, owner }) => {
  const lift = owner?.equdatasysid as string | undefined;
  open((close) => <VisitDialog lift={lift} onSaved={refresh} onClose={close} />);
};

/** From the list of the lifts: the visit of this one. */
export const maintenanceVisit: ActionHandler = ({ ids, open, refresh }) =>
  open((close) => <VisitDialog lift={ids[0]} onSaved={refresh} onClose={close} />);

export const maintenanceView: ActionHandler = ({ ids, open, refresh }) =>
  open((close) => <VisitDialog id={ids[0]} readOnly onSaved={refresh} onClose={close} />);

export const maintenanceEdit: ActionHandler = ({ ids, open, refresh }) =>
  open((close) => <VisitDialog id={ids[0]} onSaved={refresh} onClose={close} />);
