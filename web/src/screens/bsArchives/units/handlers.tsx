/** Hand-made handlers of the unit and person lists. */
import { AssignDialog } from '@/screens/bsArchives/persons/AssignDialog';
import type { ActionHandler } from '@/views/actionRegistry';
import { RevealDialog } from './RevealDialog';

/** 打印设备清单 of the unit that the list is searched by. */
export const printEquipment: ActionHandler = ({ search, print, notify }) => {
  const unit = String(search.useorgsysid ?? '');
  if (!unit) {
    notify.warning('请先按使用单位查询，再打印这个单位的设备清单');
    return;
  }
  print({ printType: 'DWSBQD', ids: [unit], title: '设备清单' });
};

export const revealNumber: ActionHandler = ({ rows, ids, open }) => {
  open((close) => (
    <RevealDialog kind="person" id={ids[0]!} title={String(rows[0]?.name ?? '')} onClose={close} />
  ));
};

export const revealLegal: ActionHandler = ({ rows, ids, open }) => {
  const title = `法定代表人 ${String(rows[0]?.legalman ?? '')}`;
  open((close) => <RevealDialog kind="legal" id={ids[0]!} title={title} onClose={close} />);
};

/** 查看电话 of a record of this table. */
function phonesOf(table: string): ActionHandler {
  return ({ rows, ids, open }) => {
    const title = String(rows[0]?.name ?? '');
    open((close) => <RevealDialog phonesOf={table} id={ids[0]!} title={title} onClose={close} />);
  };
}

export const revealPersonPhone = phonesOf('person');
export const revealUnitPhone = phonesOf('unit');
export const revealContactPhone = phonesOf('unit_contact');
export const revealUserPhone = phonesOf('sys_user');

export const assignDevices: ActionHandler = ({ rows, ids, open, refresh }) => {
  open((close) => (
    <AssignDialog id={ids[0]!} name={String(rows[0]?.name ?? '')} onClose={close} onSaved={refresh} />
  ));
};
