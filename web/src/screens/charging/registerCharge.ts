/** 收费: the four checks speak at the button; the page of the registration opens when none of them refuses. */
import { messageOf, post } from '@/api/client';
import type { ActionContext } from '@/views/actionRegistry';
import { fillTemplate } from '@/views/template';

export default async function registerCharge({
  action,
  ids,
  navigate,
  notify,
}: ActionContext): Promise<void> {
  try {
    await post('/api/chamain/chaMain/check', { ids });
  } catch (error) {
    notify.warning(messageOf(error));
    return;
  }
  navigate(fillTemplate(action.route ?? '', { ids: ids.join(',') }));
}
