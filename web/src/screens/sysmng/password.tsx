/** A made-up password is shown once, to be handed on; the server keeps only its hash. */
import { Typography } from 'antd';
import type { ActionContext } from '@/views/actionRegistry';

export function showPassword(notify: ActionContext['notify'], login: string, password: string): void {
  notify.info({
    title: '请记下初始密码',
    content: (
      <>
        <p>
          {login}：
          <Typography.Text code copyable={{ tooltips: ['复制', '已复制'] }}>
            {password}
          </Typography.Text>
        </p>
        <p className="hint">只显示这一次，首次登录后须修改</p>
      </>
    ),
  });
}
