/** 退回 of business items: the steps come from the server's matrix, by the first of the picked. */
import { messageOf, read } from '@/api/client';
import type { ItemScreen } from '@/screens/businessPro/api';
import { ItemReturn } from '@/screens/businessPro/parts/ItemReturn';
import type { ActionHandler } from '@/views/actionRegistry';

const sendBack: ActionHandler = async ({ ids, open, refresh, notify }) => {
  try {
    const { head } = await read<ItemScreen>('/api/appbuss/getItem', { id: ids[0] });
    if (head.returns.length === 0) {
      notify.warning(`${head.stepName}环节不能退回，请走报告更正`);
      return;
    }
    open((close) => <ItemReturn ids={ids} steps={head.returns} onClose={close} onDone={refresh} />);
  } catch (error) {
    notify.error(messageOf(error));
  }
};
export default sendBack;
