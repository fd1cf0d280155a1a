/** 撤回: takes back what one handed on, as long as nobody has opened it. */
import { messageOf, post } from '@/api/client';
import type { ActionHandler } from '@/views/actionRegistry';

const withdraw: ActionHandler = ({ rows, notify, refresh }) => {
  const row = rows[0] ?? {};
  const number = String(row.seisn ?? row.appno ?? '');
  notify.confirm({
    title: `撤回 ${number}`,
    content: '撤回后回到上一环节，由您重新办理',
    okText: '撤回',
    onOk: async () => {
      try {
        await post('/api/appmain/autoWithdraw', row.seisn ? { seisn: row.seisn } : { appno: row.appno });
        notify.success(`${number} 已撤回`);
        refresh();
      } catch (error) {
        notify.error(messageOf(error));
      }
    },
  });
};
export default withdraw;
