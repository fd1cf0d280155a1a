/** 查看 from the list of all classes: each class has its own page. */
import { equipmentRoute } from '@/screens/businessPro/parts/equipmentRoute';
import type { ActionHandler } from '@/views/actionRegistry';

const openDevice: ActionHandler = ({ rows, navigate }) => {
  const row = rows[0] ?? {};
  navigate(equipmentRoute(row.equclass, row.id));
};
export default openDevice;
