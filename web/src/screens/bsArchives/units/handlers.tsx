/** Hand-made handlers of the unit and person lists. */
import { AssignDialog } from '@/screens/bsArchives/persons/AssignDialog';
import type { ActionHandler } from '@/views/actionRegistry';
import { RevealDialog } from './RevealDialog';

/** 打印设备清单 of the unit that the list is searched by, or of the picked rows' unit. */
export const printEquipment: ActionHandler = ({ search, rows, print, notify }) => {
  const picked = new Set(rows.map((row) => String(row.useorgsysid)));
  const unit = String(search.useorgsysid ?? '') || (picked.size === 1 ? [...picked][0]! : '');
  if (!unit) {
    notify.warning('请先按使用单位查询，或选中同一使用单位的设备');
    return;
  }
  print({ printType: 'SBQD', ids: [unit], title: '设备清单' });
};

export const revealNumber: ActionHandler = ({ rows, ids, open }) => {
  open((close) => (
    <RevealDialog kind="person" id={ids[0]!} title={String(rows[0]?.name ?? '')} onClose={close} />
  ));
};

export const assignDevices: ActionHandler = ({ rows, ids, open, refresh }) => {
  open((close) => (
    <AssignDialog id={ids[0]!} name={String(rows[0]?.name ?? '')} onClose={close} onSaved={refresh} />
  ));
};
