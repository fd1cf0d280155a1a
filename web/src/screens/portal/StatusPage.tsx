/** Pages for what went wrong on the way: what it is, and where to go from here. */
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { StateNote } from '@/ui/Panel';
import { useTab } from '@/ui/tab';

interface Props {
  kind: 'none' | 'fault';
  title: string;
  children: ReactNode;
}

export function StatusPage({ kind, title, children }: Props) {
  const navigate = useNavigate();
  const tab = useTab();
  const home = () => {
    tab.close();
    navigate('/');
  };
  return (
    <div className="page">
      <section className="panel" style={{ flex: 1 }}>
        <StateNote
          kind={kind}
          title={title}
          actions={
            <>
              <Button type="primary" onClick={home}>
                回工作桌面
              </Button>
              <Button onClick={() => navigate(-1)}>返回上一页</Button>
            </>
          }
        >
          {children}
        </StateNote>
      </section>
    </div>
  );
}
