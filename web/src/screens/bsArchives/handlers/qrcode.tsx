/** 二维码 of a device. */
import { QrDialog } from '@/screens/bsArchives/equipment/QrDialog';
import type { ActionHandler } from '@/views/actionRegistry';

const qrcode: ActionHandler = ({ rows, ids, open }) => {
  const row = rows[0] ?? {};
  open((close) => <QrDialog id={ids[0]!} title={String(row.equcode || row.equname || '')} onClose={close} />);
};
export default qrcode;
