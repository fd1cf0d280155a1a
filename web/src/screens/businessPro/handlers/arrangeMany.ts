/** 批量安排: all picked items on one calendar. */
import type { ActionHandler } from '@/views/actionRegistry';

const arrangeMany: ActionHandler = ({ ids, navigate }) => {
  navigate(`/businessPro/taskArrange/form?ids=${ids.join(',')}`);
};
export default arrangeMany;
