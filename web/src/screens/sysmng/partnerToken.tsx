/** A new token of a partner: made after a warning, shown this once. */
import { Modal, Typography } from 'antd';
import { messageOf, type Params, post } from '@/api/client';
import type { Token } from '@/api/shapes';
import type { ActionContext } from '@/views/actionRegistry';

function TokenDialog({ name, token, onClose }: { name: string; token: string; onClose: () => void }) {
  return (
    <Modal open title={`${name} 的令牌`} width={560} footer={null} onCancel={onClose}>
      <p>令牌只显示这一次，平台只保存它的摘要。请现在复制，交给对方妥善保管。</p>
      <Typography.Paragraph className="code" copyable>
        {token}
      </Typography.Paragraph>
    </Modal>
  );
}

export default function partnerToken({ rows, ids, open, refresh, notify }: ActionContext): void {
  const name = String(rows[0]!.name);
  const make = async (sent: Params) => {
    try {
      const made = await post<Token>('/api/exchange/userAuthorize/token', sent);
      refresh();
      open((close) => <TokenDialog name={name} token={made.token} onClose={close} />);
    } catch (error) {
      notify.error(messageOf(error));
    }
  };
  notify.confirm({
    title: `为${name}生成新令牌`,
    content: '生成后原来的令牌立即失效，对方须换用新令牌。',
    okText: '生成',
    onOk: () => make({ id: ids[0]!, version: rows[0]!.version }),
  });
}
