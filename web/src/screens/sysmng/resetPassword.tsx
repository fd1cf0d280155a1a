/** Gives an account a made-up password and ends its sessions. */
import { messageOf, post } from '@/api/client';
import type { ActionContext } from '@/views/actionRegistry';
import { showPassword } from './password';

export default function resetPassword({ ids, rows, notify }: ActionContext): void {
  notify.confirm({
    title: '重置密码',
    content: `${rows[0]?.name}（${rows[0]?.login}）将立即下线，并须用新密码登录`,
    okText: '重置',
    onOk: async () => {
      try {
        const made = await post<{ login: string; password: string }>('/api/system/user/resetPassword', {
          id: ids[0],
        });
        showPassword(notify, made.login, made.password);
      } catch (error) {
        notify.error(messageOf(error));
      }
    },
  });
}
