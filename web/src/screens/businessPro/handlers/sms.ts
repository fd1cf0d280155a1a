/** 发送短信: to the contact of the declaration, after one question. */
import { messageOf, post } from '@/api/client';
import type { ActionHandler } from '@/views/actionRegistry';

const sms: ActionHandler = ({ rows, notify }) => {
  const row = rows[0] ?? {};
  const recnumber = String(row.INSCONTACTTEL ?? '').trim();
  if (!recnumber) {
    notify.warning('请填写短信服务号码,再进行发送！');
    return;
  }
  notify.confirm({
    title: '确认提示',
    content: '确定要发送短信吗',
    okText: '发送',
    onOk: async () => {
      try {
        await post('/api/smssend/smsSend/sendSmsByTemplate', {
          sendType: 'SBDJ',
          recnumber,
          datacode: row.appno,
        });
        notify.info({ title: '提示', content: '发送短信成功' });
      } catch (error) {
        notify.error(messageOf(error));
      }
    },
  });
};
export default sms;
