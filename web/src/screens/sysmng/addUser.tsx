/** A new account; a made-up password is shown after saving. */
import type { ActionContext } from '@/views/actionRegistry';
import FormDialog from '@/views/FormDialog';
import { showPassword } from './password';

export default function addUser({ open, notify, refresh }: ActionContext): void {
  const saved = (answer: unknown) => {
    const { login, password } = answer as { login: string; password?: string };
    refresh();
    if (password) showPassword(notify, login, password);
  };
  open((close) => <FormDialog viewNo="sys_user_new_form" title="新增用户" onClose={close} onSaved={saved} />);
}
