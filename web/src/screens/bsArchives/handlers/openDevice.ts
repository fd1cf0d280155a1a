/** 查看 from the list of all classes: each class has its own page. */
import { equipmentRoute } from '@/ui/equipmentRoutes';
import type { ActionHandler } from '@/views/actionRegistry';

const openDevice: ActionHandler = ({ rows, navigate }) => {
  const page = equipmentRoute(rows[0]?.equclass, rows[0]?.id);
  if (page) navigate(page);
};
export default openDevice;
