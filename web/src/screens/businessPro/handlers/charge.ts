/** 收费: the checks of the contract, then the registration of a charge for the declarations. */
import { messageOf, post } from '@/api/client';
import type { ActionHandler } from '@/views/actionRegistry';

const charge: ActionHandler = async ({ ids, navigate, notify }) => {
  try {
    const { appnos } = await post('/api/appmain/checkCharge', { ids });
    navigate(`/assistMng/payMng/payApply/apply?appnos=${appnos.join(',')}`);
  } catch (error) {
    notify.warning(messageOf(error));
  }
};
export default charge;
