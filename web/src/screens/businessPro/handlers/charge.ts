/** 收费: the checks of the contract, then what can be done today. */
import { messageOf, post } from '@/api/client';
import type { ActionHandler } from '@/views/actionRegistry';

const charge: ActionHandler = async ({ ids, notify }) => {
  try {
    const { appnos, unitname } = await post('/api/appmain/checkCharge', { ids });
    notify.info({
      title: '收费登记',
      content: `${unitname}的 ${appnos.length} 张申报单可以收费（${appnos.join('、')}）。收费登记页面还没有建成，报告可以先由有权限的人员按“欠费发放”批准后发放。`,
    });
  } catch (error) {
    notify.warning(messageOf(error));
  }
};
export default charge;
