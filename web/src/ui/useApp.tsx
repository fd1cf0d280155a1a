/** Dialogs and toasts. A refusal stays until it is closed or something succeeds: who looked away reads it too. */
import { CloseOutlined } from '@ant-design/icons';
import { App } from 'antd';
import { type ReactNode, useMemo } from 'react';

type Told = ReturnType<typeof App.useApp>;
type Kind = 'error' | 'warning';

const standing = new Set<string>();
let count = 0;

export function useApp() {
  const app = App.useApp();
  return useMemo(() => ({ ...app, message: told(app.message) }), [app]);
}

function told(message: Told['message']) {
  const close = (key: string) => {
    standing.delete(key);
    message.destroy(key);
  };
  const refuse = (type: Kind, sentence: ReactNode) => {
    if (!sentence) return;
    count += 1;
    const key = `refusal-${count}`;
    standing.add(key);
    message.open({
      key,
      type,
      duration: 0,
      content: <Refusal onClose={() => close(key)}>{sentence}</Refusal>,
    });
  };
  return {
    success: (content: ReactNode, seconds?: number) => {
      for (const key of standing) close(key);
      message.success(content, seconds);
    },
    info: (content: ReactNode) => void message.info(content),
    error: (sentence: ReactNode) => refuse('error', sentence),
    warning: (sentence: ReactNode) => refuse('warning', sentence),
  };
}

function Refusal({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  return (
    <span className="refusal">
      {children}
      <button type="button" aria-label="关闭提示" onClick={onClose}>
        <CloseOutlined />
      </button>
    </span>
  );
}
